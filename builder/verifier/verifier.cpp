#include "builder/verifier/verifier.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <new>
#include <numeric>
#include <set>
#include <thread>
#include <tuple>

#include "base/machine.h"
#include "base/numbers.h"
#include "base/timing.h"
#include "builder/verifier/grade_check.h"
#include "builder/verifier/subspace_check.h"
#include "builder/verifier/table_shelf.h"
#include "formats/build_hint.h"
#include "formats/database_directory.h"
#include "game/subset_rank.h"

namespace mill {

namespace verifier {

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

}  // namespace verifier

namespace {

using verifier::CheckNeeds;
using Clock = std::chrono::steady_clock;

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

int threads_of(const VerifyOptions& options) {
  return options.threads > 0 ? options.threads : available_processors();
}

/// Memory for everything but tables: the program, indexes of major stones, what each thread decodes
/// and computes with, and lists of steps, which are longer the larger the tables are.
std::uint64_t beside_tables(const Variant& variant, const std::vector<CheckNeeds>& checks,
                            const VerifyOptions& options, const std::filesystem::path& directory) {
  constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;
  constexpr std::uint64_t kIndexEntry = 5;  // bytes
  const int threads = threads_of(options);
  std::uint64_t bytes = kProgramMemory + static_cast<std::uint64_t>(threads) * kMebibyte;
  std::uint64_t largest = 0;
  std::set<int> indexes;
  for (const CheckNeeds& needs : checks)
    for (const Subspace& subspace : needs.subspaces()) {
      indexes.insert(std::max(subspace.own, subspace.opponent));
      largest = std::max(largest, slot_count(*variant.board, subspace));
    }
  for (const int stones : indexes) bytes += kIndexEntry * binomial(variant.board->points(), stones);
  std::uint64_t grades = 0;
  for (const CheckNeeds& needs : checks)
    if (verifier::has_grades({directory, variant, {}}, needs.checked))
      grades = std::max(grades, verifier::grade_check_memory(variant, needs.checked));
  return bytes + grades + std::min(largest, 220 * kMebibyte);
}

/// What is left of the budget for tables; refuses one that the largest check exceeds. 0: no limit.
Result<std::uint64_t> budget_for_tables(const Variant& variant,
                                        const std::vector<CheckNeeds>& checks,
                                        const VerifyOptions& options,
                                        const std::filesystem::path& directory) {
  const std::uint64_t budget = options.memory;
  if (budget == 0) return 0;
  const std::uint64_t beside = beside_tables(variant, checks, options, directory);
  std::uint64_t least = 0;
  Subspace largest;
  for (const CheckNeeds& needs : checks) {
    const std::uint64_t bytes = beside + verifier::peak_bytes(variant, needs);
    if (bytes <= least) continue;
    least = bytes;
    largest = needs.checked;
  }
  const std::uint64_t mebibytes = mebibytes_for(least);
  if (least > budget)
    return fail(ErrorCode::kNotEnoughMemory,
                "verifying {} takes {} MiB of memory, the budget is {} MiB: give --memory {}M or "
                "more",
                largest.text(), mebibytes, budget >> 20, mebibytes);
  return budget - beside;
}

/// Bytes of the largest table that a check makes, of grades if need be.
std::size_t largest_made_table(const Variant& variant, const std::vector<CheckNeeds>& checks) {
  std::uint64_t slots = 0;
  for (const CheckNeeds& needs : checks)
    slots = std::max(slots, verifier::made_tables(variant, needs.checked).slots);
  return slots * sizeof(verifier::GradeWorth);
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
SubspaceReport unchecked(const Variant& variant, const Subspace& subspace, const Error& fault) {
  SubspaceReport report;
  report.subspace = subspace;
  report.slots = slot_count(*variant.board, subspace);
  report.fault = fault.message;
  report.fault_code = fault.code;
  return report;
}

/// About how long a check takes, in nanoseconds of a processor.
double cost_of(const Variant& variant, const Subspace& subspace, std::uint64_t sample) {
  constexpr double kLoadAndCount = 9, kWholeBlock = 50, kPositionByPosition = 250;
  const bool whole =
      verifier::method_for(variant, subspace) != verifier::Method::kPositionByPosition;
  const double recompute = whole ? kWholeBlock : kPositionByPosition;
  return static_cast<double>(slot_count(*variant.board, subspace)) *
         (kLoadAndCount + recompute / static_cast<double>(sample));
}

std::uint64_t sample_of(const VerifyOptions& options) {
  return std::max<std::uint64_t>(1, options.sample.value_or(1));
}

std::vector<std::size_t> in_order(const Variant& variant, const std::vector<Subspace>& subspaces,
                                  std::uint64_t sample, CheckOrder order) {
  std::vector<std::size_t> numbers(subspaces.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  if (order == CheckOrder::kOfReport) return numbers;
  std::vector<double> costs;
  costs.reserve(subspaces.size());
  for (const Subspace& subspace : subspaces) costs.push_back(cost_of(variant, subspace, sample));
  std::stable_sort(numbers.begin(), numbers.end(),
                   [&](std::size_t left, std::size_t right) { return costs[left] > costs[right]; });
  return numbers;
}

}  // namespace

class Verification::Parts {
 public:
  Parts(std::filesystem::path directory, const Variant& variant, const VerifyOptions& options,
        std::vector<Subspace> subspaces, CheckOrder order)
      : directory_(std::move(directory)),
        variant_(variant),
        options_(options),
        arena_(threads_of(options)),
        subspaces_(std::move(subspaces)),
        order_(in_order(variant_, subspaces_, sample_of(options), order)),
        progress_(options_, slots_of(variant_, subspaces_)) {
    for (const std::size_t number : order_)
      checks_.push_back(verifier::needs_of(variant_, subspaces_[number]));
  }

  Result<void> make_room();
  const std::vector<Subspace>& subspaces() const { return subspaces_; }
  const std::vector<std::size_t>& order() const { return order_; }
  Result<SubspaceReport> check(std::size_t number);

 private:
  static std::uint64_t slots_of(const Variant& variant, const std::vector<Subspace>& subspaces) {
    std::uint64_t slots = 0;
    for (const Subspace& each : subspaces) slots += slot_count(*variant.board, each);
    return slots;
  }
  Result<SubspaceReport> compare(const CheckNeeds& needs);

  const std::filesystem::path directory_;
  const Variant variant_;
  const VerifyOptions options_;
  tbb::task_arena arena_;
  const std::vector<Subspace> subspaces_;
  const std::vector<std::size_t> order_;
  std::vector<CheckNeeds> checks_;  // in order
  std::size_t next_ = 0;            // of these
  std::optional<verifier::TableShelf> shelf_;
  std::optional<verifier::TableMemory> memory_;
  verifier::ProgressMeter progress_;
};

Result<void> Verification::Parts::make_room() {
  const auto budget = MILLSTONE_TRY(budget_for_tables(variant_, checks_, options_, directory_));
  shelf_.emplace(verifier::LoadContext{directory_, variant_, options_.control.stop}, checks_,
                 budget);
  memory_.emplace(largest_made_table(variant_, checks_));
  return {};
}

Result<SubspaceReport> Verification::Parts::check(std::size_t number) {
  for (; order_[next_] != number; ++next_) shelf_->give_back(checks_[next_]);
  const CheckNeeds& needs = checks_[next_++];
  auto checked = arena_.execute([&] { return compare(needs); });
  shelf_->give_back(needs);
  if (checked || !is_of_a_file(checked.error().code)) return checked;
  SubspaceReport report = unchecked(variant_, needs.checked, checked.error());
  progress_.add(report.slots);
  return report;
}

Result<SubspaceReport> Verification::Parts::compare(const CheckNeeds& needs) {
  const auto start = Clock::now();
  progress_.start(needs.checked);
  const verifier::MadeTables made = verifier::made_tables(variant_, needs.checked);
  memory_->keep(made.count, made.slots * sizeof(OutcomeByte));
  auto tables = MILLSTONE_TRY(shelf_->take(needs));
  MILLSTONE_TRY(check_metrics(tables, variant_, directory_));
  verifier::CheckOptions check_options;
  check_options.sample = sample_of(options_);
  check_options.seed = options_.seed;
  check_options.stop = options_.control.stop;
  check_options.done = [&](std::uint64_t slots) { progress_.add(slots); };
  const verifier::SuccessorTables successors{variant_, needs.checked, tables.successors, *memory_};
  auto report = MILLSTONE_TRY(verifier::check_subspace(*tables.checked, successors, check_options));
  const verifier::LoadContext context{directory_, variant_, options_.control.stop};
  if (verifier::has_grades(context, needs.checked))
    MILLSTONE_TRY(
        verifier::check_grades(context, *tables.checked, successors, check_options, report));
  report.seconds = seconds_since(start);
  return report;
}

Result<Verification> Verification::start(const std::filesystem::path& directory,
                                         const Variant& variant, const VerifyOptions& options,
                                         CheckOrder order) {
  auto subspaces = MILLSTONE_TRY(subspaces_to_check(directory, variant, options));
  auto parts = std::make_unique<Parts>(directory, variant, options, std::move(subspaces), order);
  MILLSTONE_TRY(parts->make_room());
  return Verification(std::move(parts));
}

Verification::Verification(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Verification::Verification(Verification&& other) noexcept = default;
Verification& Verification::operator=(Verification&& other) noexcept = default;
Verification::~Verification() = default;

const std::vector<Subspace>& Verification::subspaces() const { return parts_->subspaces(); }

const std::vector<std::size_t>& Verification::order() const { return parts_->order(); }

Result<SubspaceReport> Verification::check(std::size_t number) {
  try {
    return parts_->check(number);
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for the verification");
  }
}

Result<VerifyReport> verdict_on(std::vector<SubspaceReport> reports) {
  std::optional<Error> first;
  std::size_t faults = 0;
  for (const SubspaceReport& report : reports) {
    if (report.ok()) continue;
    ++faults;
    if (first) continue;
    first = report.fault.empty() ? Error{ErrorCode::kVerificationFailed, report.first_difference}
                                 : Error{report.fault_code, report.fault};
  }
  if (faults == 0) return VerifyReport{std::move(reports)};
  if (faults == 1) return tl::unexpected(*first);
  return fail(first->code, "{} of {} subspaces do not hold; the first: {}", faults, reports.size(),
              first->message);
}

Result<VerifyReport> verify_database(const std::filesystem::path& directory, const Variant& variant,
                                     const VerifyOptions& options) {
  auto verification =
      MILLSTONE_TRY(Verification::start(directory, variant, options, CheckOrder::kOfReport));
  std::vector<SubspaceReport> reports;
  for (const std::size_t number : verification.order()) {
    auto report = MILLSTONE_TRY(verification.check(number));
    if (options.finished) options.finished(report);
    reports.push_back(std::move(report));
  }
  return verdict_on(std::move(reports));
}

}  // namespace mill
