#pragma once

#include "builder/free_lines.h"
#include "builder/pair_state.h"

namespace millstone {

/// What a pair needs to know before its levels are worked through: for every position the number of
/// turns that may still avoid a loss, and what its captures lead to. Captures are folded: per
/// configuration of the stones that have just closed a mill, the best removal is found once for
/// all configurations of the other side.
///
/// All functions work on one block and may run for different blocks at the same time.
class FirstValues {
 public:
  FirstValues(const Variant& variant, std::shared_ptr<const BlockGeometry> geometry,
              const MajorMoves& moves, const Kernels& kernels);

  /// The best successor key for the major side after closing a mill in `block`, for every set of
  /// minor stones: the largest key among the allowed removals.
  /// @param minor_table  keys of the subspace with one minor stone less, minor side to move; null
  ///                     when losing a stone loses the game
  /// @param folded       one key a rank, stride() of them
  void fold_major_captures(std::uint32_t block, const KeyTable* minor_table, std::uint8_t* folded,
                           Scratch& scratch) const;

  /// Keys, counters and marks of a block with the major side to move.
  /// @param folded  the results of fold_major_captures for all blocks
  void start_major(std::uint32_t block, const KeyTable& folded, SideState& side,
                   Scratch& scratch) const;

  /// Keys, counters and marks of a block with the minor side to move.
  /// @param major_table  keys of the subspace with one major stone less, major side to move; null
  ///                     when losing a stone loses the game
  void start_minor(std::uint32_t block, const KeyTable* major_table, SideState& side,
                   Scratch& scratch) const;

 private:
  bool closes_any_mill(std::uint32_t block) const;
  void fold_minor_captures(std::uint32_t block, const FreeLines& lines, const PackedIndex& free,
                           const KeyTable* major_table, Scratch& scratch) const;
  void count_major_moves(std::uint32_t block, const PackedIndex& free, std::uint8_t* quiet) const;
  void settle(std::uint32_t block, SideState& side, const Scratch& scratch) const;

  const Variant& variant_;
  std::shared_ptr<const BlockGeometry> geometry_;
  const MajorMoves& moves_;
  const Kernels& kernels_;
  std::unique_ptr<SubsetRank> fewer_minor_;  ///< after the loss of a minor stone
};

}  // namespace millstone
