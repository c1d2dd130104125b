#include "builder/verifier/grade_check.h"

#include <algorithm>
#include <mutex>
#include <span>

#include "base/parallel.h"
#include "builder/verifier/block_method.h"
#include "builder/verifier/graded_order.h"
#include "builder/verifier/picked_blocks.h"
#include "builder/verifier/plain_grades.h"
#include "builder/verifier/table_shelf.h"
#include "game/position_text.h"

namespace mill::verifier {
namespace {

/// Whole files that were made with the scores beside them.
Result<GradeTables> load(const LoadContext& context, const LoadedSubspace& checked,
                         const SuccessorTables& successors) {
  auto scores = MILLSTONE_TRY(read_score_table(context.directory, context.variant));
  GradeTables loaded{context.variant, std::move(scores), {}};
  const std::uint64_t checksum = checksum_of(loaded.scores);
  std::vector<const LoadedSubspace*> wanted = successors.tables;
  wanted.push_back(&checked);
  for (const LoadedSubspace* each : wanted) {
    const Subspace& subspace = each->subspace();
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
    loaded.tables.emplace(subspace, GradeTables::Table{std::move(grades), &each->numbering()});
  }
  return loaded;
}

std::string graded_text(const GradedValue& graded) {
  if (graded.value != Value::kDraw) return std::string(value_name(graded.value));
  return fmt::format("draw {}", grade_text(graded.grade));
}

/// The check of one subspace. Draws alone are compared: values have been checked.
class GradeChecker {
 public:
  GradeChecker(const LoadContext& context, const LoadedSubspace& checked,
               const CheckOptions& options, TableMemory& memory, GradeTables tables)
      : context_(context),
        options_(options),
        memory_(memory),
        numbering_(checked.numbering()),
        subspace_(checked.subspace()),
        tables_(std::move(tables)) {}

  Result<void> run(SubspaceReport& report);

 private:
  GradedOrder order_of_all() const;
  void check_plainly(std::uint64_t slot, std::uint64_t differences);
  void check_all_plainly();
  Result<void> check_blocks(const GradedOrder& order);
  Result<Successors<GradeWorth>> successors_in(const GradedOrder& order);
  void make_worths(const GradedOrder& order, const GradeTables::Table& table, GradeWorth* worths);
  void compare(std::uint64_t first_slot, std::span<const GradeWorth> recomputed,
               const std::vector<GradeWorth>& stored, const GradedOrder& order);
  void add_difference(std::uint64_t slot, const GradedValue& recomputed, std::uint64_t how_many);
  template <typename Check>
  void for_picked_blocks(Check&& check) const;
  const SubspaceGrades& grades() const { return tables_.tables.at(subspace_).grades; }
  std::string first_difference() const;

