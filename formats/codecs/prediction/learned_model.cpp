#include "formats/codecs/prediction/learned_model.h"

#include "game/numbering.h"

namespace mill {

bool is_predictable(const Board& board, const Subspace& subspace, std::uint32_t block_slots) {
  const std::uint32_t unit = numbering_block_size(board, subspace);
  return subspace.marked == 0 && unit <= CodingOrder::kMostSlots && block_slots != 0 &&
         block_slots % unit == 0;
}

}  // namespace mill
