#include "builder/store/table_store.h"

#include <mutex>
#include <optional>

#include "base/parallel.h"
#include "formats/database_file.h"

namespace mill {

Result<std::shared_ptr<const OutcomeTable>> load_outcomes(
    const OutcomeFiles& files, const Variant& variant, const Subspace& subspace, BlockRange part,
    const std::shared_ptr<ByteArrayPool>& pool) {
  // Read by position: mapped pages would count as memory of the process.
  auto values = MILLSTONE_TRY(DatabaseFile::open(files.values, variant, FileAccess::kPositioned));
  auto distances =
      MILLSTONE_TRY(DatabaseFile::open(files.distances, variant, FileAccess::kPositioned));
  MILLSTONE_TRY(check_pair(values, distances));

  const FileHeader& header = values.header();
  auto geometry = std::make_shared<const BlockGeometry>(Numbering::make(variant, subspace));
  auto table = std::make_shared<OutcomeTable>(geometry, part, pool);
  if (!table->valid())
    return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for {}",
                subspace.text());
  std::mutex collecting;
  std::vector<LongDistance> longs;
  std::optional<Error> failure;
  // A block of the file is another stretch of slots than one of the table.
  const std::uint64_t first_slot = std::uint64_t{part.begin} * geometry->size();
  const std::uint64_t end_slot = std::uint64_t{part.end} * geometry->size();
  const auto first = static_cast<std::uint32_t>(first_slot / header.block_slots);
  const auto end =
      static_cast<std::uint32_t>((end_slot + header.block_slots - 1) / header.block_slots);
  for_each_index(end - first, [&](std::uint32_t index) {
    const std::uint32_t block = first + index;
    const std::uint32_t slots = header.slots_in_block(block);
    std::vector<std::uint8_t> packed(packed_size(slots));
    std::vector<OutcomeByte> outcomes(slots);
    auto done = values.decode_values(block, packed);
    std::vector<LongDistance> block_longs;
    if (done) done = distances.decode_outcomes(block, packed.data(), outcomes, &block_longs);
    if (!block_longs.empty()) {
      const std::lock_guard lock(collecting);
      longs.insert(longs.end(), block_longs.begin(), block_longs.end());
    }
    if (done) {
      table->set_slots(std::uint64_t{block} * header.block_slots, outcomes);
      return;
    }
    const std::lock_guard lock(collecting);
    failure = done.error();
  });
  if (failure) return tl::unexpected(*failure);
  if (!longs.empty()) table->set_longs(std::make_shared<const LongDistances>(std::move(longs)));
  return table;
}

}  // namespace mill
