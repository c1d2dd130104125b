#include "reports/database_stats.h"

#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <mutex>

#include "formats/build_hint.h"
#include "formats/database_directory.h"
#include "formats/subspace_grades.h"
#include "game/notation.h"
#include "prober/numbering_pool.h"
#include "reports/subspace_pass.h"

namespace mill {
namespace {

/// The subspaces to count, in build order.
Result<std::vector<Subspace>> subspaces_to_count(const std::filesystem::path& directory,
                                                 const Variant& variant,
                                                 const StatsOptions& options) {
  const auto entries = MILLSTONE_TRY(list_database(directory, variant));
  if (entries.empty()) return no_database(directory, variant);
  std::vector<Subspace> wanted = options.subspaces;
  if (wanted.empty())
    for (const DatabaseEntry& entry : entries) wanted.push_back(entry.subspace);
  std::vector<Subspace> ordered = closure(variant, wanted);
  std::erase_if(ordered, [&](const Subspace& subspace) {
    return std::find(wanted.begin(), wanted.end(), subspace) == wanted.end();
  });
  return ordered;
}

DistanceHistogram distances_in(const Findings& found) {
  DistanceHistogram distances;
  for (std::size_t index = 0; index < found.outcomes.size(); ++index) {
    const auto byte = static_cast<OutcomeByte>(index);
    if (found.outcomes[index] != 0 && byte != kDrawByte && !is_long(byte))
      distances.add(to_outcome(byte), found.outcomes[index]);
  }
  for (const auto& [distance, classes] : found.longs)
    distances.add({distance % 2 == 0 ? Value::kLoss : Value::kWin, distance}, classes);
  return distances;
}

ClassCounts counts_in(const Findings& found, std::uint64_t slots) {
  ClassCounts counts = counts_of(found.outcomes, slots);
  for (const auto& [distance, classes] : found.longs) {
    int& longest = distance % 2 == 0 ? counts.longest_loss : counts.longest_win;
    longest = std::max(longest, distance);
  }
  return counts;
}

/// Adds up what all threads have counted and tells of it.
class ShareMeter {
 public:
  ShareMeter(const StatsOptions& options, std::uint64_t total)
      : options_(options), total_(std::max<std::uint64_t>(total, 1)) {}

  void add(const Subspace& subspace, std::uint32_t slots) {
    done_ += slots;
    // A thread that finds another one at it leaves the telling to that.
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (lock && options_.control.progress)
      options_.control.progress({static_cast<double>(done_) / static_cast<double>(total_),
                                 "counting " + subspace.text()});
  }

 private:
  const StatsOptions& options_;
  std::uint64_t total_;
  std::atomic<std::uint64_t> done_ = 0;
  std::mutex mutex_;
};

/// Wins of fewer plies are not among the `top` longest: every subspace has one of the length that
/// its header tells.
int least_long_win(const std::vector<SubspaceFiles>& files, std::size_t top) {
  std::vector<int> longest;
  for (const SubspaceFiles& file : files)
    if (file.distances) longest.push_back(file.counts().longest_win);
  std::sort(longest.rbegin(), longest.rend());
  if (top == 0) return longest.empty() ? 1 : longest.front() + 1;
  return longest.size() < top ? 1 : std::max(1, longest[top - 1]);
}

/// Empty if a file on the way is not there.
Result<std::vector<std::string>> best_line(const Prober& prober, const LongWin& win) {
  std::vector<std::string> line;
  const Variant& variant = prober.variant();
  Position position = win.position;
  // Bounded, so that files that contradict each other do no harm; a ply can have two turns.
  for (int turns = 0; turns <= 2 * win.distance; ++turns) {
    const auto ranked = prober.rank_turns(position);
    if (!ranked && ranked.error().code == ErrorCode::kMissingFile)
      return std::vector<std::string>();
    if (!ranked) return tl::unexpected(ranked.error());
    if (ranked->empty()) return line;
    line.push_back(turn_text(*variant.board, ranked->front().turn));
    position = apply(variant, position, ranked->front().turn);
  }
  return fail(ErrorCode::kVerificationFailed,
              "the best line of a longest win does not end: verify the database");
}

/// One run of collect_stats.
class StatsRun {
 public:
  StatsRun(const std::filesystem::path& directory, const Variant& variant,
           const StatsOptions& options)
      : directory_(directory), variant_(variant), options_(options) {}

  Result<DatabaseStats> run() {
    MILLSTONE_TRY(open_files());
    const int long_win = least_long_win(files_, options_.top);
    std::uint64_t slots = 0;
    for (std::size_t i = 0; i < files_.size(); ++i)
      for (const bool is_there : {files_[i].distances.has_value(), grades_[i].has_value()})
        if (is_there) slots += files_[i].counts().slots;
    ShareMeter meter(options_, slots);
    for (std::size_t i = 0; i < files_.size(); ++i) {
      stats_.subspaces.push_back({files_[i].subspace(), files_[i].counts(), {}, {}});
      MILLSTONE_TRY(count(files_[i], long_win, meter));
      if (grades_[i]) MILLSTONE_TRY(count_grades(files_[i], *grades_[i], meter));
    }
    MILLSTONE_TRY(find_lines());
    return std::move(stats_);
  }

