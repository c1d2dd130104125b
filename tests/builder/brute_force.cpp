#include "tests/builder/brute_force.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "game/placing_end.h"
#include "tests/support/test_positions.h"

namespace mill {
std::string name_of(const Position& position) {
  const Memory& memory = position.memory;
  const auto bits = [](auto... flags) {
    int all = 0;
    ((all = 2 * all + flags), ...);
    return all;
  };
  const auto points = [](const Memory::MillMove& move) {
    return static_cast<Mask>(move.from << 8 | move.to);
  };
  return fmt::format(
      "{}",
      fmt::join({position.own, position.opponent, Mask{position.own_hand},
                 Mask{position.opponent_hand}, Mask{position.removals}, position.targets,
                 memory.marked, memory.together, memory.own_used, memory.opponent_used,
                 points(memory.own_mill), points(memory.opponent_mill),
                 Mask{memory.opponent_removals}, static_cast<Mask>(memory.cause),
                 static_cast<Mask>(bits(position.goes_on, memory.from_own, memory.ends_placing,
                                        memory.out_of_turn, memory.has_lost))},
                " "));
}

BruteForce::BruteForce(const Variant& variant, const Subspace& root) : variant_(variant) {
  for (const Subspace& subspace : closure(variant, {root}))
    for_each_position(*variant.board, subspace, [&](const Position& position) {
      if (subspace.due == 0 || may_have_counted(variant, position)) index_of(position);
    });
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) add_edges(node);
  // Within a ply an outcome passes from one position to another without a ply more, so a level is
  // repeated until it brings nothing new.
  int last_change = 0;
  for (int distance = 0; distance <= last_change + 2; ++distance)
    for (bool changed = true; changed;) {
      changed = false;
      for (Node& node : nodes_)
        if (!node.outcome && decide(node, distance)) changed = true;
      if (changed) last_change = distance;
    }
}

Outcome BruteForce::outcome(const Position& position) const {
  const auto known = index_.find(name_of(position));
  if (known == index_.end() && position.removals > 0) return {};
  MILLSTONE_CHECK(known != index_.end());
  return nodes_[known->second].outcome.value_or(Outcome{});
}

std::uint32_t BruteForce::index_of(const Position& position) {
  const auto [place, is_new] =
      index_.try_emplace(name_of(position), static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) nodes_.push_back({position, {}, {}});
  return place->second;
}

void BruteForce::add_edges(std::uint32_t node) {
  const Position position = nodes_[node].position;
  const Status stands = status(variant_, position);
  if (stands != Status::kOpen) {
    if (!ends_in_draw(variant_, stands)) nodes_[node].outcome = Outcome{Value::kLoss, 0};
    return;
  }
  std::vector<Edge> edges;
  for (const Action& action : generate_actions(variant_, position)) {
    const Played played = play(variant_, position, action);
    edges.push_back({index_of(played.position), played.same_side});
  }
  nodes_[node].edges = std::move(edges);
}

/// Whether the outcome of the node is known to be one in `distance`.
bool BruteForce::decide(Node& node, int distance) const {
  if (node.edges.empty()) return false;
  bool all_lose = true;
  int longest = 0;
  for (const Edge& edge : node.edges) {
    const std::optional<Outcome>& after = nodes_[edge.node].outcome;
    if (!after) {
      all_lose = false;
      continue;
    }
    const Outcome mine = edge.same_side ? *after : outcome_before(*after);
    if (mine.value == Value::kWin && mine.distance == distance) node.outcome = mine;
    all_lose &= mine.value == Value::kLoss;
    longest = std::max(longest, mine.distance);
  }
  if (all_lose && longest == distance) node.outcome = Outcome{Value::kLoss, distance};
  return node.outcome.has_value();
}

}  // namespace mill
