#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "builder/solver/block_stage.h"
#include "builder/solver/major_moves.h"
#include "game/transitions.h"

namespace millstone {

/// One side to move in a subspace, with what work on its blocks needs.
struct Mover {
  const Variant& variant;
  Subspace subspace;  ///< as the side to move sees it
  std::shared_ptr<const BlockGeometry> geometry;
  const MajorMoves* moves;  ///< of the major stones; null unless they are to move and can
  const Kernels& kernels;
  std::shared_ptr<ByteArrayPool> pool;
  ScratchPool& scratch;
  const std::atomic<bool>* stop = nullptr;  ///< set from elsewhere to leave the work undone

  bool is_stopped() const { return stop && stop->load(std::memory_order_relaxed); }
  bool is_major() const { return subspace.own_is_major(); }
  bool stones_fly() const { return flies(variant.rules, subspace.own, subspace.own_hand); }
};

/// Turns that leave the pair (or, in a subspace without cycles, all turns), by the table that holds
/// what they lead to.
struct ExitGroup {
  std::optional<Subspace> input;  ///< none: the game is over then
  Key key = kKeyLostNow;          ///< if there is no input, of the side that would be next to move
  std::vector<Transition> transitions;
};

/// The exits of the side to move in `subspace`, those without input first.
std::vector<ExitGroup> exit_groups(const Variant& variant, const Subspace& subspace);

/// Whether some exit of the subspace leaves the same side to move (isDefenderMoveFirst).
bool exit_keeps_turn(const Variant& variant, const Subspace& subspace);

/// What the exits of a group lead to. Without a table all of it has the one key.
struct ExitSource {
  const KeyTable* table = nullptr;
  Key key = kKeyLostNow;
};

// The functions below raise the bytes of `best`, which start at 0, to the largest key among the
// successors that a transition leads to, seen by the side that is next to move. They run on all
// threads of the arena.

/// Placements and moves of the major side.
Result<void> raise_by_major_exits(const Mover& mover, const Transition& transition,
                                  const ExitSource& source, KeyTable& best);

/// Placements and moves of the minor side.
void raise_by_minor_exits(const Mover& mover, const Transition& transition,
                          const ExitSource& source, KeyTable& best);

/// Passes and removals of a side that is blocked or finds the board full, position by position:
/// they are few.
void raise_by_relief(const Mover& mover, const ExitSource& source, KeyTable& best);

/// Raises best[rank] to `key` for all ranks in `source`.
void raise_all(std::span<const GroupBits> source, Key key, std::uint8_t* best);

/// The ranks of a block in which the side to move has no step, as a bitmap of whole groups.
void find_blocked(const Mover& mover, std::uint32_t block, std::vector<std::uint64_t>& blocked);

}  // namespace millstone
