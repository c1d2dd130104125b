#include "builder/verifier/grade_check.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "base/parallel.h"
#include "builder/verifier/picked_blocks.h"
#include "builder/verifier/plain_turns.h"
#include "builder/verifier/table_shelf.h"
#include "formats/score_table.h"
#include "formats/subspace_grades.h"
#include "game/placing_end.h"
#include "game/position_text.h"

namespace mill::verifier {
namespace {

/// The grades of the subspaces that turns lead to.
struct GradeTables {
  struct Table {
    SubspaceGrades grades;
    Numbering numbering;
  };

  const Variant& variant;
  ScoreTable scores;
  std::map<Subspace, Table> tables;

  const Table& at(const Subspace& subspace) const { return tables.at(subspace); }
};

/// Graded values, for PlainTurns.
class PlainGrades {
 public:
  using Worth = GradedValue;

  explicit PlainGrades(const GradeTables& tables) : tables_(tables) {}

  const Variant& variant() const { return tables_.variant; }
  GradedValue lost() const { return {Value::kLoss, {}}; }
  GradedValue drawn() const { return {}; }
  GradedValue won_in_one() const { return {Value::kWin, {}}; }

  GradedValue in_table(const Position& position) const {
    const GradeTables::Table& table = tables_.at(subspace_of(variant(), position));
    return table.grades.at(table.numbering.slot(position));
  }

  GradedValue before(const Position& here, const Played& played, const GradedValue& after) const {
    return graded_before(after, tables_.scores.of(variant(), played.position),
                         tables_.scores.of(variant(), here), played.same_side);
  }

  bool is_better(const GradedValue& left, const GradedValue& right) const {
    return mill::is_better(left, right);
  }

 private:
  const GradeTables& tables_;
};

/// Whole files that were made with these scores.
Result<GradeTables> load(const LoadContext& context, const SuccessorTables& successors) {
  auto scores = MILLSTONE_TRY(read_score_table(context.directory, context.variant));
  GradeTables loaded{context.variant, std::move(scores), {}};
  const std::uint64_t checksum = checksum_of(loaded.scores);
  std::vector<Subspace> wanted = {successors.subspace};
  for (const LoadedSubspace* table : successors.tables) wanted.push_back(table->subspace());
  for (const Subspace& subspace : wanted) {
    if (loaded.tables.contains(subspace)) continue;
    const auto file = MILLSTONE_TRY(DatabaseFile::open(
        context.directory / file_name(subspace, Metric::kGrade), context.variant));
    MILLSTONE_TRY(file.check_whole_file());
    const GradeData& data = file.grade_data();
    if (data.scores_checksum != checksum || data.score != loaded.scores.of(subspace))
      return fail(ErrorCode::kVerificationFailed, "{}: was made with other scores than those in {}",
                  file.place(), kScoreTableName);
    auto grades = MILLSTONE_TRY(
        SubspaceGrades::load(context.directory, context.variant, subspace, context.stop));
    loaded.tables.emplace(subspace, GradeTables::Table{std::move(grades),
                                                       Numbering::make(context.variant, subspace)});
  }
  return loaded;
}

std::string graded_text(const GradedValue& graded) {
  if (graded.value != Value::kDraw) return std::string(value_name(graded.value));
  return fmt::format("draw {}", grade_text(graded.grade));
}

}  // namespace

bool has_grades(const LoadContext& context, const Subspace& subspace) {
  std::error_code error;
  return std::filesystem::exists(context.directory / file_name(subspace, Metric::kGrade), error);
}

Result<void> check_grades(const LoadContext& context, const SuccessorTables& successors,
                          const CheckOptions& options, SubspaceReport& report) {
  const Variant& variant = context.variant;
  const GradeTables tables = MILLSTONE_TRY(load(context, successors));
  const auto& [grades, numbering] = tables.at(successors.subspace);
  const PlainTurns<PlainGrades> turns{PlainGrades(tables)};
  std::mutex mutex;
  std::uint64_t differences = 0, lowest = UINT64_MAX;
  GradedValue recomputed_lowest;
  const auto check_slot = [&, &grades = grades, &numbering = numbering](std::uint64_t slot) {
    const GradedValue stored = grades.at(slot);
    if (stored.value != Value::kDraw) return;  // values have been checked
    const Position position = numbering.position(successors.subspace, slot);
    const bool is_vain = successors.subspace.due != 0 && !may_have_counted(variant, position);
    const GradedValue recomputed = is_vain ? GradedValue{} : turns.best(position);
    if (recomputed == stored) return;
    const std::lock_guard lock(mutex);
    ++differences;
    if (slot > lowest) return;
    lowest = slot;
    recomputed_lowest = recomputed;
  };
  const std::uint32_t size = numbering.block_size();
  for_each_index(numbering.blocks(), [&, &numbering = numbering](std::uint32_t block) {
    if (options.stop.is_set()) return;
    if (!is_picked(block, numbering.blocks(), options.sample, options.seed)) return;
    for (std::uint32_t rank = 0; rank < size; ++rank)
      check_slot(std::uint64_t{block} * size + rank);
  });
  if (options.stop.is_set()) return fail(ErrorCode::kInterrupted, "the verification was stopped");
  report.grades = true;
  report.differences += differences;
  if (differences != 0 && report.first_difference.empty())
    report.first_difference = fmt::format(
        "{}: slot {} ({}) is stored as a {}, but by its successors it is a {}",
        (context.directory / file_name(successors.subspace, Metric::kGrade)).string(), lowest,
        position_text(variant,
                      with_colours(variant, numbering.position(successors.subspace, lowest))),
        graded_text(grades.at(lowest)), graded_text(recomputed_lowest));
  return {};
}

std::uint64_t grade_check_memory(const Variant& variant, const Subspace& subspace) {
  const CheckNeeds needs = needs_of(variant, subspace);
  std::uint64_t bytes = 0;
  for (const Subspace& each : needs.subspaces())
    bytes += sizeof(GradeCode) * slot_count(*variant.board, each);
  return bytes;
}

}  // namespace mill::verifier
