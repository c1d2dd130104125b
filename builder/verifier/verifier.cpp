#include "builder/verifier/verifier.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <new>
#include <set>
#include <thread>
#include <tuple>

#include "base/machine.h"
#include "base/timing.h"
#include "builder/verifier/subspace_check.h"
#include "builder/verifier/table_shelf.h"
#include "formats/build_hint.h"
#include "formats/database_directory.h"
#include "game/subset_rank.h"

namespace mill {
namespace {

using verifier::CheckNeeds;
using Clock = std::chrono::steady_clock;

/// Adds up finished slots of all threads and passes them on, not too often.
class ProgressMeter {
 public:
  ProgressMeter(const VerifyOptions& options, std::uint64_t total)
      : options_(options), total_(total), step_(std::max<std::uint64_t>(1, total / 1000)) {}

  void start(const Subspace& subspace) {
    subspace_ = subspace.text();
    tell();
  }

  void add(std::uint64_t slots) {
    const std::uint64_t before = done_.fetch_add(slots);
    if (options_.control.progress && before / step_ != (before + slots) / step_) tell();
  }

 private:
  void tell() {
    if (!options_.control.progress) return;
    const std::lock_guard lock(mutex_);
    const auto done = static_cast<double>(done_.load());
    options_.control.progress({done / static_cast<double>(total_), "checking " + subspace_});
  }

  const VerifyOptions& options_;
  std::uint64_t total_, step_;
  std::atomic<std::uint64_t> done_ = 0;
  std::mutex mutex_;
  std::string subspace_;
};

Result<void> check_requested(const Variant& variant, const Subspace& subspace) {
  MILLSTONE_TRY(parse_subspace(variant, subspace.text()));
  return {};
}

/// Where a subspace stands in the order of checks. Turns lead from a game to itself (the same
/// stones of each side, on the board or in hand) or to one with fewer stones, so game after game,
/// each from its end to its start, has few tables wait for their next use.
auto check_rank(const Subspace& subspace) {
  const int own = subspace.own + subspace.own_hand;
  const int opponent = subspace.opponent + subspace.opponent_hand;
  return std::make_tuple(own + opponent, std::max(own, opponent),
                         subspace.own_hand + subspace.opponent_hand,
                         std::max(subspace.own, subspace.opponent), subspace);
}

/// The subspaces to check, each once, in an order in which tables get reused.
Result<std::vector<Subspace>> subspaces_to_check(const std::filesystem::path& directory,
                                                 const Variant& variant,
                                                 const VerifyOptions& options) {
  auto entries = MILLSTONE_TRY(list_database(directory, variant));
  std::vector<Subspace> wanted = options.subspaces;
  if (wanted.empty())
    for (const DatabaseEntry& entry : entries) wanted.push_back(entry.subspace);
  if (wanted.empty()) return no_database(directory, variant);
  for (const Subspace& subspace : wanted) MILLSTONE_TRY(check_requested(variant, subspace));
  std::sort(wanted.begin(), wanted.end(), [](const Subspace& left, const Subspace& right) {
    return check_rank(left) < check_rank(right);
  });
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  return wanted;
}

/// Memory for everything but tables: the program, indexes of major stones, what each thread decodes
/// and computes with, and lists of steps, which are longer the larger the tables are.
std::uint64_t beside_tables(const Variant& variant, const std::vector<CheckNeeds>& checks,
                            const VerifyOptions& options) {
  constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;
  constexpr std::uint64_t kIndexEntry = 5;  // bytes
  const int threads = options.threads > 0 ? options.threads : available_processors();
  std::uint64_t bytes = (8 + static_cast<std::uint64_t>(threads)) * kMebibyte;
  std::uint64_t largest = 0;
  std::set<int> indexes;
  for (const CheckNeeds& needs : checks)
    for (const Subspace& subspace : needs.subspaces()) {
      indexes.insert(std::max(subspace.own, subspace.opponent));
      largest = std::max(largest, slot_count(*variant.board, subspace));
    }
  for (const int stones : indexes) bytes += kIndexEntry * binomial(variant.board->points(), stones);
  return bytes + std::min(largest, 220 * kMebibyte);
}

/// What is left of the budget for tables; refuses one that the largest check exceeds. 0: no limit.
Result<std::uint64_t> budget_for_tables(const Variant& variant,
                                        const std::vector<CheckNeeds>& checks,
                                        const VerifyOptions& options) {
  const std::uint64_t budget = options.memory;
  if (budget == 0) return 0;
  const std::uint64_t beside = beside_tables(variant, checks, options);
  std::uint64_t least = 0;
  Subspace largest;
  for (const CheckNeeds& needs : checks) {
    const std::uint64_t bytes = beside + verifier::peak_bytes(variant, needs);
    if (bytes <= least) continue;
    least = bytes;
    largest = needs.checked;
  }
  const std::uint64_t mebibytes = (least >> 20) + 1;
  if (least > budget)
    return fail(ErrorCode::kNotEnoughMemory,
                "verifying {} takes {} MiB of memory, the budget is {} MiB: give --memory {}M or "
                "more",
                largest.text(), mebibytes, budget >> 20, mebibytes);
  return budget - beside;
}

/// Distances follow only from distances.
Result<void> check_metrics(const verifier::TableShelf::Tables& tables, const Variant& variant,
                           const std::filesystem::path& directory) {
  if (!tables.checked->has_distances()) return {};
  for (const verifier::LoadedSubspace* table : tables.successors)
    if (!table->has_distances())
      return fail(ErrorCode::kMissingFile,
                  "{} is not there, {} makes it; the distances of {} cannot be verified without it",
                  (directory / file_name(table->subspace(), Metric::kDistance)).string(),
                  build_command(variant_options(variant), directory, table->subspace().text()),
                  tables.checked->subspace().text());
  return {};
}

/// Whether an error tells of a file, so that other files may still be checked.
bool is_of_a_file(ErrorCode code) {
  return code == ErrorCode::kMissingFile || code == ErrorCode::kDamagedFile ||
         code == ErrorCode::kUnsupportedVersion || code == ErrorCode::kWrongRules ||
         code == ErrorCode::kInputOutput || code == ErrorCode::kVerificationFailed;
}

/// What is said of a subspace whose files, or those it leads to, cannot be read.
SubspaceReport unchecked(const Variant& variant, const Subspace& subspace, std::string fault) {
  SubspaceReport report;
  report.subspace = subspace;
  report.slots = slot_count(*variant.board, subspace);
  report.fault = std::move(fault);
  return report;
}

/// One call of verify_database().
class DatabaseVerifier {
 public:
  DatabaseVerifier(const std::filesystem::path& directory, const Variant& variant,
                   const VerifyOptions& options)
      : directory_(directory), variant_(variant), options_(options) {}

