// What a prober says of the grades of draws.

#include "prober/prober_database.h"

namespace mill {

Result<const Prober::Database::Scores*> Prober::Database::scores() const {
  return scores_.get([this]() -> Result<Scores> {
    auto table = MILLSTONE_TRY(read_score_table(graded_, variant()));
    const std::uint64_t checksum = checksum_of(table);
    return Scores{std::move(table), checksum};
  });
}

Result<GradedValue> Prober::Database::look_up_grade(const Position& position) const {
  MILLSTONE_TRY(check_probed(variant(), position));
  if (const auto outcome = outcome_by_rules(variant(), position))
    return GradedValue{outcome->value, {}};
  if (!may_be_in_file(variant(), position)) return best_graded_turn(position);
  const SubspaceReader* const reader = reader_of(position);
  if (!reader) return missing(subspace_of(variant(), position));
  const Scores* const scores = MILLSTONE_TRY(this->scores());
  const Stopwatch stopwatch(context_.latency);
  return reader->graded_value(position, scores->checksum);
}

Result<GradedValue> Prober::Database::graded_turn(const Position& position,
                                                  const Played& played) const {
  const Scores* const scores = MILLSTONE_TRY(this->scores());
  const auto after = MILLSTONE_TRY(look_up_grade(played.position));
  return graded_before(after, scores->table.of(variant(), played.position),
                       scores->table.of(variant(), position), played.same_side);
}

Result<GradedValue> Prober::Database::best_graded_turn(const Position& position) const {
  GradedValue best{Value::kLoss, {}};
  for (const Turn& turn : generate_turns(variant(), position)) {
    const auto mine = MILLSTONE_TRY(graded_turn(position, play(variant(), position, turn)));
    if (is_better(mine, best)) best = mine;
  }
  return best;
}

Result<void> Prober::Database::add_grades(const Position& position,
                                          std::vector<RankedTurn>& ranked) const {
  for (RankedTurn& turn : ranked) {
    if (turn.value != Value::kDraw) continue;
    const auto graded = graded_turn(position, play(variant(), position, turn.turn));
    if (graded) {
      turn.grade = graded->grade;
      continue;
    }
    for (RankedTurn& each : ranked) each.grade.reset();
    if (graded.error().code == ErrorCode::kMissingFile) return {};
    return tl::unexpected(graded.error());
  }
  return {};
}

}  // namespace mill
