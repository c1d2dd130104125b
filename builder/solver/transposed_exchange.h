#pragma once

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <cstdint>
#include <functional>
#include <memory>

#include "base/error.h"
#include "builder/solver/block_geometry.h"
#include "builder/solver/solver_team.h"

namespace mill {

/// Positions of n-n whose transposition (the colours exchanged) is in the share of another member
/// of a team, on their way there.
class TransposedExchange {
 public:
  TransposedExchange(SolverTeam& team, const BlockShares& shares,
                     std::shared_ptr<const BlockGeometry> geometry);

  /// Whether a block is in the share of this member.
  bool is_own(std::uint32_t block) const { return share_.contains(block); }

  /// Keeps a position of another share for its owner. Any thread.
  void add(std::uint32_t block, std::uint32_t rank);

  /// Hands all that were added to their owners, and gives `take` those that are for this member, on
  /// all threads of the arena. All members call it.
  Result<void> pass_on(const std::function<void(std::uint32_t block, std::uint32_t rank)>& take);

  /// How many blocks of a share to transpose between two calls of pass_on(), for messages to stay
  /// small; the same for all members.
  std::uint32_t blocks_per_round() const;

  /// Rounds that it takes the member with the largest share; all make as many.
  std::uint32_t rounds() const;

 private:
  SolverTeam* team_;
  BlockShares shares_;
  std::shared_ptr<const BlockGeometry> geometry_;
  BlockRange share_;
  oneapi::tbb::enumerable_thread_specific<SolverTeam::Messages> messages_;
};

}  // namespace mill
