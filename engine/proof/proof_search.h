#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/task.h"
#include "engine/positions/move_maker.h"
#include "engine/proof/claim.h"
#include "engine/proof/proof_table.h"
#include "engine/search/leaf_database.h"
#include "engine/search/move_order.h"
#include "game/subspace_index.h"
#include "prober/prober.h"

namespace mill {

/// What a proof search knows for certain of a position without searching: that the game is over,
/// or what a database says. Where play can go round in circles only a database knows; what nobody
/// knows proves nothing. Any thread.
class ProofKnowledge {
 public:
  ProofKnowledge(const Variant& variant, std::shared_ptr<const Prober> prober);

  enum class Answer : std::uint8_t {
    kSearch,   ///< look at the successors
    kHolds,    ///< the claim is true
    kFails,    ///< the claim is false
    kUnknown,  ///< no way to tell
  };
  /// @param actions  empty; gets the legal actions where the answer is to look at them
  Answer ask(const SearchPosition& at, const Claim& claim, ActionList& actions) const;
  Answer ask(const SearchPosition& at, const Claim& claim) const {
    ActionList ignored;
    return ask(at, claim, ignored);
  }

  const MoveMaker& moves() const { return moves_; }
  const Prober* prober() const { return prober_.get(); }

  /// Positions of which a database was asked and could not answer for a reason other than a file
  /// that is not there; the first such reason.
  std::optional<Error> error() const;

 private:
  Answer ask_database(const SearchPosition& at, const Claim& claim) const;
  bool is_hopeless(const Subspace& subspace);

  /// What the four counts of a position tell.
  enum class SubspaceKind : std::uint8_t { kOpen, kFiled, kHopeless };

  MoveMaker moves_;
  std::shared_ptr<const Prober> prober_;
  SubspaceIndex index_;
  std::vector<SubspaceKind> kinds_;    // by index_
  std::map<Subspace, bool> hopeless_;  // while kinds_ is filled
  mutable std::mutex error_lock_;
  mutable std::optional<Error> error_;
};

/// A key that is the same for all images of a position under the symmetries of its board.
std::uint64_t symmetric_key(const Board& board, const Position& position);

/// The same of a claim about a position.
std::uint64_t claim_key(const Board& board, const Position& position, const Claim& claim);

/// Searches for a proof of one claim about one position: at nodes of the side that claims one
/// action must do, at nodes of the other side all. Depth first; positions that are the same up to
/// a symmetry of the board are one.
class ProofSearch {
 public:
  /// @param helps  works beside another search of the same claim with the same table
  ProofSearch(const ProofKnowledge& knowledge, ProofTable& table, StopFlag stop,
              bool helps = false);

  /// Whether the claim can be proved; nothing after a stop.
  std::optional<bool> prove(const SearchPosition& at, const Claim& claim);

  /// What the table knows of a claim.
  std::optional<bool> remembers(const SearchPosition& at, const Claim& claim) const {
    return table_.find(claim_key(board(), at.position, claim));
  }

  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

 private:
  bool search(const SearchPosition& at, const Claim& claim, int path_length);
  bool search_actions(const SearchPosition& at, const Claim& claim, int path_length,
                      ActionList& actions);
  const Board& board() const { return *knowledge_.moves().variant().board; }

  const ProofKnowledge& knowledge_;
  ProofTable& table_;
  StopFlag stop_;
  MoveOrder order_;
  bool helps_;
  std::atomic<std::uint64_t> nodes_{0};
};

}  // namespace mill
