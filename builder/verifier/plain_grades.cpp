#include "builder/verifier/plain_grades.h"

#include <algorithm>

#include "builder/verifier/plain_turns.h"
#include "game/placing_end.h"
#include "game/transitions.h"

namespace mill::verifier {
namespace {

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
    const GradeTables::Table& table = tables_.tables.at(subspace_of(variant(), position));
    return table.grades.at(table.numbering->slot(position));
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

/// Worths of graded values, for PlainTurns.
class PlainGradeWorths {
 public:
  using Worth = GradeWorth;

  PlainGradeWorths(const Successors<GradeWorth>& successors, GradeWorth drawn)
      : successors_(successors), drawn_(drawn) {}

  const Variant& variant() const { return successors_.variant; }
  GradeWorth lost() const { return kLostWorth<GradeWorth>; }
  GradeWorth drawn() const { return drawn_; }
  GradeWorth won_in_one() const { return kWonInOneWorth<GradeWorth>; }

  GradeWorth in_table(const Position& position) const {
    const auto* table = successors_.find(subspace_of(variant(), position));
    MILLSTONE_CHECK(table);
    return table->worths[table->numbering->slot(position)];
  }

  GradeWorth before(const Position&, const Played& played, GradeWorth after) const {
    MILLSTONE_CHECK(!played.same_side);
    return worth_before(after);
  }

  bool is_better(GradeWorth left, GradeWorth right) const { return left < right; }

 private:
  const Successors<GradeWorth>& successors_;
  GradeWorth drawn_;
};

}  // namespace

GradedValue regrade_plainly(const GradeTables& tables, const Position& position) {
  const bool is_vain =
      subspace_of(tables.variant, position).due != 0 && !may_have_counted(tables.variant, position);
  return is_vain ? GradedValue{} : PlainTurns(PlainGrades(tables)).best(position);
}

GradeWorth regrade_plainly(const Successors<GradeWorth>& successors, GradeWorth drawn,
                           const Position& position) {
  return PlainTurns(PlainGradeWorths(successors, drawn)).best(position);
}

bool grades_compare_as_worths(const Variant& variant, const Subspace& subspace) {
  if (method_for(variant, subspace) == Method::kActionByAction) return false;
  return std::ranges::none_of(transitions(variant, subspace), [](const Transition& transition) {
    return transition.keeps_turn || transition.kind == Transition::Kind::kBlocked;
  });
}

}  // namespace mill::verifier
