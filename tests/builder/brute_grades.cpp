#include "tests/builder/brute_grades.h"

#include <algorithm>
#include <optional>
#include <set>

#include "game/placing_end.h"
#include "tests/builder/brute_force.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

constexpr int kMostRounds = 2000;

/// What the rules say of a position in which nobody moves any more.
std::optional<BruteGrades::Worth> at_the_end(const Variant& variant, const Position& position) {
  const Status stands = status(variant, position);
  if (stands == Status::kOpen) return std::nullopt;
  if (ends_in_draw(variant, stands)) return BruteGrades::Worth{};
  return BruteGrades::Worth{Value::kLoss, 0, 0};
}

}  // namespace

BruteGrades::BruteGrades(const Variant& variant, const Subspace& root,
                         std::map<std::string, int> scores)
    : variant_(variant), scores_(std::move(scores)) {
  const std::vector<Subspace> all = closure(variant, {root});
  std::set<Subspace> done;
  for (const Subspace& subspace : all) {
    if (!done.insert(subspace).second) continue;
    std::vector<Subspace> group = {subspace};
    const Subspace mirror = subspace.mirror();
    const bool has_mirror = std::ranges::find(all, mirror) != all.end();
    if (has_mirror && subspace.due == 0 && done.insert(mirror).second) group.push_back(mirror);
    solve(group);
  }
}

BruteGrades::Worth BruteGrades::of(const Position& position) const {
  const auto found = worths_.find(name_of(position));
  if (found == worths_.end() && position.removals > 0) return {};
  MILLSTONE_CHECK(found != worths_.end());
  return found->second;
}

/// Stones on their way off the board do not make another subspace.
int BruteGrades::score_of(const Position& position) const {
  Subspace subspace = subspace_of(variant_, position);
  if (!is_settled(variant_, position)) subspace.due = 0;
  const auto found = scores_.find(subspace.text());
  return found == scores_.end() ? 0 : found->second;
}

bool BruteGrades::better(const Worth& left, const Worth& right) {
  if (left.value != right.value) return left.value > right.value;
  if (left.value != Value::kDraw) return false;
  if (left.gain != right.gain) return left.gain > right.gain;
  if (left.gain == 0) return false;
  return (left.steps < right.steps) == (left.gain > 0) && left.steps != right.steps;
}

BruteGrades::Worth BruteGrades::seen_before(const Worth& after, int own_score, int other_score,
                                            bool same_side) {
  if (after.value != Value::kDraw) return {same_side ? after.value : opposite(after.value), 0, 0};
  // The score that the game ends in, for who moves after the turn, and beside who stays.
  const int reached = after.gain + other_score;
  const int seen_there = same_side ? reached - own_score : reached + own_score;
  const auto sign = [](int number) { return number > 0 ? 1 : number < 0 ? -1 : 0; };
  const int steps = sign(after.gain) * sign(seen_there) * after.steps;
  if (seen_there == 0) return {};
  if (same_side) return {Value::kDraw, seen_there, steps};
  return {Value::kDraw, -seen_there, steps + 1};
}

/// Of a position that no file would have, or of one that is done.
BruteGrades::Worth BruteGrades::worth_outside(const Position& position) const {
  const auto known = worths_.find(name_of(position));
  if (known != worths_.end()) return known->second;
  if (const auto end = at_the_end(variant_, position)) return *end;
  Worth best{Value::kLoss, 0, 0};
  for (const Turn& turn : generate_turns(variant_, position)) {
    const Played played = play(variant_, position, turn);
    const Worth mine = seen_before(worth_outside(played.position), score_of(position),
                                   score_of(played.position), played.same_side);
    if (better(mine, best)) best = mine;
  }
  return best;
}

void BruteGrades::solve(const std::vector<Subspace>& group) {
  std::vector<Node> nodes;
  std::unordered_map<std::string, std::uint32_t> index;
  for (const Subspace& subspace : group)
    for_each_position(*variant_.board, subspace, [&](const Position& position) {
      if (subspace.due != 0 && !may_have_counted(variant_, position)) return;
      if (index.try_emplace(name_of(position), static_cast<std::uint32_t>(nodes.size())).second)
        nodes.push_back({position, {}, {}});
    });
  for (Node& node : nodes) {
    if (const auto end = at_the_end(variant_, node.position)) {
      node.worth = *end;
      continue;
    }
    for (const Turn& turn : generate_turns(variant_, node.position)) {
      const Played played = play(variant_, node.position, turn);
      Edge edge;
      edge.own_score = score_of(node.position);
      edge.other_score = score_of(played.position);
      edge.same_side = played.same_side;
      const auto inside = index.find(name_of(played.position));
      edge.is_known = inside == index.end();
      if (edge.is_known)
        edge.known = seen_before(worth_outside(played.position), edge.own_score, edge.other_score,
                                 edge.same_side);
      else
        edge.node = inside->second;
      node.edges.push_back(edge);
    }
  }
  int rounds = 0;
  for (bool changed = true; changed; ++rounds) {
    MILLSTONE_CHECK(rounds < kMostRounds);
    changed = false;
    for (Node& node : nodes) {
      if (node.edges.empty()) continue;
      Worth best{Value::kLoss, 0, 0};
      for (const Edge& edge : node.edges) {
        const Worth mine = edge.is_known ? edge.known
                                         : seen_before(nodes[edge.node].worth, edge.own_score,
                                                       edge.other_score, edge.same_side);
        if (better(mine, best)) best = mine;
      }
      if (best == node.worth) continue;
      node.worth = best;
      changed = true;
    }
  }
  for (const Node& node : nodes) worths_.emplace(name_of(node.position), node.worth);
}

}  // namespace mill