  const LoadContext& context_;
  const CheckOptions& options_;
  TableMemory& memory_;
  const Numbering& numbering_;
  const Subspace subspace_;
  GradeTables tables_;
  LargeArray<GradeWorth> own_as_successor_;  // where turns lead from the subspace to itself
  std::mutex mutex_;
  std::uint64_t differences_ = 0;
  std::uint64_t lowest_ = UINT64_MAX;  // slot
  GradedValue recomputed_lowest_;
};

/// The grades of the subspace, and what those of the others are to who moves there.
GradedOrder GradeChecker::order_of_all() const {
  std::vector<Grade> all = {Grade{}};
  all.insert(all.end(), grades().data().grades.begin(), grades().data().grades.end());
  for (const auto& [subspace, table] : tables_.tables)
    for (const Grade& grade : table.grades.data().grades)
      all.push_back(
          grade_before(grade, tables_.scores.of(subspace), tables_.scores.of(subspace_), false));
  return GradedOrder(std::move(all));
}

void GradeChecker::add_difference(std::uint64_t slot, const GradedValue& recomputed,
                                  std::uint64_t how_many) {
  const std::lock_guard lock(mutex_);
  differences_ += how_many;
  if (slot > lowest_) return;
  lowest_ = slot;
  recomputed_lowest_ = recomputed;
}

void GradeChecker::check_plainly(std::uint64_t slot, std::uint64_t differences) {
  const GradedValue stored = grades().at(slot);
  if (stored.value != Value::kDraw) return;
  const GradedValue recomputed = regrade_plainly(tables_, numbering_.position(subspace_, slot));
  if (recomputed != stored) add_difference(slot, recomputed, differences);
}

template <typename Check>
void GradeChecker::for_picked_blocks(Check&& check) const {
  for_each_index(numbering_.blocks(), [&](std::uint32_t block) {
    if (options_.stop.is_set()) return;
    if (is_picked(block, numbering_.blocks(), options_.sample, options_.seed)) check(block);
  });
}

void GradeChecker::check_all_plainly() {
  const std::uint32_t size = numbering_.block_size();
  for_picked_blocks([&](std::uint32_t block) {
    for (std::uint32_t rank = 0; rank < size; ++rank)
      check_plainly(std::uint64_t{block} * size + rank, 1);
  });
}

/// What the positions of a table are worth as those that a turn leads to.
/// @param worths  may be where the codes are
void GradeChecker::make_worths(const GradedOrder& order, const GradeTables::Table& table,
                               GradeWorth* worths) {
  const std::vector<Grade>& listed = table.grades.data().grades;
  const int after = tables_.scores.of(table.grades.subspace());
  const int here = tables_.scores.of(subspace_);
  const auto worth_of = [&](const GradedValue& graded) {
    return worth_before(order.worth(graded_before(graded, after, here, false)));
  };
  std::vector<GradeWorth> by_code;
  by_code.reserve(listed.size());
  for (const Grade& grade : listed) by_code.push_back(worth_of({Value::kDraw, grade}));
  const GradeWorth won = worth_of({Value::kWin, {}}), lost = worth_of({Value::kLoss, {}});
  const GradeCode* codes = table.grades.codes();
  const std::uint64_t size = table.numbering->block_size();
  for_each_index(table.numbering->blocks(), [&](std::uint64_t block) {
    for (std::uint64_t slot = block * size; slot < (block + 1) * size; ++slot) {
      const GradeCode code = codes[slot];
      worths[slot] = code == kWonCode ? won : code == kLostCode ? lost : by_code[code];
    }
  });
}

/// What the tables hold made into worths, where it is; of the subspace itself, which is still to be
/// compared, elsewhere.
Result<Successors<GradeWorth>> GradeChecker::successors_in(const GradedOrder& order) {
  Successors<GradeWorth> successors{context_.variant, subspace_, memory_, {}, {}};
  for (auto& [subspace, table] : tables_.tables) {
    GradeWorth* worths = table.grades.codes();
    if (subspace == subspace_) {
      if (!leads_to_itself(context_.variant, subspace_)) continue;
      own_as_successor_ = MILLSTONE_TRY(LargeArray<GradeWorth>::make(table.grades.slots()));
      worths = own_as_successor_.data();
    }
    make_worths(order, table, worths);
    successors.tables.push_back({subspace, table.numbering, worths});
  }
  return successors;
}

void GradeChecker::compare(std::uint64_t first_slot, std::span<const GradeWorth> recomputed,
                           const std::vector<GradeWorth>& stored, const GradedOrder& order) {
  const GradeCode* codes = grades().codes() + first_slot;
  std::uint64_t differences = 0;
  std::size_t first = 0;
  for (std::size_t rank = recomputed.size(); rank-- > 0;) {
    const GradeCode code = codes[rank];
    if (code == kWonCode || code == kLostCode || stored[code] == recomputed[rank]) continue;
    ++differences;
    first = rank;
  }
  if (differences != 0)
    add_difference(first_slot + first, order.graded(recomputed[first]), differences);
}

/// Leaves worths in the tables of all but the subspace itself.
Result<void> GradeChecker::check_blocks(const GradedOrder& order) {
  std::vector<GradeWorth> stored;  // by code
  for (const Grade& grade : grades().data().grades)
    stored.push_back(order.worth({Value::kDraw, grade}));
  Successors<GradeWorth> successors = MILLSTONE_TRY(successors_in(order));
  successors.plainly = [&, drawn = order.worth({})](const Position& position) {
    return regrade_plainly(successors, drawn, position);
  };
  const auto recompute = MILLSTONE_TRY(block_method(successors, numbering_, options_.sample));
  const std::uint32_t size = numbering_.block_size();
  for_picked_blocks([&](std::uint32_t block) {
    std::vector<GradeWorth> recomputed(size);
    recompute(block, recomputed.data());
    compare(std::uint64_t{block} * size, recomputed, stored, order);
  });
  return {};
}

std::string GradeChecker::first_difference() const {
  const Position position = numbering_.position(subspace_, lowest_);
  return fmt::format("{}: slot {} ({}) is stored as a {}, but by its successors it is a {}",
                     (context_.directory / file_name(subspace_, Metric::kGrade)).string(), lowest_,
                     position_text(context_.variant, with_colours(context_.variant, position)),
                     graded_text(grades().at(lowest_)), graded_text(recomputed_lowest_));
}

Result<void> GradeChecker::run(SubspaceReport& report) {
  const GradedOrder order = order_of_all();
  if (grades_compare_as_worths(context_.variant, subspace_) &&
      order.size() <= GradedOrder::kMostGrades) {
    for_each_spread(numbering_.slots(), options_.seed,
                    [&](std::uint64_t slot) { check_plainly(slot, 0); });
    MILLSTONE_TRY(check_blocks(order));
  } else {
    check_all_plainly();
  }
  if (options_.stop.is_set()) return fail(ErrorCode::kInterrupted, "the verification was stopped");
  report.grades = true;
  report.differences += differences_;
  if (lowest_ != UINT64_MAX && report.first_difference.empty())
    report.first_difference = first_difference();
  return {};
}

}  // namespace

bool has_grades(const LoadContext& context, const Subspace& subspace) {
  std::error_code error;
  return std::filesystem::exists(context.directory / file_name(subspace, Metric::kGrade), error);
}

Result<void> check_grades(const LoadContext& context, const LoadedSubspace& checked,
                          const SuccessorTables& successors, const CheckOptions& options,
                          SubspaceReport& report) {
  GradeTables tables = MILLSTONE_TRY(load(context, checked, successors));
  return GradeChecker(context, checked, options, successors.memory, std::move(tables)).run(report);
}

std::uint64_t grade_check_memory(const Variant& variant, const Subspace& subspace) {
  const CheckNeeds needs = needs_of(variant, subspace);
  std::uint64_t slots = made_tables(variant, subspace).all_slots();
  for (const Subspace& each : needs.subspaces()) slots += slot_count(*variant.board, each);
  if (leads_to_itself(variant, subspace)) slots += slot_count(*variant.board, subspace);
  return slots * sizeof(GradeCode);
}

}  // namespace mill::verifier
