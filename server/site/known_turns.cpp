#include "server/site/known_turns.h"

#include <algorithm>
#include <limits>

#include "base/graver_error.h"
#include "game/text_play.h"

namespace mill {
namespace {

/// The standing that a ranked turn leaves the other side with. The ply goes on after its first
/// half.
Standing after_turn(const RankedTurn& ranked, bool same_side) {
  Standing after{opposite(ranked.value), ranked.distance};
  if (after.distance && !same_side) --*after.distance;
  return after;
}

/// How the side that plays a turn likes what it leads to, the smaller the better: wins by their
/// length, draws, losses from the longest on, and what is not known.
std::pair<int, int> rank_of(const NextPosition& next) {
  if (!next.standing.value) return {3, 0};
  const int rank = static_cast<int>(*next.standing.value);
  const bool loses = *next.standing.value == Value::kWin;
  if (!next.standing.distance) return {rank, loses ? 0 : std::numeric_limits<int>::max()};
  return {rank, loses ? -*next.standing.distance : *next.standing.distance};
}

/// Whether a value or a distance is there that the rules give a position.
bool is_whole(const Standing& standing) {
  return standing.value && (standing.value == Value::kDraw || standing.distance);
}

/// Looks up one position. Why something is not known of it is the gap, unless that is graver.
Standing standing_of(const ServedDatabase& database, const Position& position,
                     std::optional<Error>& gap) {
  Standing standing;
  if (const auto known = database.prober->known_value(position))
    standing = {known->value, known->distance};
  if (is_whole(standing)) return standing;
  const auto outcome = database.prober->outcome(position);
  if (!outcome) keep_graver(gap, outcome.error());
  return standing;
}

std::vector<NextPosition> turns_one_by_one(const ServedDatabase& database,
                                           const TextPosition& before, std::optional<Error>& gap) {
  std::vector<NextPosition> turns;
  for (const Turn& turn : generate_turns(database.variant(), before.position)) {
    NextPosition next{turn, play(database.variant(), before, turn), {}};
    next.standing = standing_of(database, next.position.position, gap);
    if (next.standing.value && next.position.side == before.side)
      next.standing.value = opposite(*next.standing.value);
    turns.push_back(next);
  }
  std::stable_sort(turns.begin(), turns.end(),
                   [](const NextPosition& left, const NextPosition& right) {
                     return rank_of(left) < rank_of(right);
                   });
  return turns;
}

bool has_distances(const ProbeReport& report) {
  if (!is_whole({report.value, report.distance})) return false;
  return std::all_of(report.turns.begin(), report.turns.end(), [](const RankedTurn& ranked) {
    return is_whole({ranked.value, ranked.distance});
  });
}

KnownTurns known_of(const ServedDatabase& database, const TextPosition& position,
                    const ProbeReport& report) {
  KnownTurns known{{report.value, report.distance}, {}, {}};
  known.next.reserve(report.turns.size());
  for (const RankedTurn& ranked : report.turns) {
    NextPosition next{ranked.turn, play(database.variant(), position, ranked.turn), {}};
    next.standing = after_turn(ranked, next.position.side == position.side);
    known.next.push_back(next);
  }
  return known;
}

}  // namespace

bool KnownTurns::first_is_best(bool same_side) const {
  const Standing& first = next.front().standing;
  if (!is_whole(first) || standing.value != opposite(*first.value)) return false;
  if (standing.value == Value::kDraw) return true;
  const int plies = *first.distance + !same_side;
  const bool wins_at_once = standing.value == Value::kWin && plies == 1;
  return standing.distance ? *standing.distance == plies : wins_at_once;
}

Reply<KnownTurns> look_up(const ServedDatabase& database, const TextPosition& position) {
  const auto report = database.prober->probe(position.position);
  if (report && has_distances(*report)) return known_of(database, position, *report);
  if (!report && report.error().code == ErrorCode::kVerificationFailed)
    return tl::unexpected(refusal_of(report.error()));
  const auto value = database.prober->known_value(position.position);
  if (!value) return tl::unexpected(refusal_of(value.error()));
  KnownTurns known;
  std::optional<Error> gap;
  known.standing = standing_of(database, position.position, gap);
  known.next = turns_one_by_one(database, position, gap);
  if (gap) known.gap = refusal_of(*std::move(gap));
  return known;
}

tl::unexpected<Refusal> no_best_turn(const KnownTurns& known) {
  if (known.gap) return tl::unexpected(*known.gap);
  return refuse(500, "fen", "no turn keeps the value of the position: verify the database");
}

}  // namespace mill
