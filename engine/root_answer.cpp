#include "engine/root_answer.h"

#include <algorithm>

#include "game/notation.h"

namespace millstone {
namespace {

constexpr int kShownPlies = 12;  // of perfect play behind a turn

Score score_of(const RankedTurn& turn) {
  if (turn.value == Value::kDraw) return 0;
  const bool wins = turn.value == Value::kWin;
  if (turn.distance) return wins ? mate_in(*turn.distance) : mated_in(*turn.distance);
  return wins ? kKnownWin : -kKnownWin;
}

/// The actions of a turn in the order they are played.
std::vector<Action> actions_in_order(const Variant& variant, const Position& position,
                                     const Turn& turn) {
  std::vector<Action> actions = actions_of(turn);
  const std::vector<Action> legal = generate_actions(variant, position);
  // A blocked side takes its stone before it moves.
  if (std::find(legal.begin(), legal.end(), actions.front()) == legal.end())
    std::rotate(actions.begin(), actions.end() - 1, actions.end());
  return actions;
}

Result<std::vector<RankedTurn>> rank(const Prober& prober, const Position& position) {
  auto turns = prober.rank_turns(position, Detail::kDistance);
  if (!turns && turns.error().code == ErrorCode::kMissingFile)
    turns = prober.rank_turns(position, Detail::kValue);
  return turns;
}

/// How many turns of the side to move lose what it has; 0 if that is not known.
int ways_to_lose(const Prober& prober, const Position& position) {
  const auto turns = prober.rank_turns(position, Detail::kValue);
  if (!turns) return 0;
  return static_cast<int>(std::count_if(turns->begin(), turns->end(), [](const RankedTurn& turn) {
    return turn.value == Value::kLoss;
  }));
}

/// Sorts the draws among the turns by what the opponent can do wrong after them.
void sort_draws(const Prober& prober, const Position& position, std::vector<RankedTurn>& turns,
                const std::atomic<bool>& stop) {
  struct Trap {
    RankedTurn turn;
    int ways = 0;
  };
  const auto is_draw = [](const RankedTurn& turn) { return turn.value == Value::kDraw; };
  const auto first = std::find_if(turns.begin(), turns.end(), is_draw);
  const auto last = std::find_if_not(first, turns.end(), is_draw);
  std::vector<Trap> traps;
  for (auto turn = first; turn != last && !stop; ++turn) {
    const Played played = play(prober.variant(), position, turn->turn);
    traps.push_back({*turn, played.same_side ? 0 : ways_to_lose(prober, played.position)});
  }
  std::stable_sort(traps.begin(), traps.end(),
                   [](const Trap& left, const Trap& right) { return left.ways > right.ways; });
  std::transform(traps.begin(), traps.end(), first, [](const Trap& trap) { return trap.turn; });
}

/// Adds what perfect play makes of a position.
void follow(const Prober& prober, Position position, std::vector<Action>& actions) {
  for (int ply = 0; ply < kShownPlies; ++ply) {
    const auto turns = rank(prober, position);
    if (!turns || turns->empty() || turns->front().value == Value::kDraw) return;
    const Turn& turn = turns->front().turn;
    for (const Action& action : actions_in_order(prober.variant(), position, turn))
      actions.push_back(action);
    position = apply(prober.variant(), position, turn);
  }
}

/// A line for each first action, by the best turn that it begins.
std::vector<SearchLine> lines_of(const Prober& prober, const Position& position,
                                 const std::vector<RankedTurn>& turns) {
  std::vector<SearchLine> lines;
  for (const RankedTurn& ranked : turns) {
    std::vector<Action> actions = actions_in_order(prober.variant(), position, ranked.turn);
    const bool is_known = std::any_of(lines.begin(), lines.end(), [&](const SearchLine& line) {
      return line.actions.front() == actions.front();
    });
    if (is_known) continue;
    if (ranked.distance) follow(prober, apply(prober.variant(), position, ranked.turn), actions);
    lines.push_back({score_of(ranked), std::move(actions)});
  }
  return lines;
}

}  // namespace

std::optional<RootAnswer> ask_at_root(const LeafDatabase& database, const Game& game,
                                      const std::atomic<bool>& stop) {
  const Prober& prober = database.prober();
  auto turns = rank(prober, game.position());
  if (!turns) {
    database.note(turns.error().message + ": searching instead");
    return std::nullopt;
  }
  if (turns->empty()) return std::nullopt;
  sort_draws(prober, game.position(), *turns, stop);
  const RankedTurn best = turns->front();
  RootAnswer answer{lines_of(prober, game.position(), *turns), true, {}};
  answer.is_final = best.value == Value::kDraw || best.distance;
  for (const SearchLine& line : answer.lines)
    if (is_known_win(line.score) == is_known_win(answer.lines.front().score))
      answer.keep.push_back(line.actions.front());
  return answer;
}

}  // namespace millstone
