#pragma once

#include "builder/blocks/back_steps.h"
#include "builder/solver/pair_state.h"

namespace mill {

/// Works through the levels of distance of a pair that is initialised: from the positions
/// decided at one level, over the reversed turns that remove nothing, to those of the next.
/// Together with the other members of a team, where there is one: each in the blocks of its share.
class LevelSolver {
 public:
  /// @param minor_context  the minor side as it moves
  /// @param minor_side   null for a subspace that is its own mirror, where the major side's table
  ///                     serves for both
  LevelSolver(const SideContext& minor_context, const BlockShares& shares, const MajorMoves& moves,
              SideState& major_side, SideState* minor_side)
      : minor_context_(minor_context),
        shares_(shares),
        moves_(moves),
        major_side_(major_side),
        minor_side_(minor_side) {}

  /// Works through levels to the end, or to the end of the window. kInterrupted when one of the
  /// team is asked to stop, after the same level in all.
  /// @param distance     the level to start with, as seen from the window; counted up here
  /// @param longest_win  of the window
  /// @param after_level  called after each
  /// @return whether there are positions left for a later window
  Result<bool> run(std::uint32_t& distance, int longest_win,
                   const std::function<void()>& after_level);

 private:
  /// What the members agree on before a level: the last of what each finds.
  enum class Next : std::uint8_t { kEnd, kLaterWindow, kLevel, kStop };
  Result<Next> agree_on_next(int distance, int longest_win);

  const SideContext& minor_context_;
  const BlockShares& shares_;
  const MajorMoves& moves_;
  SideState& major_side_;
  SideState* minor_side_;
};

}  // namespace mill
