#include "formats/subspace_files.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace mill {

Result<void> SubspaceFiles::decode(std::uint32_t block, std::span<OutcomeByte> outcomes,
                                   std::vector<LongDistance>& longs) const {
  thread_local std::vector<std::uint8_t> packed;
  packed.resize(packed_size(outcomes.size()));
  MILLSTONE_TRY(values.decode_values(block, packed));
  if (distances) return distances->decode_outcomes(block, packed.data(), outcomes, &longs);
  unpack_outcomes(packed, outcomes);
  return {};
}

Result<void> SubspaceFiles::decode_slots(std::uint64_t first_slot, std::span<OutcomeByte> outcomes,
                                         std::vector<LongDistance>& longs) const {
  const SlotLayout layout = values.header().layout();
  const auto decode_part = [&](const SlotLayout::Part& part) -> Result<void> {
    const auto place = outcomes.subspan(part.at, part.count);
    if (part.count == layout.slots_in_block(part.block)) return decode(part.block, place, longs);
    thread_local std::vector<OutcomeByte> decoded;
    decoded.resize(layout.slots_in_block(part.block));
    std::vector<LongDistance> of_block;
    MILLSTONE_TRY(decode(part.block, decoded, of_block));
    std::copy_n(decoded.begin() + part.begin, part.count, place.begin());
    std::ranges::copy_if(of_block, std::back_inserter(longs), [&](const LongDistance& each) {
      return each.slot - (first_slot + part.at) < part.count;
    });
    return {};
  };
  return layout.for_each_part(first_slot, outcomes.size(), decode_part);
}

Result<SubspaceFiles> open_subspace_files(const std::filesystem::path& directory,
                                          const Variant& variant, const Subspace& subspace,
                                          FileAccess access) {
  const auto open = [&](Metric metric) {
    return DatabaseFile::open(directory / file_name(subspace, metric), variant, access);
  };
  SubspaceFiles files{MILLSTONE_TRY(open(Metric::kValue)), std::nullopt};
  auto distances = open(Metric::kDistance);
  if (!distances && distances.error().code == ErrorCode::kMissingFile) return files;
  files.distances = MILLSTONE_TRY(std::move(distances));
  MILLSTONE_TRY(check_pair(files.values, *files.distances));
  return files;
}

}  // namespace mill