  Result<VerifyReport> run();

 private:
  Result<SubspaceReport> check(const CheckNeeds& needs, verifier::TableShelf& shelf,
                               ProgressMeter& progress);

  const std::filesystem::path& directory_;
  const Variant& variant_;
  const VerifyOptions& options_;
};

Result<VerifyReport> DatabaseVerifier::run() {
  const auto subspaces = MILLSTONE_TRY(subspaces_to_check(directory_, variant_, options_));
  std::vector<CheckNeeds> checks;
  std::uint64_t slots = 0;
  for (const Subspace& subspace : subspaces) {
    checks.push_back(verifier::needs_of(variant_, subspace));
    slots += slot_count(*variant_.board, subspace);
  }
  const auto budget = MILLSTONE_TRY(budget_for_tables(variant_, checks, options_));
  verifier::TableShelf shelf({directory_, variant_, options_.control.stop}, checks, budget);
  ProgressMeter progress(options_, slots);
  VerifyReport report;
  std::optional<Error> first;
  std::size_t faults = 0;
  for (const CheckNeeds& needs : checks) {
    auto checked = check(needs, shelf, progress);
    shelf.give_back(needs);
    if (!checked) {
      if (!is_of_a_file(checked.error().code)) return tl::unexpected(checked.error());
      if (!first) first = checked.error();
      checked = unchecked(variant_, needs.checked, checked.error().message);
      progress.add(checked->slots);
    }
    if (!checked->first_difference.empty() && !first)
      first = Error{ErrorCode::kVerificationFailed, checked->first_difference};
    faults += !checked->ok();
    if (options_.finished) options_.finished(*checked);
    report.subspaces.push_back(std::move(*checked));
  }
  if (faults == 0) return report;
  if (faults == 1) return tl::unexpected(*first);
  return fail(first->code, "{} of {} subspaces do not hold; the first: {}", faults, checks.size(),
              first->message);
}

Result<SubspaceReport> DatabaseVerifier::check(const CheckNeeds& needs, verifier::TableShelf& shelf,
                                               ProgressMeter& progress) {
  const auto start = Clock::now();
  progress.start(needs.checked);
  auto tables = MILLSTONE_TRY(shelf.take(needs));
  MILLSTONE_TRY(check_metrics(tables, variant_, directory_));
  verifier::CheckOptions check_options;
  check_options.sample = std::max<std::uint64_t>(1, options_.sample.value_or(1));
  check_options.seed = options_.seed;
  check_options.stop = options_.control.stop;
  check_options.done = [&](std::uint64_t slots) { progress.add(slots); };
  auto report = verifier::check_subspace(
      *tables.checked, {variant_, needs.checked, tables.successors}, check_options);
  if (report) report->seconds = seconds_since(start);
  return report;
}

}  // namespace

Result<VerifyReport> verify_database(const std::filesystem::path& directory, const Variant& variant,
                                     const VerifyOptions& options) {
  try {
    tbb::task_arena arena(options.threads > 0 ? options.threads : tbb::task_arena::automatic);
    return arena.execute([&] { return DatabaseVerifier(directory, variant, options).run(); });
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for the verification");
  }
}

}  // namespace mill
