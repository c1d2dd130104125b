#include "formats/subspace_files.h"

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
