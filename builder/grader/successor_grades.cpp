#include "builder/grader/successor_grades.h"

#include <algorithm>

#include "builder/solver/solver.h"

namespace mill {
namespace {

constexpr GradedValue kLost{Value::kLoss, {}};

}  // namespace

Result<SuccessorGrades> SuccessorGrades::load(const Variant& variant, const Subspace& subspace,
                                              const ScoreTable& scores,
                                              const GradeProvider& inputs) {
  SuccessorGrades successors(variant, scores, solved_together(variant, subspace));
  for (const Subspace& input : solver_inputs(variant, subspace)) {
    auto grades = MILLSTONE_TRY(inputs(input));
    successors.inputs_.emplace(input, Input{std::move(grades), Numbering::make(variant, input)});
  }
  return successors;
}

std::optional<GradedValue> SuccessorGrades::by_rules(const Position& position) const {
  const Status stands = status(variant_, position);
  if (stands == Status::kOpen) {
    if (opponent_has_lost(variant_.rules, position)) return GradedValue{Value::kWin, {}};
    return std::nullopt;
  }
  return ends_in_draw(variant_, stands) ? GradedValue{} : kLost;
}

std::optional<GradedValue> SuccessorGrades::find(const Position& position) const {
  if (const auto known = by_rules(position)) return known;
  if (!is_settled(variant_, position)) return best_of_turns(position);
  const Subspace subspace = subspace_of(variant_, position);
  if (std::ranges::find(solved_, subspace) != solved_.end()) return std::nullopt;
  const auto input = inputs_.find(subspace);
  MILLSTONE_CHECK(input != inputs_.end());
  return input->second.grades->at(input->second.numbering.slot(position));
}

GradedValue SuccessorGrades::best_of_turns(const Position& position) const {
  GradedValue best = kLost;
  for_each_turn_end(variant_, position, [&](const Played& played) {
    const auto after = find(played.position);
    MILLSTONE_CHECK(after.has_value());  // a stone less than in what is being graded
    const GradedValue mine = before(position, played, *after);
    if (is_better(mine, best)) best = mine;
  });
  return best;
}

}  // namespace mill
