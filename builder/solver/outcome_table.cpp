#include "builder/solver/outcome_table.h"

#include <algorithm>

#include "builder/solver/solve_memory.h"

namespace mill {
namespace {

/// Calls `piece(block, rank, offset, length)` for each stretch of [first_slot, first_slot + length)
/// that lies within one block.
template <typename Piece>
void for_each_piece(std::uint32_t block_size, std::uint64_t first_slot, std::size_t length,
                    Piece&& piece) {
  auto block = static_cast<std::uint32_t>(first_slot / block_size);
  auto rank = static_cast<std::uint32_t>(first_slot % block_size);
  for (std::size_t offset = 0; offset < length; ++block, rank = 0) {
    const std::size_t part = std::min<std::size_t>(block_size - rank, length - offset);
    piece(block, rank, offset, part);
    offset += part;
  }
}

}  // namespace

std::uint64_t OutcomeTable::memory_bytes() const {
  const MajorIndex& major = geometry().major();
  return bytes().size() + index_memory(major.board(), major.stones()) +
         longs().entries().size() * sizeof(LongDistance);
}

void OutcomeTable::copy_slots(std::uint64_t first_slot, std::span<OutcomeByte> out) const {
  for_each_piece(
      geometry().size(), first_slot, out.size(),
      [&](std::uint32_t index, std::uint32_t rank, std::size_t offset, std::size_t length) {
        std::copy_n(block(index) + rank, length, out.data() + offset);
      });
}

void OutcomeTable::set_slots(std::uint64_t first_slot, std::span<const OutcomeByte> outcomes) {
  for_each_piece(
      geometry().size(), first_slot, outcomes.size(),
      [&](std::uint32_t index, std::uint32_t rank, std::size_t offset, std::size_t length) {
        if (held().contains(index))
          std::copy_n(outcomes.data() + offset, length, block(index) + rank);
      });
}

}  // namespace mill
