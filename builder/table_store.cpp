#include "builder/table_store.h"

#include <mutex>
#include <optional>

#include "formats/database_file.h"
#include "formats/parallel.h"

namespace millstone {

Result<std::shared_ptr<const KeyTable>> load_keys(const std::filesystem::path& directory,
                                                  const Variant& variant, const Subspace& subspace,
                                                  const std::shared_ptr<ByteArrayPool>& pool) {
  // Read by position: mapped pages would count as memory of the process.
  const auto open = [&](Metric metric) {
    return DatabaseFile::open(directory / file_name(subspace, metric), variant,
                              FileAccess::kPositioned);
  };
  auto values = open(Metric::kValue);
  if (!values) return tl::unexpected(values.error());
  auto distances = open(Metric::kDistance);
  if (!distances) return tl::unexpected(distances.error());
  if (auto fit = check_pair(*values, *distances); !fit) return tl::unexpected(fit.error());

  const FileHeader& header = values->header();
  auto geometry = std::make_shared<const BlockGeometry>(Numbering::make(variant, subspace));
  auto table = std::make_shared<KeyTable>(geometry, pool);
  if (!table->valid())
    return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for {}",
                subspace.text());
  std::mutex collecting;
  std::vector<LongDistance> longs;
  std::optional<Error> failure;
  for_each_index(header.block_count, [&](std::uint32_t block) {
    const std::uint32_t slots = header.slots_in_block(block);
    std::vector<std::uint8_t> packed(packed_size(slots));
    std::vector<Key> keys(slots);
    auto done = values->decode_values(block, packed);
    std::vector<LongDistance> block_longs;
    if (done) done = distances->decode_keys(block, packed.data(), keys, &block_longs);
    if (!block_longs.empty()) {
      const std::lock_guard lock(collecting);
      longs.insert(longs.end(), block_longs.begin(), block_longs.end());
    }
    if (done) {
      table->set_slots(std::uint64_t{block} * header.block_slots, keys);
      return;
    }
    const std::lock_guard lock(collecting);
    failure = done.error();
  });
  if (failure) return tl::unexpected(*failure);
  if (!longs.empty()) table->set_longs(std::make_shared<const LongDistances>(std::move(longs)));
  return table;
}

}  // namespace millstone
