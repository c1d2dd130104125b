#include "builder/verifier/subspace_check.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <cstring>
#include <mutex>

#include "base/parallel.h"
#include "builder/verifier/block_method.h"
#include "builder/verifier/class_tally.h"
#include "builder/verifier/picked_blocks.h"
#include "builder/verifier/plain_check.h"
#include "game/moves.h"
#include "game/position_text.h"

namespace mill::verifier {
namespace {

/// The lowest slot that is stored otherwise than recomputed, and how many there are. Threads may
/// report at the same time.
class Differences {
 public:
  struct Difference {
    std::uint64_t slot;
    Outcome recomputed;
    bool plain;  // found move by move, not by the block
  };

  void add(const Difference& difference, std::uint64_t how_many) {
    const std::lock_guard lock(mutex_);
    count_ += how_many;
    if (!first_ || difference.slot < first_->slot) first_ = difference;
  }

  std::uint64_t count() const { return count_; }
  const std::optional<Difference>& first() const { return first_; }

 private:
  std::mutex mutex_;
  std::uint64_t count_ = 0;
  std::optional<Difference> first_;
};

std::string outcome_text(const Outcome& outcome, bool with_distance) {
  if (!with_distance || outcome.value == Value::kDraw)
    return std::string(value_name(outcome.value));
  return fmt::format("{} in {}", value_name(outcome.value), outcome.distance);
}

/// The work on one subspace.
class SubspaceChecker {
 public:
  SubspaceChecker(const LoadedSubspace& checked, const SuccessorTables& successors,
                  const CheckOptions& options)
      : checked_(checked),
        successors_(successors),
        outcomes_(outcomes_of(successors)),
        options_(options),
        numbering_(checked.numbering()),
        subsets_(numbering_.minor()) {}

  Result<SubspaceReport> run();

 private:
  void check_block(std::uint32_t block);
  void compare(std::uint32_t block, const OutcomeByte* recomputed);
  void check_plainly();
  void compare_plainly(std::uint64_t slot, std::uint64_t differences);
  bool same(OutcomeByte stored, OutcomeByte recomputed) const {
    if (checked_.has_distances()) return stored == recomputed;
    return value_of(stored) == value_of(recomputed);
  }
  std::string describe(const Differences::Difference& difference) const;
  std::string wrong_count(const FileHeader& header, const std::string& file) const;
  std::string first_failure() const;
  bool stopped() const { return options_.stop.is_set(); }

