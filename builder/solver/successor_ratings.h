#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "builder/solver/rating.h"
#include "builder/solver/solver.h"
#include "game/moves.h"
#include "game/turn_ends.h"

namespace mill {

/// What turns lead to outside of what is being solved: the rules tell, or the inputs, or the best
/// of further turns where a turn leaves stones to be taken before anybody moves. Immutable once
/// made; safe to read from many threads.
class SuccessorRatings {
 public:
  /// Asks for all inputs of a subspace; see solver_inputs().
  static Result<SuccessorRatings> load(const Variant& variant, const Subspace& subspace,
                                       const InputProvider& inputs);

  /// The rating of a position as its rules tell it, without a look at what may be played; none if
  /// the game goes on.
  std::optional<Rating> by_rules(const Position& position) const;

  /// The rating of a position for its side to move; none if it belongs to the subspaces that are
  /// being solved.
  std::optional<Rating> find(const Position& position) const;

 private:
  SuccessorRatings(const Variant& variant, std::vector<Subspace> solved)
      : variant_(variant), solved_(std::move(solved)) {}

  Rating best_of_turns(const Position& position) const;

  const Variant& variant_;
  std::vector<Subspace> solved_;
  std::map<Subspace, std::shared_ptr<const OutcomeTable>> inputs_;
};

}  // namespace mill
