#include "reports/subspace_pass.h"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <mutex>

#include "base/parallel.h"

namespace mill {
namespace {

namespace tbb = oneapi::tbb;

/// Counts one subspace block by block.
class SubspacePass {
 public:
  SubspacePass(const SubspaceFiles& files, const Numbering& numbering, const PassOptions& options)
      : files_(files), geometry_(numbering), options_(options) {}

  Result<Findings> run() {
    tbb::enumerable_thread_specific<Worker> workers([&] { return Worker(options_.top); });
    for_each_index(header().block_count, [&](std::uint32_t block) {
      if (failed_) return;
      if (auto done = count_block(block, workers.local()); !done) keep_error(done.error());
    });
    if (failed_) return tl::unexpected(*error_);
    Findings all(options_.top);
    for (Worker& worker : workers) {
      for (std::size_t byte = 0; byte < all.outcomes.size(); ++byte)
        all.outcomes[byte] += worker.found.outcomes[byte];
      for (const auto& [distance, classes] : worker.found.longs) all.longs[distance] += classes;
      for (const WonSlot& won : worker.found.longest.slots()) all.longest.put(won);
    }
    return all;
  }

 private:
  struct Worker {
    explicit Worker(std::size_t top) : found(top) {}
    std::vector<OutcomeByte> outcomes;
    std::vector<LongDistance> longs;
    Findings found;
  };

  const FileHeader& header() const { return files_.distances->header(); }

  Result<void> count_block(std::uint32_t block, Worker& worker) {
    if (options_.stop.is_set())
      return fail(ErrorCode::kInterrupted, "stopped before all was counted");
    const std::uint32_t slots = header().slots_in_block(block);
    worker.outcomes.resize(slots);
    worker.longs.clear();
    MILLSTONE_TRY(files_.decode(block, worker.outcomes, worker.longs));
    const std::uint64_t first_slot = std::uint64_t{block} * header().block_slots;
    add_outcomes(first_slot, worker.outcomes, worker.found.outcomes);
    for (const LongDistance& entry : worker.longs)
      if (geometry_.numbering().is_canonical(entry.slot)) ++worker.found.longs[entry.distance];
    collect_wins(first_slot, worker.outcomes, LongDistances(worker.longs), worker.found.longest);
    if (options_.counted) options_.counted(slots);
    return {};
  }

  void add_outcomes(std::uint64_t first_slot, const std::vector<OutcomeByte>& outcomes,
                    OutcomeHistogram& histogram) {
    const std::uint32_t size = geometry_.size();
    if (header().block_slots % size == 0) {  // as all files that the builder writes
      for (std::size_t at = 0; at < outcomes.size(); at += size)
        add_block(geometry_, static_cast<std::uint32_t>((first_slot + at) / size), &outcomes[at],
                  histogram);
      return;
    }
    for (std::size_t at = 0; at < outcomes.size(); ++at)
      histogram[outcomes[at]] += geometry_.numbering().is_canonical(first_slot + at);
  }

  void collect_wins(std::uint64_t first_slot, const std::vector<OutcomeByte>& outcomes,
                    const LongDistances& longs, FirstWonSlots& longest) {
    if (files_.counts().longest_win < options_.long_win) return;
    const OutcomeByte least = to_byte({Value::kWin, options_.long_win});
    const auto takes_long = [&](OutcomeByte byte) { return byte >= least && byte < kDrawByte; };
    for (auto found = outcomes.begin();
         (found = std::find_if(found, outcomes.end(), takes_long)) != outcomes.end(); ++found) {
      const std::uint64_t slot = first_slot + static_cast<std::uint64_t>(found - outcomes.begin());
      const int distance = longs.outcome(slot, *found).distance;
      if (distance >= options_.long_win && geometry_.numbering().is_canonical(slot))
        longest.put({distance, slot});
    }
  }

  void keep_error(const Error& error) {
    const std::lock_guard lock(error_mutex_);
    if (!error_) error_ = error;
    failed_ = true;
  }

  const SubspaceFiles& files_;
  BlockGeometry geometry_;
  const PassOptions& options_;
  std::atomic<bool> failed_ = false;
  std::mutex error_mutex_;
  std::optional<Error> error_;
};

}  // namespace

Result<Findings> count_subspace(const SubspaceFiles& files, const Numbering& numbering,
                                const PassOptions& options) {
  return SubspacePass(files, numbering, options).run();
}

}  // namespace mill
