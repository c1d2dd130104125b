#include "engine/match/review.h"

#include <algorithm>
#include <cstdlib>

namespace mill {
namespace {

Worth worth_of(const RankedTurn& ranked) { return {ranked.value, ranked.distance}; }

/// None for a turn that is not among the ranked ones: it lacks a removal.
std::optional<Verdict> verdict_of(const std::vector<RankedTurn>& ranked, const Turn& played) {
  const auto found = std::find_if(ranked.begin(), ranked.end(),
                                  [&](const RankedTurn& each) { return each.turn == played; });
  if (found == ranked.end()) return std::nullopt;
  Verdict verdict{worth_of(ranked.front()), worth_of(*found), {}};
  for (const RankedTurn& each : ranked)
    if (worth_of(each) == verdict.best) verdict.turns.push_back(each.turn);
  return verdict;
}

/// The error of a position of which nothing is told, unless that is how it shall be.
Result<void> check_unknown(const Prober& prober, const Position& position, const Error& error,
                           DamagedSuccessor damaged) {
  if (error.code == ErrorCode::kMissingFile) return {};
  const bool may_be_unknown = damaged == DamagedSuccessor::kLeavesTurnUnknown &&
                              error.code != ErrorCode::kVerificationFailed;
  if (!may_be_unknown) return tl::unexpected(error);
  const auto own = prober.known_value(position);
  if (!own && own.error().code != ErrorCode::kMissingFile) return tl::unexpected(own.error());
  return {};
}

}  // namespace

std::string_view turn_phase_name(TurnPhase phase) {
  return phase == TurnPhase::kPlacing  ? "placing"
         : phase == TurnPhase::kMoving ? "moving"
                                       : "flying";
}

TurnPhase turn_phase_of(const Rules& rules, const Position& position) {
  if (position.own_hand > 0) return TurnPhase::kPlacing;
  return flies(rules, count(position.own), position.own_hand) ? TurnPhase::kFlying
                                                              : TurnPhase::kMoving;
}

std::optional<int> Verdict::plies_lost() const {
  if (best.value != played.value || !best.distance || !played.distance) return std::nullopt;
  return std::abs(*played.distance - *best.distance);
}

Result<std::vector<TurnReview>> review_game(const Prober& prober, const GameRecord& record,
                                            DamagedSuccessor damaged) {
  const Game& game = record.game;
  std::vector<TurnReview> reviews;
  for (const PlayedTurn& turn : played_turns(game)) {
    TurnReview review;
    review.played = turn;
    review.opening = reviews.size() < record.opening.turns;
    review.before = game.positions()[turn.first];
    review.phase = turn_phase_of(game.variant().rules, review.before.position);
    const auto report = prober.probe(review.before.position);
    if (report && turn.complete) review.verdict = verdict_of(report->turns, turn.turn);
    if (!report)
      MILLSTONE_TRY(check_unknown(prober, review.before.position, report.error(), damaged));
    reviews.push_back(std::move(review));
  }
  return reviews;
}

PhaseTally& PhaseTally::operator+=(const PhaseTally& other) {
  turns += other.turns;
  win_to_draw += other.win_to_draw;
  win_to_loss += other.win_to_loss;
  draw_to_loss += other.draw_to_loss;
  timed_turns += other.timed_turns;
  plies_lost += other.plies_lost;
  return *this;
}

PhaseTally TurnTally::total() const {
  PhaseTally sum;
  for (const PhaseTally& phase : phases) sum += phase;
  return sum;
}

TurnTally& TurnTally::operator+=(const TurnTally& other) {
  for (int phase = 0; phase < kTurnPhases; ++phase) phases[phase] += other.phases[phase];
  unknown += other.unknown;
  return *this;
}

void TurnTally::add(const TurnReview& review) {
  if (review.opening) return;
  if (!review.verdict) {
    ++unknown;
    return;
  }
  const Verdict& verdict = *review.verdict;
  PhaseTally& phase = phases[static_cast<std::size_t>(review.phase)];
  ++phase.turns;
  if (verdict.is_blunder()) {
    if (verdict.best.value == Value::kDraw)
      ++phase.draw_to_loss;
    else
      ++(verdict.played.value == Value::kDraw ? phase.win_to_draw : phase.win_to_loss);
  } else if (const auto lost = verdict.plies_lost()) {
    ++phase.timed_turns;
    phase.plies_lost += static_cast<std::uint64_t>(*lost);
  }
}

std::array<TurnTally, 2> tallies_of(const std::vector<TurnReview>& reviews) {
  std::array<TurnTally, 2> tallies;
  for (const TurnReview& review : reviews)
    tallies[review.before.side == Side::kWhite ? 0 : 1].add(review);
  return tallies;
}

}  // namespace mill
