#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "game/moves.h"
#include "game/subspace.h"
#include "game/value.h"
#include "tests/builder/class_table.h"

namespace mill {

/// How many classes of a subspace have which value, and the longest win and loss in plies (0 where
/// there is none).
struct PlainCounts {
  std::uint64_t classes = 0, wins = 0, draws = 0, losses = 0;
  int longest_win = 0, longest_loss = 0;
  friend bool operator==(const PlainCounts&, const PlainCounts&) = default;
};

/// Outcomes of all positions with empty hands that can follow from a subspace: a second opinion for
/// the tests, found without numbering, outcomes, kernels or un-moves. Positions are kept in a hash
/// table under their least image, and every outcome is read off the outcomes after the legal turns.
/// Built to be obviously right; 4-4 takes seconds and half a gigabyte.
class PlainSolution {
 public:
  /// Outcome of a position of the closure, or of one that a turn from there leads to (checked).
  Outcome outcome(const Position& position) const;

  /// Best of the outcomes after the legal turns. That this equals outcome() on every position
  /// proves the outcomes that are not draws.
  Outcome outcome_from_turns(const Position& position) const;

  PlainCounts counts(const Subspace& subspace) const;

  /// One position of each class of the subspace, in no particular order.
  std::vector<Position> positions(const Subspace& subspace) const;

 private:
  friend PlainSolution solve_plainly(const Variant& variant, const Subspace& root);

  struct Waiting {
    PlainClass* known;
    Outcome outcome;
  };

  explicit PlainSolution(const Variant& variant) : variant_(variant) {}

  void solve(const Subspace& subspace);
  std::vector<std::uint64_t> names_of_classes(const Subspace& subspace) const;
  Outcome outcome_from_captures(const Position& position) const;
  void schedule(PlainClass* known, Outcome outcome);
  void decide_level(int distance);
  std::vector<PlainClass*> candidates(const std::vector<PlainClass*>& decided, int level);
  bool can_move_to_loss(const Position& position, int distance) const;
  int longest_if_all_turns_lose(const Position& position) const;

  Variant variant_;
  std::set<Subspace> solved_;
  ClassTable table_;
  std::vector<std::vector<Waiting>> waiting_;  // by distance
};

/// Solves the closure of `root`, whose hands must be empty (checked).
PlainSolution solve_plainly(const Variant& variant, const Subspace& root);

}  // namespace mill
