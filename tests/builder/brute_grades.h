#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "game/moves.h"
#include "game/subspace.h"
#include "game/value.h"

namespace mill {

/// Which draw is better, in all positions of a whole small game, found by looking at every
/// position's turns again and again until nothing changes: no symmetry, no numbering, no levels,
/// and an arithmetic of its own, written from builder/GRADES.md. Of a subspace and its mirror at a
/// time, after what they lead to; all positions begin as draws that stay where they are.
class BruteGrades {
 public:
  struct Worth {
    Value value = Value::kDraw;
    int gain = 0, steps = 0;
    friend bool operator==(const Worth&, const Worth&) = default;
  };

  /// @param scores  of subspaces by name
  BruteGrades(const Variant& variant, const Subspace& root, std::map<std::string, int> scores);

  /// Of a position of the closure (checked).
  Worth of(const Position& position) const;

  std::size_t size() const { return worths_.size(); }

 private:
  /// What a turn leads to: a position of those at work, or what it is worth to who plays it.
  struct Edge {
    std::uint32_t node = 0;
    bool is_known = false;
    Worth known;
    int own_score = 0, other_score = 0;  // of the subspaces before and after
    bool same_side = false;
  };
  struct Node {
    Position position;
    std::vector<Edge> edges;
    Worth worth;
  };

  void solve(const std::vector<Subspace>& group);
  int score_of(const Position& position) const;
  Worth worth_outside(const Position& position) const;
  static Worth seen_before(const Worth& after, int own_score, int other_score, bool same_side);
  static bool better(const Worth& left, const Worth& right);

  const Variant& variant_;
  std::map<std::string, int> scores_;
  std::unordered_map<std::string, Worth> worths_;
};

}  // namespace mill
