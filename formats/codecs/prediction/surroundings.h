#pragma once

#include <cstdint>
#include <memory>

#include "formats/codecs/prediction/coding_order.h"
#include "game/board.h"
#include "game/subspace.h"
#include "game/variant.h"

namespace mill {

/// Who may complete a line with any stone (by placing or flying), not only by a slide. The rules
/// are more subtle than that; but reader and writer need only agree.
struct Reach {
  bool minor_anywhere = false, major_anywhere = false;
};

/// By the rules as far as they are simple.
Reach reach_of(const Rules& rules, const Subspace& subspace);

/// As a byte of a header, and back; a byte above kMostReachByte is none.
std::uint8_t reach_byte(Reach reach);
Reach reach_of_byte(std::uint8_t byte);
inline constexpr std::uint8_t kMostReachByte = 3;

/// What predictions for the slots of one file need to know of it, values apart.
struct Surroundings {
  std::shared_ptr<const Board> board;
  std::shared_ptr<const CodingOrder> order;
  Reach reach;
};

/// One of the numbering blocks that a file block holds.
struct NumberingBlock {
  Mask major = 0;              ///< the representative: the major stones of all its slots
  const std::uint8_t* values;  ///< by slot, Value as a number
};

}  // namespace mill
