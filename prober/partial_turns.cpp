#include "prober/partial_turns.h"

#include <algorithm>
#include <limits>

#include "base/graver_error.h"

namespace mill {
namespace {

/// Whether a value or a distance is there that the rules give a position.
bool is_whole(const std::optional<Value>& value, const std::optional<int>& distance) {
  return value && (*value == Value::kDraw || distance);
}

/// The smaller the better: wins by their length, draws, losses from the longest on, and what is not
/// known.
std::pair<int, int> rank_of(const PartialTurn& turn) {
  if (!turn.value) return {3, 0};
  constexpr int kUnknown = std::numeric_limits<int>::max();
  switch (*turn.value) {
    case Value::kWin:
      return {0, turn.distance.value_or(kUnknown)};
    case Value::kDraw:
      return {1, 0};
    case Value::kLoss:
      return {2, turn.distance ? -*turn.distance : kUnknown};
  }
  return {3, 0};
}

/// Looks up one position. Why something is not known of it is the gap, unless that is graver.
std::optional<KnownValue> look_up(const Prober& prober, const Position& position,
                                  std::optional<Error>& gap) {
  std::optional<KnownValue> found;
  if (const auto known = prober.known_value(position)) found = *known;
  if (found && is_whole(found->value, found->distance)) return found;
  const auto outcome = prober.outcome(position);
  if (!outcome) keep_graver(gap, outcome.error());
  return found;
}

PartialTurn look_up_turn(const Prober& prober, const Position& position, const Turn& turn,
                         std::optional<Error>& gap) {
  const Played played = play(prober.variant(), position, turn);
  const auto after = look_up(prober, played.position, gap);
  PartialTurn known{turn, {}, {}};
  if (!after) return known;
  known.value = played.same_side ? after->value : opposite(after->value);
  if (after->distance) known.distance = *after->distance + (played.same_side ? 0 : 1);
  return known;
}

/// The better turn, and of draws that are graded the better draw.
bool is_before(const PartialTurn& left, const PartialTurn& right) {
  if (rank_of(left) != rank_of(right)) return rank_of(left) < rank_of(right);
  return left.grade && right.grade && is_better(*left.grade, *right.grade);
}

/// The grades of a report that tells the values of all turns, but not all distances.
void add_grades(const ProbeReport& report, PartialTurns& known) {
  for (const RankedTurn& ranked : report.turns)
    std::ranges::find(known.turns, ranked.turn, &PartialTurn::turn)->grade = ranked.grade;
}

bool all_is_known(const ProbeReport& report) {
  if (!is_whole(report.value, report.distance)) return false;
  return std::all_of(report.turns.begin(), report.turns.end(), [](const RankedTurn& ranked) {
    return is_whole(ranked.value, ranked.distance);
  });
}

PartialTurns known_of(const ProbeReport& report) {
  PartialTurns known{{report.value, report.distance, report.grade}, {}, {}};
  known.turns.reserve(report.turns.size());
  for (const RankedTurn& ranked : report.turns)
    known.turns.push_back({ranked.turn, ranked.value, ranked.distance, ranked.grade});
  return known;
}

}  // namespace

bool PartialTurns::first_is_best() const {
  const PartialTurn& first = turns.front();
  if (!is_whole(first.value, first.distance) || position.value != *first.value) return false;
  if (position.value == Value::kDraw) return true;
  const bool wins_at_once = position.value == Value::kWin && *first.distance == 1;
  return position.distance ? *position.distance == *first.distance : wins_at_once;
}

bool PartialTurns::first_may_be_played() const {
  if (first_is_best()) return true;
  return turns.front().value == position.value && gap && gap->code == ErrorCode::kMissingFile;
}

Result<PartialTurns> look_up_turns(const Prober& prober, const Position& position) {
  const auto report = prober.probe(position);
  if (report && all_is_known(*report)) return known_of(*report);
  if (!report && report.error().code == ErrorCode::kVerificationFailed)
    return tl::unexpected(report.error());
  PartialTurns known{MILLSTONE_TRY(prober.known_value(position)), {}, {}};
  look_up(prober, position, known.gap);
  for (const Turn& turn : generate_turns(prober.variant(), position))
    known.turns.push_back(look_up_turn(prober, position, turn, known.gap));
  if (report) add_grades(*report, known);
  std::stable_sort(known.turns.begin(), known.turns.end(), is_before);
  return known;
}

tl::unexpected<Error> no_best_turn(const PartialTurns& known) {
  if (known.gap) return tl::unexpected(*known.gap);
  return fail(ErrorCode::kVerificationFailed,
              "no turn keeps the value of the position: verify the database");
}

}  // namespace mill
