#pragma once

#include <memory>

#include "builder/blocks/conversions.h"

namespace mill {

/// Captures of the major side, folded: for every configuration of major stones that has just closed
/// a mill, and every set of minor stones, the best that taking stones then leads to, worked out
/// once for all the steps that close it. Blocks without a mill hold nothing.
template <typename Cell>
class FoldedCaptures {
 public:
  using Table = SlotTable<Cell>;

  /// @param successors  the input, or a part of it, on any scale; must outlive this object
  /// @param geometry    of the positions after the step, before stones are taken
  FoldedCaptures(const SideContext& context, const Transition& transition, const Table& successors,
                 std::shared_ptr<const BlockGeometry> geometry);

  /// Folds all blocks of `folded`, which the input holds.
  void fold(Table& folded) const;

  /// The same where the input is shared out: each member of the team folds the blocks of its share,
  /// and they send each other the rows that are wanted. All members call it. Rows of a member that
  /// has been asked to stop mean nothing.
  /// @param wanted  by block of `folded`: 1 where this member reads the row, or 0
  Result<void> fold_together(const std::vector<std::uint8_t>& wanted, Table& folded) const;

 private:
  void fold_blocks(BlockRange blocks, Table& folded) const;
  void fold_block(std::uint32_t block, Table& folded, Scratch& scratch) const;
  void fold_level(const BlockGeometry& level, std::uint32_t block, const Cell* before,
                  const BlockGeometry& removed, Scratch& scratch) const;

  const SideContext& context_;
  const Table& successors_;
  /// Of the sets of minor stones with one more than the input has, two more, and so on; the last of
  /// the positions after the step.
  std::vector<std::shared_ptr<const BlockGeometry>> levels_;
};

}  // namespace mill