 private:
  Result<void> open_files() {
    const auto subspaces = MILLSTONE_TRY(subspaces_to_count(directory_, variant_, options_));
    for (const Subspace& subspace : subspaces) {
      auto files = MILLSTONE_TRY(open_subspace_files(directory_, variant_, subspace));
      auto grades = MILLSTONE_TRY(find_grades(directory_, variant_, files.values));
      files_.push_back(std::move(files));
      grades_.push_back(std::move(grades));
    }
    return {};
  }

  Result<void> count(const SubspaceFiles& files, int long_win, ShareMeter& meter) {
    if (!files.distances) return {};
    PassOptions pass;
    pass.long_win = long_win;
    pass.top = options_.top;
    pass.stop = options_.control.stop;
    pass.counted = [&](std::uint32_t slots) { meter.add(files.subspace(), slots); };
    const Numbering numbering = numberings_.numbering(files.subspace());
    oneapi::tbb::task_arena arena(options_.threads);
    auto found =
        MILLSTONE_TRY(arena.execute([&] { return count_subspace(files, numbering, pass); }));
    if (counts_in(found, files.counts().slots) != files.counts())
      return fail(ErrorCode::kVerificationFailed,
                  "{}: the counts in its header are not those of its blocks: verify the database",
                  files.values.place());
    stats_.subspaces.back().distances = distances_in(found);
    for (const WonSlot& won : found.longest.slots())
      stats_.longest_wins.push_back(
          {files.subspace(), won.distance, numbering.position(files.subspace(), won.slot), {}});
    return {};
  }

  Result<void> count_grades(const SubspaceFiles& files, const DatabaseFile& grades,
                            ShareMeter& meter) {
    const Numbering numbering = numberings_.numbering(files.subspace());
    oneapi::tbb::task_arena arena(options_.threads);
    stats_.subspaces.back().gains = MILLSTONE_TRY(arena.execute([&] {
      return count_gains(files.values, grades, numbering, options_.control.stop,
                         [&](std::uint32_t slots) { meter.add(files.subspace(), slots); });
    }));
    return {};
  }

  Result<void> find_lines() {
    std::vector<LongWin>& wins = stats_.longest_wins;
    std::stable_sort(wins.begin(), wins.end(), [](const LongWin& left, const LongWin& right) {
      return left.distance > right.distance;
    });
    if (wins.size() > options_.top) wins.resize(options_.top);
    if (wins.empty()) return {};
    const auto prober = MILLSTONE_TRY(Prober::open(directory_, variant_));
    for (LongWin& win : wins) {
      win.line = MILLSTONE_TRY(best_line(prober, win));
    }
    return {};
  }

  const std::filesystem::path& directory_;
  const Variant& variant_;
  const StatsOptions& options_;
  NumberingPool numberings_{variant_};
  std::vector<SubspaceFiles> files_;
  std::vector<std::optional<DatabaseFile>> grades_;  // of the same subspaces
  DatabaseStats stats_;
};

}  // namespace

Result<DatabaseStats> collect_stats(const std::filesystem::path& directory, const Variant& variant,
                                    const StatsOptions& options) {
  return StatsRun(directory, variant, options).run();
}

void DistanceHistogram::add(const Outcome& outcome, std::uint64_t classes) {
  const auto plies = static_cast<std::size_t>(outcome.distance);
  if (plies >= wins.size()) {
    wins.resize(plies + 1);
    losses.resize(plies + 1);
  }
  (outcome.value == Value::kWin ? wins : losses)[plies] += classes;
}

void DistanceHistogram::add(const DistanceHistogram& other) {
  for (std::size_t plies = 0; plies < other.wins.size(); ++plies) {
    add({Value::kWin, static_cast<int>(plies)}, other.wins[plies]);
    add({Value::kLoss, static_cast<int>(plies)}, other.losses[plies]);
  }
}

DistanceHistogram total_distances(const std::vector<SubspaceStats>& subspaces) {
  DistanceHistogram total;
  for (const SubspaceStats& each : subspaces)
    if (each.distances) total.add(*each.distances);
  return total;
}

GainHistogram total_gains(const std::vector<SubspaceStats>& subspaces) {
  GainHistogram total;
  for (const SubspaceStats& each : subspaces)
    if (each.gains)
      for (const auto& [gain, classes] : *each.gains) total[gain] += classes;
  return total;
}

ClassCounts total_counts(const std::vector<SubspaceStats>& subspaces) {
  ClassCounts total;
  for (const SubspaceStats& each : subspaces) total += each.counts;
  return total;
}

}  // namespace mill
