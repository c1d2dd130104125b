#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/error.h"
#include "builder/solver/frontier.h"
#include "builder/solver/major_moves.h"
#include "builder/solver/solver_team.h"

namespace mill {

/// What crosses at every level between the members of a team that solve a pair: the frontier of
/// blocks that other members pull from. Each member hears of a block once in a level, as ranks or
/// as bitmaps of groups, whichever is shorter. One thread, which may do other work between start()
/// and finish().
class FrontierExchange {
 public:
  /// Finds out which blocks of whom each member needs; all members call it.
  /// @param moves  of the major stones in the share of this member
  static Result<FrontierExchange> make(SolverTeam& team, const BlockShares& shares,
                                       std::shared_ptr<const BlockGeometry> geometry,
                                       const MajorMoves& moves);

  /// Sends what `frontier` shows of the own blocks.
  void start(const Frontier& frontier);

  /// Shows in `frontier` what the others have sent, and nothing in those of their blocks that they
  /// have not.
  Result<void> finish(Frontier& frontier);

 private:
  FrontierExchange(SolverTeam& team, const BlockShares& shares,
                   std::shared_ptr<const BlockGeometry> geometry);

  SolverTeam* team_;
  BlockShares shares_;
  std::shared_ptr<const BlockGeometry> geometry_;
  BlockRange share_;
  SolverTeam::Messages needed_;  ///< by member: whether it pulls from each block of `share_`
};

}  // namespace mill
