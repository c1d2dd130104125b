#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "game/moves.h"
#include "game/subspace.h"
#include "game/value.h"

namespace mill {

/// All that a position is made of, as a text.
std::string name_of(const Position& position);

/// Outcomes of all positions of a whole small game, found by looking at every position's actions
/// again and again until nothing changes: no symmetry, no numbering, no order of subspaces. For
/// boards of at most 16 points and games of at most some hundred thousand positions.
class BruteForce {
 public:
  /// Solves every position of the closure of `root`.
  BruteForce(const Variant& variant, const Subspace& root);

  /// Outcome of a position of the closure (checked); a draw of one with stones due to which no play
  /// leads.
  Outcome outcome(const Position& position) const;

  std::size_t size() const { return nodes_.size(); }

 private:
  struct Edge {
    std::uint32_t node;
    bool same_side;
  };
  struct Node {
    Position position;
    std::vector<Edge> edges;
    std::optional<Outcome> outcome;
  };

  std::uint32_t index_of(const Position& position);
  void add_edges(std::uint32_t node);
  bool decide(Node& node, int distance) const;

  const Variant& variant_;
  std::vector<Node> nodes_;
  std::unordered_map<std::string, std::uint32_t> index_;
};

}  // namespace mill
