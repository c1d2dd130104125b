#include "formats/malom/sector_slots.h"

#include <algorithm>

namespace mill {

SectorSlots::SectorSlots(SectorReader sector, const Variant& variant, const Subspace& subspace)
    : sector_(std::move(sector)),
      own_is_major_(subspace.own_is_major()),
      numbering_(Numbering::make(variant, subspace)),
      minor_sets_(numbering_.minor().all()) {}

Result<void> SectorSlots::read(std::uint64_t first, std::span<OutcomeByte> outcomes,
                               std::vector<LongDistance>& longs, std::span<Grade> grades) const {
  const std::uint64_t end = first + outcomes.size();
  for (std::uint64_t slot = first; slot < end;) {
    const auto block = static_cast<std::uint32_t>(slot / numbering_.block_size());
    const Mask major = numbering_.major().representative(block);
    const Symmetry spread = spread_over(numbering_.major().board().all() & ~major);
    const std::uint64_t block_end =
        std::min(end, (std::uint64_t{block} + 1) * numbering_.block_size());
    for (; slot < block_end; ++slot) {
      const Mask minor = spread(minor_sets_[slot % numbering_.block_size()]);
      const auto [outcome, grade] = MILLSTONE_TRY(own_is_major_ ? sector_.outcome(major, minor)
                                                                : sector_.outcome(minor, major));
      if (!grades.empty()) grades[slot - first] = grade;
      OutcomeByte& byte = outcomes[slot - first];
      byte = to_byte(outcome);
      if (is_long(byte)) longs.push_back({slot, outcome.distance});
    }
  }
  return {};
}

}  // namespace mill
