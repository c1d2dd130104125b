#pragma once

#include <optional>
#include <vector>

#include "base/task.h"
#include "engine/proof/proof_search.h"

namespace mill {

/// A position and what is claimed of it.
struct Goal {
  SearchPosition at;
  Claim claim;

  static Goal of(const Position& position, const Claim& claim) {
    return {SearchPosition::of(position, 0, 0), claim};
  }
};

/// Goes through a proof step by step, after it was found: what follows from what. One thread.
class ProofWalk {
 public:
  /// @param table  of the search that found the proof; what it has forgotten is searched again
  ProofWalk(const ProofKnowledge& knowledge, ProofTable& table, StopFlag stop)
      : knowledge_(knowledge), search_(knowledge, table, stop) {}

  ProofKnowledge::Answer ask(const Goal& goal) const { return knowledge_.ask(goal.at, goal.claim); }
  bool is_known(const Goal& goal) const { return ask(goal) == ProofKnowledge::Answer::kHolds; }

  /// The legal actions; none once a side has too few stones.
  ActionList actions_of(const Goal& goal) const;

  /// What remains to be shown after an action.
  Goal after(const Goal& goal, const Action& action) const;

  /// An action of the side that claims after which the claim can be shown: first what needs no
  /// search, then what the table remembers, then any. None if there is none, or after a stop.
  std::optional<Action> proving_action(const Goal& goal);

  /// Whether a search shows the claim; nothing after a stop.
  std::optional<bool> prove(const Goal& goal) { return search_.prove(goal.at, goal.claim); }

  std::uint64_t key(const Goal& goal) const {
    return claim_key(*variant().board, goal.at.position, goal.claim);
  }
  const Variant& variant() const { return knowledge_.moves().variant(); }

 private:
  const ProofKnowledge& knowledge_;
  ProofSearch search_;
};

/// One way through a proof: the proving actions, and of the other side's the first that has to be
/// answered; it ends where the rules or a database know the claim, after a stop, or after `actions`
/// actions. The claim must have been proved.
std::vector<Action> example_line(ProofWalk& walk, Goal goal, int actions);

}  // namespace mill
