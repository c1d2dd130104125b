#include "engine/move_order.h"

#include <algorithm>

namespace millstone {
namespace {

using Kind = Action::Kind;

// Classes of actions, far enough apart that nothing within a class outweighs the next.
constexpr int kTableMoveRank = 1 << 28;
constexpr int kMillRank = 1 << 26;
constexpr int kBlockRank = 1 << 24;
constexpr int kKillerRank = 1 << 22;
constexpr int kMostHistory = 1 << 20;

}  // namespace

MoveOrder::Threats MoveOrder::threats(const SearchPosition& at) const {
  const Position& position = at.position;
  const BoardTables& board = moves_.board();
  const Mask empty = board.all() & ~position.occupied();
  Threats found;
  found.own = board.completing_points(position.own) & empty;
  if (!uses(kBlocksFirst)) return found;
  found.opponent = board.completing_points(position.opponent) & empty;
  const bool anywhere = position.opponent_hand > 0 || moves_.opponent_flies(at);
  if (!anywhere) found.opponent &= board.neighbours_of(position.opponent);
  return found;
}

void MoveOrder::bring_best(ActionList& actions, Ranks& ranks, int index) {
  int best = index;
  for (int i = index + 1; i < actions.size(); ++i)
    if (ranks[i] > ranks[best]) best = i;
  std::swap(actions[index], actions[best]);
  std::swap(ranks[index], ranks[best]);
}

void MoveOrder::rank_unlearnt(const SearchPosition& at, const ActionList& actions,
                              Ranks& ranks) const {
  const bool removes = at.position.removals > 0;
  const Threats found = removes ? Threats{} : threats(at);
  for (int i = 0; i < actions.size(); ++i)
    ranks[i] = removes ? rank_removal(at, actions[i]) : rank_step(at, actions[i], found);
}

void MoveOrder::rank(const SearchPosition& at, const ActionList& actions,
                     const std::optional<Action>& table_move, int height, Ranks& ranks) const {
  rank_unlearnt(at, actions, ranks);
  const auto& killers = killers_[height];
  for (int i = 0; i < actions.size(); ++i) {
    const Action& action = actions[i];
    if (uses(kKillers) && (action == killers[0] || action == killers[1])) ranks[i] += kKillerRank;
    if (uses(kHistory)) ranks[i] += history_[at.side][action.from + 1][action.to + 1];
    if (uses(kTableMoveFirst) && table_move && action == *table_move) ranks[i] = kTableMoveRank;
  }
}

int MoveOrder::rank_step(const SearchPosition& at, const Action& action,
                         const Threats& found) const {
  if (action.kind == Kind::kPass || action.kind == Kind::kRemove) return 0;
  const Mask rest = action.from < 0 ? at.position.own : at.position.own & ~bit(action.from);
  int rank = count(moves_.board().neighbours(action.to));
  if (uses(kMillsFirst) && found.own & bit(action.to) &&
      moves_.board().completes_line(rest, action.to))
    rank += kMillRank;
  if (found.opponent & bit(action.to)) rank += kBlockRank;
  return rank;
}

/// Best are stones that take a threat away, then those that move freely and hem us in.
int MoveOrder::rank_removal(const SearchPosition& at, const Action& action) const {
  if (!uses(kRemovalsSorted)) return 0;
  const Position& position = at.position;
  const BoardTables& board = moves_.board();
  const Mask empty = board.all() & ~position.occupied();
  const Mask threats_left = board.completing_points(position.opponent & ~bit(action.to)) & empty;
  const Mask near = board.neighbours(action.to);
  return -64 * count(threats_left) + 4 * count(near & empty) + 2 * count(near & position.own);
}

void MoveOrder::reward(const SearchPosition& at, const Action& action, int depth, int height) {
  int& learnt = history_[at.side][action.from + 1][action.to + 1];
  learnt = std::min(learnt + depth * depth, kMostHistory);
  auto& killers = killers_[height];
  if (action == killers[0]) return;
  killers[1] = killers[0];
  killers[0] = action;
}

}  // namespace millstone
