#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "formats/codecs/coding_order.h"
#include "game/board.h"

namespace millstone {

/// What is known of a slot before its value is: how near either side is to a mill, and the values
/// that earlier runs of the block give to nearly the same position.
struct Clues {
  std::uint8_t closings;  ///< 3 * lines the minor side could complete + those of the major, each up
                          ///< to 2
  std::uint8_t mills;     ///< 3 * complete lines of the minor side + those of the major, each to 2
  std::uint8_t nearest, second;  ///< values in the two most similar runs, kNoRun without one
};
inline constexpr std::uint8_t kNoRun = 3;

/// Who may complete a line with any stone (by placing or flying), not only by a slide. The rules
/// are more subtle than that; but reader and writer need only agree.
struct Reach {
  bool minor_anywhere = false, major_anywhere = false;
};

/// A run: the slots of one numbering block, as a file block holds one or several of them.
struct Run {
  Mask major = 0;              ///< the representative: the major stones of all its slots
  const std::uint8_t* values;  ///< by slot, Value as a number
};

/// Finds the clues of the slots of runs. Immutable; any thread.
class ClueFinder {
 public:
  ClueFinder(std::shared_ptr<const Board> board, std::shared_ptr<const CodingOrder> order,
             Reach reach)
      : board_(std::move(board)), order_(std::move(order)), reach_(reach) {}

  /// @param earlier  runs of the same file block before it, in order
  /// @param clues    one for each slot of the run
  void find(Mask major, std::span<const Run> earlier, std::span<Clues> clues) const;

 private:
  void count_lines(Mask major, std::span<Clues> clues) const;
  void take_values(Mask major, const Run& run, std::uint8_t Clues::*field,
                   std::span<Clues> clues) const;

  std::shared_ptr<const Board> board_;
  std::shared_ptr<const CodingOrder> order_;
  Reach reach_;
};

/// The configuration of as many stones that follows on `major` among those of lowest rank in their
/// classes; 0 if it is the last.
Mask next_representative(const Board& board, Mask major);

}  // namespace millstone
