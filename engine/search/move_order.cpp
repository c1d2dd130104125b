#include "engine/search/move_order.h"

#include <algorithm>

#include "engine/positions/packed_action.h"

namespace mill {
namespace {

using Kind = Action::Kind;

}  // namespace

MoveOrder::Threats MoveOrder::threats(const SearchPosition& at) const {
  const Position& position = at.position;
  const BoardTables& board = moves_.board();
  const Mask empty = board.all() & ~position.occupied();
  const auto [own, opponent] = board.lines().held_by_each(position.own, position.opponent, empty);
  Threats found;
  found.own = board.lines().points(own.twos) & empty;
  if (!uses(kBlocksFirst)) return found;
  found.opponent = board.lines().points(opponent.twos) & empty;
  if (!moves_.opponent_moves_anywhere(at)) found.opponent &= board.neighbours_of(position.opponent);
  return found;
}

void MoveOrder::bring_best(ActionList& actions, Ranks& ranks, int index) {
  int best = index;
  int highest = ranks[index];
  for (int i = index + 1; i < actions.size(); ++i)
    if (ranks[i] > highest) {
      best = i;
      highest = ranks[i];
    }
  std::swap(actions[index], actions[best]);
  std::swap(ranks[index], ranks[best]);
}

void MoveOrder::rank(const SearchPosition& at, const ActionList& actions,
                     const std::optional<Action>& table_move, int path_length, Ranks& ranks) const {
  if (at.position.removals)
    rank_removals(at, actions, ranks);
  else
    rank_steps(at, actions, ranks);
  const auto& history = history_[at.side];
  const std::uint32_t first_killer = uses(kKillers) ? pack_action(killers_[path_length][0]) : 0;
  const std::uint32_t second_killer = uses(kKillers) ? pack_action(killers_[path_length][1]) : 0;
  const Action& last = before(path_length);
  const std::uint32_t answer =
      uses(kAnswers) ? pack_action(answers_[at.side][last.from + 1][last.to + 1]) : 0;
  const std::uint32_t from_table = uses(kTableMoveFirst) ? pack_action(table_move) : 0;
  for (int i = 0; i < actions.size(); ++i) {
    const Action& action = actions[i];
    const std::uint32_t packed = pack_action(action);
    const bool kills = packed == first_killer || packed == second_killer;
    ranks[i] += (kills              ? kKillerRank
                 : packed == answer ? kAnswerRank
                                    : 0) +
                history[action.from + 1][action.to + 1];
    if (packed == from_table) ranks[i] = kTableMoveRank;
  }
}

void MoveOrder::rank_steps(const SearchPosition& at, const ActionList& actions,
                           Ranks& ranks) const {
  const Threats found = threats(at);
  for (int i = 0; i < actions.size(); ++i) ranks[i] = rank_step(at, actions[i], found);
}

int MoveOrder::rank_step(const SearchPosition& at, const Action& action,
                         const Threats& found) const {
  if (action.kind == Kind::kPass || action.kind == Kind::kRemove) return 0;
  const Mask rest = action.from < 0 ? at.position.own : at.position.own & ~bit(action.from);
  int rank = moves_.board().degree(action.to);
  if (uses(kMillsFirst) && found.own & bit(action.to) &&
      moves_.board().completes_line(rest, action.to))
    rank += kMillRank;
  if (found.opponent & bit(action.to)) rank += kBlockRank;
  return rank;
}

/// Best are stones that take a threat away, then those that move freely and hem us in.
void MoveOrder::rank_removals(const SearchPosition& at, const ActionList& actions,
                              Ranks& ranks) const {
  const Position& position = at.position;
  const BoardTables& board = moves_.board();
  const Mask empty = board.all() & ~position.occupied();
  const LineSet twos = board.lines().held_by(position.opponent, empty).twos;
  for (int i = 0; i < actions.size(); ++i) {
    const Mask stone = bit(actions[i].to);
    Mask threats_left = 0;
    board.lines().for_each(twos, [&](Mask line) { threats_left |= line & stone ? 0 : line; });
    const Mask near = board.neighbours(actions[i].to);
    ranks[i] = uses(kRemovalsSorted) ? -64 * count(threats_left & empty) + 4 * count(near & empty) +
                                           2 * count(near & position.own)
                                     : 0;
  }
}

/// With penalties what was learnt long ago fades: the nearer to the bound, the faster.
void MoveOrder::learn(const SearchPosition& at, const Action& action, int worth) {
  if (!uses(kHistory)) return;
  int& learnt = history_[at.side][action.from + 1][action.to + 1];
  if (!uses(kPenalties)) {
    learnt = std::min(learnt + worth, kMostHistory);
    return;
  }
  constexpr int kMostLearnt = 1 << 14;
  constexpr int kUnits = 32;
  const int step = std::clamp(kUnits * worth, -kMostLearnt, kMostLearnt);
  learnt += step - learnt * std::abs(step) / kMostLearnt;
}

void MoveOrder::penalise(const SearchPosition& at, const Action& action, int depth) {
  if (uses(kPenalties)) learn(at, action, -depth * depth);
}

void MoveOrder::reward(const SearchPosition& at, const Action& action, int depth, int path_length) {
  learn(at, action, depth * depth);
  const Action& last = before(path_length);
  answers_[at.side][last.from + 1][last.to + 1] = action;
  auto& killers = killers_[path_length];
  if (action == killers[0]) return;
  killers[1] = killers[0];
  killers[0] = action;
}

}  // namespace mill
