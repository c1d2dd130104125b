#include "reports/whole_outcomes.h"

#include <mutex>

#include "base/parallel.h"

namespace mill {

Result<WholeOutcomes> WholeOutcomes::load(const SubspaceFiles& files, StopFlag stop) {
  const FileHeader& header = files.values.header();
  auto bytes = MILLSTONE_TRY(LargeArray<OutcomeByte>::make(header.counts.slots));
  std::vector<LongDistance> longs;
  std::mutex mutex;
  Result<void> done;
  std::atomic<bool> failed = false;
  for_each_index(header.block_count, [&](std::uint32_t block) {
    if (failed) return;
    const std::uint64_t first = std::uint64_t{block} * header.block_slots;
    std::vector<LongDistance> block_longs;
    Result<void> decoded =
        stop.is_set() ? fail(ErrorCode::kInterrupted, "stopped")
                      : files.decode(block, {bytes.data() + first, header.slots_in_block(block)},
                                     block_longs);
    if (decoded && block_longs.empty()) return;
    const std::lock_guard lock(mutex);
    longs.insert(longs.end(), block_longs.begin(), block_longs.end());
    if (decoded) return;
    done = std::move(decoded);
    failed = true;
  });
  MILLSTONE_TRY(std::move(done));
  return WholeOutcomes(std::move(bytes), LongDistances(std::move(longs)));
}

}  // namespace mill