  const LoadedSubspace& checked_;
  const SuccessorTables& successors_;
  const Successors<OutcomeByte> outcomes_;
  const CheckOptions& options_;
  const Numbering& numbering_;
  SubsetCatalog subsets_;
  MakeBlock<OutcomeByte> recompute_;
  Differences differences_;
  std::atomic<std::uint64_t> slots_checked_ = 0;
  tbb::enumerable_thread_specific<ClassTally> tallies_;
  ClassCounts counts_;
};

Result<SubspaceReport> SubspaceChecker::run() {
  recompute_ = MILLSTONE_TRY(block_method(outcomes_, numbering_, options_.sample));
  for_each_index(numbering_.blocks(), [&](std::uint32_t block) {
    if (!stopped()) check_block(block);
  });
  if (!stopped()) check_plainly();
  if (stopped()) return fail(ErrorCode::kInterrupted, "the verification was stopped");
  ClassTally total;
  for (const ClassTally& tally : tallies_) total.add(tally);
  counts_ = total.counts();
  for (const LongDistance& entry : checked_.longs().entries()) {
    int& longest = entry.distance % 2 ? counts_.longest_win : counts_.longest_loss;
    longest = std::max(longest, entry.distance);
  }

  SubspaceReport report;
  report.subspace = checked_.subspace();
  report.distances = checked_.has_distances();
  report.slots = numbering_.slots();
  report.slots_checked = slots_checked_;
  report.differences = differences_.count();
  report.first_difference = first_failure();
  return report;
}

void SubspaceChecker::check_block(std::uint32_t block) {
  const std::uint32_t size = numbering_.block_size();
  const OutcomeByte* stored = checked_.outcomes() + std::uint64_t{block} * size;
  tallies_.local().add_block(numbering_, subsets_, block, {stored, size});
  if (is_picked(block, numbering_.blocks(), options_.sample, options_.seed)) {
    std::vector<OutcomeByte> recomputed(size);
    recompute_(block, recomputed.data());
    compare(block, recomputed.data());
    slots_checked_ += size;
  }
  if (options_.done) options_.done(size);
}

void SubspaceChecker::compare(std::uint32_t block, const OutcomeByte* recomputed) {
  const std::uint32_t size = numbering_.block_size();
  const std::uint64_t first_slot = std::uint64_t{block} * size;
  const OutcomeByte* stored = checked_.outcomes() + first_slot;
  // Outcomes of long distances are all alike.
  for (const LongDistance& entry : checked_.longs().of_slots(first_slot, size))
    if (stored[entry.slot - first_slot] == recomputed[entry.slot - first_slot])
      compare_plainly(entry.slot, 1);
  if (std::memcmp(stored, recomputed, size) == 0) return;
  std::uint32_t count = 0;
  std::uint32_t first = 0;
  for (std::uint32_t rank = size; rank-- > 0;) {
    if (same(stored[rank], recomputed[rank])) continue;
    ++count;
    first = rank;
  }
  if (count) differences_.add({first_slot + first, to_outcome(recomputed[first]), false}, count);
}

/// Looks at slots spread over the subspace one by one, so that the code for whole blocks is checked
/// against the plain rules of the game.
void SubspaceChecker::check_plainly() {
  for_each_spread(numbering_.slots(), options_.seed,
                  [&](std::uint64_t slot) { compare_plainly(slot, 0); });
}

/// @param differences  how many it counts as
void SubspaceChecker::compare_plainly(std::uint64_t slot, std::uint64_t differences) {
  const Outcome stored = checked_.outcome(slot);
  const Outcome recomputed = recompute_plainly(successors_, numbering_, slot);
  const bool same_value = stored.value == recomputed.value;
  if (same_value && (stored.distance == recomputed.distance || !checked_.has_distances())) return;
  differences_.add({slot, recomputed, true}, differences);
}

std::string SubspaceChecker::describe(const Differences::Difference& difference) const {
  const bool distances = checked_.has_distances();
  const Position position = numbering_.position(checked_.subspace(), difference.slot);
  return fmt::format(
      "{}: slot {} ({}) is stored as a {}, but {} it is a {}", checked_.path(), difference.slot,
      position_text(successors_.variant, with_colours(successors_.variant, position)),
      outcome_text(checked_.outcome(difference.slot), distances),
      difference.plain ? "move by move" : "by its successors",
      outcome_text(difference.recomputed, distances));
}

std::string SubspaceChecker::wrong_count(const FileHeader& header, const std::string& file) const {
  struct Row {
    const char* name;
    std::uint64_t stored, counted;
  };
  const ClassCounts& stored = header.counts;
  std::vector<Row> rows = {{"classes", stored.classes, counts_.classes},
                           {"wins", stored.wins, counts_.wins},
                           {"draws", stored.draws, counts_.draws},
                           {"losses", stored.losses, counts_.losses}};
  if (checked_.has_distances()) {
    rows.push_back({"plies in the longest win", static_cast<std::uint64_t>(stored.longest_win),
                    static_cast<std::uint64_t>(counts_.longest_win)});
    rows.push_back({"plies in the longest loss", static_cast<std::uint64_t>(stored.longest_loss),
                    static_cast<std::uint64_t>(counts_.longest_loss)});
  }
  for (const Row& row : rows)
    if (row.stored != row.counted)
      return fmt::format("{}: the header says {} {}, but the slots hold {}", file, row.stored,
                         row.name, row.counted);
  return {};
}

std::string SubspaceChecker::first_failure() const {
  if (differences_.first()) return describe(*differences_.first());
  std::string failure = wrong_count(checked_.values_header(), checked_.values_path());
  if (failure.empty() && checked_.has_distances())
    failure = wrong_count(*checked_.distances_header(), checked_.path());
  return failure;
}

}  // namespace

Result<SubspaceReport> check_subspace(const LoadedSubspace& checked,
                                      const SuccessorTables& successors,
                                      const CheckOptions& options) {
  return SubspaceChecker(checked, successors, options).run();
}

}  // namespace mill::verifier
