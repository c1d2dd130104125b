#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "formats/codecs/context/coding_order.h"
#include "game/board.h"

namespace mill {

/// What is known of a slot before its value is: how near either side is to a mill, and the values
/// that earlier numbering blocks of the file block give to nearly the same position.
struct Clues {
  std::uint8_t closings;  ///< 3 * lines the minor side could complete + those of the major, each up
                          ///< to 2
  std::uint8_t mills;     ///< 3 * complete lines of the minor side + those of the major, each to 2
  std::uint8_t nearest, second;  ///< values there in the two most similar blocks, or kNoEarlier
};
inline constexpr std::uint8_t kNoEarlier = 3;

/// Who may complete a line with any stone (by placing or flying), not only by a slide. The rules
/// are more subtle than that; but reader and writer need only agree.
struct Reach {
  bool minor_anywhere = false, major_anywhere = false;
};

/// One of the numbering blocks that a file block holds.
struct NumberingBlock {
  Mask major = 0;              ///< the representative: the major stones of all its slots
  const std::uint8_t* values;  ///< by slot, Value as a number
};

/// Finds the clues of the slots of numbering blocks. Immutable; any thread.
class ClueFinder {
 public:
  ClueFinder(std::shared_ptr<const Board> board, std::shared_ptr<const CodingOrder> order,
             Reach reach)
      : board_(std::move(board)), order_(std::move(order)), reach_(reach) {}

  /// @param earlier  numbering blocks of the same file block before it, in order
  /// @param clues    one for each slot of the block
  void find(Mask major, std::span<const NumberingBlock> earlier, std::span<Clues> clues) const;

 private:
  void count_lines(Mask major, std::span<Clues> clues) const;
  void take_values(Mask major, const NumberingBlock& block, std::uint8_t Clues::*field,
                   std::span<Clues> clues) const;

  std::shared_ptr<const Board> board_;
  std::shared_ptr<const CodingOrder> order_;
  Reach reach_;
};

}  // namespace mill
