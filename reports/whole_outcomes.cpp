#include "reports/whole_outcomes.h"

#include <mutex>

#include "base/parallel.h"

namespace mill {

Result<WholeOutcomes> WholeOutcomes::load(const SubspaceFiles& files, StopFlag stop) {
  const FileHeader& header = files.values.header();
  auto bytes = MILLSTONE_TRY(LargeArray<OutcomeByte>::make(header.counts.slots));
  std::vector<LongDistance> longs;
  std::mutex mutex;
  const auto decode = [&](std::uint32_t block) -> Result<void> {
    if (stop.is_set()) return fail(ErrorCode::kInterrupted, "stopped");
    const std::uint64_t first = std::uint64_t{block} * header.block_slots;
    std::vector<LongDistance> block_longs;
    MILLSTONE_TRY(
        files.decode(block, {bytes.data() + first, header.slots_in_block(block)}, block_longs));
    if (block_longs.empty()) return {};
    const std::lock_guard lock(mutex);
    longs.insert(longs.end(), block_longs.begin(), block_longs.end());
    return {};
  };
  MILLSTONE_TRY(try_for_each_index(header.block_count, decode));
  return WholeOutcomes(std::move(bytes), LongDistances(std::move(longs)));
}

}  // namespace mill
