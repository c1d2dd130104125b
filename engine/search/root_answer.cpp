#include "engine/search/root_answer.h"

#include <algorithm>
#include <span>

#include "engine/games/played_turns.h"
#include "engine/search/traps.h"

namespace mill {
namespace {

constexpr int kShownPlies = 12;  // of perfect play behind a turn

/// A turn that keeps a draw, and how many turns of the opponent lose after it.
struct Draw {
  RankedTurn turn;
  std::size_t traps = 0;
};

/// By grade, where draws are graded; of equal grades by traps.
bool is_better_draw(const Draw& left, const Draw& right) {
  if (left.turn.grade && right.turn.grade && *left.turn.grade != *right.turn.grade)
    return is_better(*left.turn.grade, *right.turn.grade);
  return left.traps > right.traps;
}

/// Sorts the draws among the turns, the best first.
/// @return how many of them stand first alike
std::size_t sort_draws(const Prober& prober, const Position& position,
                       std::vector<RankedTurn>& turns, StopFlag stop) {
  const auto is_draw = [](const RankedTurn& turn) { return turn.value == Value::kDraw; };
  const auto first = std::find_if(turns.begin(), turns.end(), is_draw);
  const auto last = std::find_if_not(first, turns.end(), is_draw);
  std::vector<Draw> draws;
  for (auto turn = first; turn != last && !stop.is_set(); ++turn)
    draws.push_back({*turn, count_traps(prober, position, turn->turn).value_or(0)});
  std::ranges::stable_sort(draws, is_better_draw);
  std::transform(draws.begin(), draws.end(), first, [](const Draw& draw) { return draw.turn; });
  return static_cast<std::size_t>(std::ranges::count_if(
      draws, [&](const Draw& draw) { return !is_better_draw(draws.front(), draw); }));
}

/// How many of the turns, sorted by value and distance, are as good as the first.
std::size_t count_like_first(const std::vector<RankedTurn>& turns) {
  return static_cast<std::size_t>(std::ranges::count_if(turns, [&](const RankedTurn& turn) {
    return turn.value == turns.front().value && turn.distance == turns.front().distance;
  }));
}

/// Adds what perfect play makes of a position.
void follow(const Prober& prober, Position position, std::vector<Action>& actions) {
  for (int ply = 0; ply < kShownPlies; ++ply) {
    const auto turns = prober.known_turns(position);
    if (!turns || turns->empty() || turns->front().value == Value::kDraw) return;
    const Turn& turn = turns->front().turn;
    for (const Action& action : legal_actions(prober.variant(), position, turn))
      actions.push_back(action);
    position = apply(prober.variant(), position, turn);
  }
}

/// Adds a line for each first action that has none yet, by the best turn that it begins.
void add_lines(const Prober& prober, const Position& position, std::span<const RankedTurn> turns,
               std::vector<SearchLine>& lines) {
  for (const RankedTurn& ranked : turns) {
    std::vector<Action> actions = legal_actions(prober.variant(), position, ranked.turn);
    const bool is_known = std::any_of(lines.begin(), lines.end(), [&](const SearchLine& line) {
      return line.actions.front() == actions.front();
    });
    if (is_known) continue;
    if (ranked.distance) follow(prober, apply(prober.variant(), position, ranked.turn), actions);
    lines.push_back({score_of(ranked.value, ranked.distance), std::move(actions)});
  }
}

}  // namespace

std::optional<RootAnswer> ask_at_root(const LeafDatabase& database, const Game& game,
                                      StopFlag stop) {
  const Prober& prober = database.prober();
  auto turns = prober.known_turns(game.position());
  if (!turns) {
    if (const auto sentence = searching_instead(prober, turns.error())) database.note(*sentence);
    return std::nullopt;
  }
  if (turns->empty()) return std::nullopt;
  const std::size_t best_draws = sort_draws(prober, game.position(), *turns, stop);
  const RankedTurn best = turns->front();
  const std::size_t best_turns =
      best.value == Value::kDraw ? std::max<std::size_t>(best_draws, 1) : count_like_first(*turns);
  RootAnswer answer;
  const std::span<const RankedTurn> all = *turns;
  add_lines(prober, game.position(), all.first(best_turns), answer.lines);
  answer.equally_good = answer.lines.size();
  add_lines(prober, game.position(), all.subspan(best_turns), answer.lines);
  answer.is_final = best.value == Value::kDraw || best.distance;
  for (const SearchLine& line : answer.lines)
    if (is_known_win(line.score) == is_known_win(answer.lines.front().score))
      answer.keep.push_back(line.actions.front());
  return answer;
}

}  // namespace mill
