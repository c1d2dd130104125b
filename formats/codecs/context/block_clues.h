#pragma once

#include <cstdint>
#include <span>

#include "formats/codecs/prediction/surroundings.h"
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

/// Finds the clues of the slots of numbering blocks. Immutable; any thread.
class ClueFinder {
 public:
  explicit ClueFinder(const Surroundings& file) : file_(file) {}

  /// @param earlier  numbering blocks of the same file block before it, in order
  /// @param clues    one for each slot of the block
  void find(Mask major, std::span<const NumberingBlock> earlier, std::span<Clues> clues) const;

 private:
  void count_lines(Mask major, std::span<Clues> clues) const;

  Surroundings file_;
};

}  // namespace mill
