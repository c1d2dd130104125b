#include "prober/prober.h"

#include <algorithm>
#include <utility>

#include "prober/prober_database.h"

namespace mill {
namespace {

std::string outcome_text(Value value, std::optional<int> distance) {
  return distance ? fmt::format("{} in {}", value_name(value), *distance)
                  : std::string(value_name(value));
}

}  // namespace

Prober::Prober(std::unique_ptr<const Database> database) : database_(std::move(database)) {}
Prober::~Prober() = default;
Prober::Prober(Prober&&) noexcept = default;
Prober& Prober::operator=(Prober&&) noexcept = default;

Result<Prober> Prober::open(const std::vector<std::filesystem::path>& directories,
                            const Variant& variant, const ProberOptions& options) {
  auto cache = MILLSTONE_TRY(PageCache::create(options.cache_bytes));
  auto database =
      std::make_unique<Database>(directories, variant, options.access, std::move(cache));
  MILLSTONE_TRY(database->find_files(options.only, options.compiled_in));
  return Prober(std::move(database));
}

Result<Prober> Prober::open(const std::filesystem::path& directory, const Variant& variant,
                            const ProberOptions& options) {
  return open(std::vector{directory}, variant, options);
}

Prober Prober::without_files(const Variant& variant) {
  auto cache = PageCache::create(0);
  MILLSTONE_CHECK(cache.has_value());  // no memory is asked for
  return Prober(std::make_unique<Database>(std::vector<std::filesystem::path>{}, variant,
                                           FileAccess::kMapped, std::move(*cache)));
}

Result<Value> Prober::value(const Position& position) const {
  if (const auto value = database_->cached_value(position)) return *value;
  return database_->value_slowly(position);
}

Result<void> Prober::values(std::span<const Position> positions,
                            std::span<std::optional<Value>> answers) const {
  MILLSTONE_CHECK(positions.size() == answers.size());
  Result<void> first_error;
  for (std::size_t first = 0; first < positions.size(); first += Database::kTogether) {
    const std::size_t count = std::min(Database::kTogether, positions.size() - first);
    const auto some = positions.subspan(first, count);
    const auto found = answers.subspan(first, count);
    database_->cached_values(some, found);
    for (std::size_t i = 0; i < count; ++i) {
      if (found[i]) continue;
      auto decoded = value(some[i]);
      if (decoded)
        found[i] = *decoded;
      else if (first_error)
        first_error = tl::unexpected(std::move(decoded.error()));
    }
  }
  return first_error;
}

Result<Outcome> Prober::outcome(const Position& position) const {
  return database_->look_up(position, Detail::kDistance);
}

Result<KnownValue> Prober::known_value(const Position& position) const {
  KnownValue known;
  const auto outcome = database_->look_up(position, Detail::kDistance);
  if (outcome)
    known = {outcome->value, distance_of(*outcome, Detail::kDistance)};
  else if (outcome.error().code == ErrorCode::kMissingFile)
    known.value = MILLSTONE_TRY(value(position));
  else
    return tl::unexpected(outcome.error());
  if (known.value == Value::kDraw) known.grade = MILLSTONE_TRY(known_grade(position));
  return known;
}

std::optional<Value> Prober::cached_value(const Position& position) const {
  return database_->cached_value(position);
}

Result<std::vector<RankedTurn>> Prober::rank_turns(const Position& position, Detail detail) const {
  MILLSTONE_TRY(check_probed(variant(), position));
  auto turns = database_->turns(position, detail);
  if (turns) std::stable_sort(turns->begin(), turns->end(), ranks_before);
  return turns;
}

Result<std::vector<RankedTurn>> Prober::known_turns(const Position& position) const {
  auto turns = rank_turns(position, Detail::kDistance);
  if (!turns && turns.error().code == ErrorCode::kMissingFile)
    turns = rank_turns(position, Detail::kValue);
  if (!turns || !database_->has_grades()) return turns;
  MILLSTONE_TRY(database_->add_grades(position, *turns));
  std::stable_sort(turns->begin(), turns->end(), ranks_before);
  return turns;
}

Result<GradedValue> Prober::graded_value(const Position& position) const {
  if (!database_->has_grades())
    return fail(ErrorCode::kMissingFile,
                "there are no grades in this database; `millstone grade` makes them");
  return database_->look_up_grade(position);
}

/// Of a draw; none where a file is missing.
Result<std::optional<Grade>> Prober::known_grade(const Position& position) const {
  if (!database_->has_grades()) return std::nullopt;
  const auto graded = database_->look_up_grade(position);
  if (graded) return graded->grade;
  if (graded.error().code == ErrorCode::kMissingFile) return std::nullopt;
  return tl::unexpected(graded.error());
}

Result<ProbeReport> Prober::probe(const Position& position) const {
  const KnownValue known = MILLSTONE_TRY(known_value(position));
  auto turns = MILLSTONE_TRY(known_turns(position));
  ProbeReport report{known.value, known.distance, known.grade, std::move(turns)};
  if (report.turns.empty()) return report;
  const RankedTurn& best = report.turns.front();
  const bool both_distances = best.distance && report.distance;
  const bool both_grades = best.grade && report.grade;
  if (both_grades && *best.grade != *report.grade)
    return fail(ErrorCode::kVerificationFailed,
                "subspace {} says {} where the best turn gives {}: verify the database",
                subspace_of(variant(), position).text(), grade_text(*report.grade),
                grade_text(*best.grade));
  if (best.value != report.value || (both_distances && *best.distance != *report.distance))
    return fail(ErrorCode::kVerificationFailed,
                "subspace {} says {} where the best turn gives {}: verify the database",
                subspace_of(variant(), position).text(),
                outcome_text(report.value, report.distance),
                outcome_text(best.value, best.distance));
  return report;
}

Result<void> Prober::preload_values() const { return database_->preload_values(); }
Result<void> Prober::open_all() const { return database_->open_all(); }
Error Prober::missing_file(const Subspace& subspace) const {
  return database_->missing(subspace).value();
}

const std::vector<std::filesystem::path>& Prober::directories() const {
  return database_->directories();
}
const std::vector<Subspace>& Prober::subspaces() const { return database_->subspaces(); }
const std::vector<Subspace>& Prober::subspaces_with_distances() const {
  return database_->subspaces_with_distances();
}
const Variant& Prober::variant() const { return database_->variant(); }
ProbeCounters Prober::counters() const { return database_->counters(); }

}  // namespace mill
