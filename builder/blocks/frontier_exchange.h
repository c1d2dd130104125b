#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "builder/blocks/frontier.h"
#include "builder/blocks/major_moves.h"
#include "builder/blocks/solver_team.h"
#include "builder/blocks/team_stream.h"

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

  /// Whether the major moves of a block of the own share lead to those of other members.
  bool pulls_from_others(std::uint32_t block) const {
    return pulls_from_others_[block - share_.begin] != 0;
  }

  /// Sends what `frontier` shows of the own blocks. Till finish() it shows what has arrived of the
  /// others' blocks; must outlive that.
  Result<void> start(Frontier& frontier);

  /// Shows what has arrived.
  Result<void> take_arrived();

  /// Shows all that the others have sent, and nothing in those of their blocks that they have not.
  Result<void> finish();

 private:
  FrontierExchange(SolverTeam& team, const BlockShares& shares,
                   std::shared_ptr<const BlockGeometry> geometry);
  SolverTeam::Messages write_piece(std::uint32_t piece, const Frontier& frontier) const;
  Result<void> send_pieces(std::size_t member, const std::vector<SolverTeam::Messages>& written,
                           bool last, SolverTeam::Message& message);
  void show(int from, std::span<const std::uint8_t> message, Frontier& frontier) const;

  SolverTeam* team_;
  BlockShares shares_;
  std::shared_ptr<const BlockGeometry> geometry_;
  BlockRange share_;
  std::size_t most_under_way_;   ///< bytes
  SolverTeam::Messages needed_;  ///< by member: whether it pulls from each block of `share_`
  std::vector<std::uint8_t> pulls_from_others_;  ///< by block of `share_`: 1 or 0
  std::optional<TeamStream> stream_;             ///< of the level
};

}  // namespace mill
