#include "engine/match/perfect_player.h"

#include <algorithm>
#include <set>

#include "base/random_below.h"
#include "engine/games/played_turns.h"
#include "engine/search/traps.h"
#include "formats/file_header.h"
#include "prober/partial_turns.h"

namespace mill {
namespace {

/// Those of the turns after which the opponent has most ways to go wrong; none are known where a
/// file is missing.
Result<std::vector<Turn>> with_most_traps(const Prober& prober, const Position& position,
                                          const std::vector<Turn>& turns) {
  std::vector<Turn> best;
  std::size_t most = 0;
  for (const Turn& turn : turns) {
    const auto counted = count_traps(prober, position, turn);
    if (!counted && counted.error().code != ErrorCode::kMissingFile)
      return tl::unexpected(counted.error());
    const std::size_t traps = counted.value_or(0);
    if (traps > most) best.clear();
    most = std::max(most, traps);
    if (traps == most) best.push_back(turn);
  }
  return best;
}

bool are_graded(const std::vector<PartialTurn>& turns) {
  return std::ranges::all_of(turns, [](const PartialTurn& each) {
    return each.value != Value::kDraw || each.grade.has_value();
  });
}

/// Those of the turns, which keep a draw, that have the best grade.
/// @param known  what the files tell of all turns
Result<std::vector<Turn>> with_best_grade(const Prober& prober, const Position& position,
                                          const std::vector<PartialTurn>& known,
                                          const std::vector<Turn>& turns) {
  if (!are_graded(known))
    return fail(ErrorCode::kMissingFile,
                "the draws of {} are not graded; `millstone grade` does that",
                subspace_of(prober.variant(), position).text());
  std::optional<Grade> best;
  std::vector<Turn> found;
  for (const Turn& turn : turns) {
    const Grade& grade = *std::ranges::find(known, turn, &PartialTurn::turn)->grade;
    if (best && is_better(*best, grade)) continue;
    if (!best || is_better(grade, *best)) found.clear();
    best = grade;
    found.push_back(turn);
  }
  return found;
}

/// The turns in the order of generate_turns(), whatever ranked them.
std::vector<Turn> as_generated(const Variant& variant, const Position& position,
                               const std::vector<Turn>& turns) {
  std::vector<Turn> ordered = generate_turns(variant, position);
  std::erase_if(ordered,
                [&](const Turn& turn) { return std::ranges::find(turns, turn) == turns.end(); });
  return ordered;
}

/// The subspaces that openings end in; where a removal is due, those behind it, since only these
/// have files.
std::vector<Subspace> subspaces_of(const std::vector<Game>& openings) {
  std::set<Subspace> found;
  for (const Game& opening : openings) {
    const Position& position = opening.position();
    if (position.removals == 0) found.insert(subspace_of(opening.variant(), position));
    if (position.removals > 0)
      for (const Turn& turn : generate_turns(opening.variant(), position))
        found.insert(subspace_of(opening.variant(), apply(opening.variant(), position, turn)));
  }
  return {found.begin(), found.end()};
}

}  // namespace

Result<std::vector<Turn>> best_turns(const Prober& prober, const Position& position,
                                     DrawChoice draws) {
  const auto known = MILLSTONE_TRY(look_up_turns(prober, position));
  if (!known.first_may_be_played()) return no_best_turn(known);
  const PartialTurn& best = known.turns.front();
  std::vector<Turn> turns;
  for (const PartialTurn& each : known.turns)
    if (each.value == best.value && each.distance == best.distance) turns.push_back(each.turn);
  if (best.value != Value::kDraw) return turns;
  turns = as_generated(prober.variant(), position, turns);
  const auto best_graded = [&] { return with_best_grade(prober, position, known.turns, turns); };
  switch (draws) {
    case DrawChoice::kBest:
      if (are_graded(known.turns)) turns = MILLSTONE_TRY(best_graded());
      return with_most_traps(prober, position, turns);
    case DrawChoice::kTraps:
      return with_most_traps(prober, position, turns);
    case DrawChoice::kGrade:
      return best_graded();
    case DrawChoice::kGradeThenTraps:
      turns = MILLSTONE_TRY(best_graded());
      return with_most_traps(prober, position, turns);
    case DrawChoice::kTrapsThenGrade:
      turns = MILLSTONE_TRY(with_most_traps(prober, position, turns));
      return best_graded();
    case DrawChoice::kFirst:
      turns.resize(1);
      break;
    case DrawChoice::kRandom:
      break;
  }
  return turns;
}

PerfectPlayer::PerfectPlayer(std::string name, std::shared_ptr<const Prober> prober,
                             DrawChoice draws)
    : Player(std::move(name)), prober_(std::move(prober)), draws_(draws) {}

Result<void> PerfectPlayer::can_play(const std::vector<Game>& openings) {
  const bool asks_for_grades = draws_ == DrawChoice::kGrade ||
                               draws_ == DrawChoice::kGradeThenTraps ||
                               draws_ == DrawChoice::kTrapsThenGrade;
  if (asks_for_grades)
    for (const Game& opening : openings) MILLSTONE_TRY(prober_->graded_value(opening.position()));
  const std::vector<Subspace>& there = prober_->subspaces();
  std::vector<Subspace> missing;
  for (const Subspace& needed : closure(prober_->variant(), subspaces_of(openings)))
    if (!std::binary_search(there.begin(), there.end(), needed)) missing.push_back(needed);
  if (missing.empty()) return {};
  // The last one is the nearest to the start: what builds it builds all before it.
  return fail(ErrorCode::kMissingFile,
              "its database lacks {} of the files that these games need; {}", missing.size(),
              prober_->missing_file(missing.back()));
}

Result<void> PerfectPlayer::new_game(const Game&, std::uint64_t seed) {
  random_.seed(seed);
  return {};
}

Result<Choice> PerfectPlayer::choose(const Game& game, const SearchLimits&) {
  const auto turns = MILLSTONE_TRY(best_turns(*prober_, game.position(), draws_));
  const Turn& turn = turns[random_below(random_, turns.size())];
  return Choice{first_action(game.variant(), game.position(), turn)};
}

}  // namespace mill
