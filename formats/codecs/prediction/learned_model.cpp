#include "formats/codecs/prediction/learned_model.h"

#include "game/numbering.h"

namespace mill {

bool is_predictable(const Board& board, const Subspace& subspace, std::uint32_t block_slots) {
  return holds_numbering_blocks(board, subspace, block_slots) &&
         numbering_block_size(board, subspace) <= CodingOrder::kMostSlots;
}

}  // namespace mill
