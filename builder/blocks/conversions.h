#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "base/task.h"
#include "builder/blocks/block_loop.h"
#include "builder/blocks/kernel_arguments.h"
#include "builder/blocks/major_moves.h"
#include "builder/blocks/slot_table.h"
#include "builder/blocks/solver_team.h"
#include "game/transitions.h"
#include "game/value.h"

namespace mill {

/// One side to move in a subspace, with what work on its blocks needs.
struct SideContext {
  const Variant& variant;
  Subspace subspace;  ///< as the side to move sees it
  std::shared_ptr<const BlockGeometry> geometry;
  BlockRange share;         ///< the blocks that this process works on; no others are written
  const MajorMoves* moves;  ///< of the major stones in them; null unless they are to move and can
  const Kernels& kernels;
  std::shared_ptr<ByteArrayPool> pool;
  ScratchPool& scratch;
  StopFlag stop;               ///< to leave the work undone
  SolverTeam* team = nullptr;  ///< who work on the other blocks

  bool is_stopped() const { return stop.is_set(); }
  bool is_major() const { return subspace.own_is_major(); }
  bool stones_fly() const { return flies(variant.rules, subspace.own, subspace.own_hand); }
};

/// Turns that leave the pair (or, in a subspace without cycles, all turns), by the table that holds
/// what they lead to.
struct ConversionGroup {
  std::optional<Subspace> input;  ///< none: the game is over then
  /// If there is no input, of the side that would be next to move.
  OutcomeByte byte = kLostNowByte;
  std::vector<Transition> transitions;
};

/// The conversions of the side to move in `subspace`, those without input first.
std::vector<ConversionGroup> conversion_groups(const Variant& variant, const Subspace& subspace);

/// Whether the group has passes or removals of a side that is blocked or finds the board full.
bool acts_when_blocked(const ConversionGroup& group);

/// Whether all its conversions take stones and are the major side's: they are folded block by block
/// of the input (builder/solver/folded_captures.h), so that a team may share the blocks out.
bool is_folded(const Subspace& subspace, const ConversionGroup& group);

/// Whether some conversion of the subspace leaves the same side to move (isDefenderMoveFirst).
bool conversion_keeps_turn(const Variant& variant, const Subspace& subspace);

/// kNotEnoughMemory: the system refused an array.
tl::unexpected<Error> no_memory_for(const Subspace& subspace);

// What a successor is worth to the side that moves to it is a number of which more is better, and 0
// the least; on one of three scales, the same for all conversions of a side.

/// The outcome byte of the successor as the side that is next to move sees it.
enum class NextSideByte : std::uint8_t {};

/// 255 minus the outcome byte that a turn to the successor gives the side that makes it: where a
/// ply may go on after a conversion (isDefenderMoveFirst), so that successors are seen by either.
enum class OwnOutcomeByte : std::uint8_t {};

/// The place of the grade that a turn to the successor gives the side that makes it among the
/// grades of a pair, where all its positions are draws (builder/grader/); 0 if the turn does not
/// keep the draw.
enum class DrawRank : std::uint16_t {};

template <typename Worth>
concept SuccessorWorth = std::same_as<Worth, NextSideByte> || std::same_as<Worth, OwnOutcomeByte> ||
    std::same_as<Worth, DrawRank>;

/// A number for every slot of a subspace, or of a part of its blocks.
template <SuccessorWorth Worth>
class SuccessorTable : public SlotTable<std::underlying_type_t<Worth>> {
 public:
  using SlotTable<std::underlying_type_t<Worth>>::SlotTable;
};

/// For every position of a side the best successor that its conversions lead to, as far as they are
/// gathered: 0 where there is none; of outcomes, too, where none is better than a win in 1 for the
/// side that is next to move.
template <SuccessorWorth Worth>
class BestSuccessors : public SlotTable<std::underlying_type_t<Worth>> {
 public:
  using Cell = std::underlying_type_t<Worth>;
  using SlotTable<Cell>::SlotTable;

  /// No successors. kNotEnoughMemory when the system refuses.
  static Result<BestSuccessors> make(const SideContext& context) {
    if constexpr (!std::same_as<Worth, DrawRank>)
      MILLSTONE_CHECK(conversion_keeps_turn(context.variant, context.subspace) ==
                      (std::same_as<Worth, OwnOutcomeByte>));
    BestSuccessors best(context.geometry, context.share, context.pool);
    if (!best.valid()) return no_memory_for(context.subspace);
    for_each_block(context.share, context.scratch, [&](std::uint32_t block, Scratch&) {
      std::fill_n(best.block(block), context.geometry->stride(), Cell{0});
    });
    return best;
  }

  /// Raises the numbers of a block to `worth` for all ranks in `source`.
  void raise(std::uint32_t block, std::span<const GroupBits> source, Worth worth) {
    Cell* const cells = this->block(block);
    for (const GroupBits& entry : source)
      for (std::uint64_t bits = entry.bits; bits; bits &= bits - 1)
        raise(cells[std::size_t{entry.group} * kGroupSize + std::countr_zero(bits)], worth);
  }

  /// Raises one number of a block.
  static void raise(Cell& slot, Worth worth) { slot = std::max(slot, static_cast<Cell>(worth)); }
};

/// What the conversions of a group lead to: a view of a table, which must outlive it, or the one
/// worth that all of it has. Blocks that the table does not hold read as zeros: as no successor; or
/// other members of a team hold them.
template <SuccessorWorth Worth>
class Successors {
 public:
  using Cell = std::underlying_type_t<Worth>;
  using Table = SlotTable<Cell>;

  explicit Successors(Worth worth) : worth_(worth) {}

  /// @param shared_part  the blocks of which the table holds the share of this process, and the
  ///                     other members of the team theirs; none: the table is all there is
  explicit Successors(const SuccessorTable<Worth>& table,
                      std::optional<BlockRange> shared_part = std::nullopt)
      : table_(&table), shared_part_(shared_part) {}

  /// The outcomes of an input whose side to move is the one that is next to move.
  explicit Successors(const ByteTable& outcomes,
                      std::optional<BlockRange> shared_part =
                          std::nullopt) requires std::same_as<Worth, NextSideByte>
      : table_(&outcomes), shared_part_(shared_part) {}

  bool have_table() const { return table_ != nullptr; }

  /// Without a table.
  Worth worth() const { return worth_; }

  const Table& table() const { return *table_; }
  const std::optional<BlockRange>& shared_part() const { return shared_part_; }
  const BlockGeometry& geometry() const { return table_->geometry(); }
  BlockRange held() const { return table_->held(); }
  const Cell* block(std::uint32_t index) const { return table_->block(index); }

 private:
  const Table* table_ = nullptr;
  std::optional<BlockRange> shared_part_;
  Worth worth_{};
};

// The functions below raise the numbers of `best` by the successors that a transition leads to.
// They run on all threads of the arena.

/// Placements and moves of the major side.
template <SuccessorWorth Worth>
Result<void> raise_by_major_conversions(const SideContext& context, const Transition& transition,
                                        const Successors<Worth>& successors,
                                        BestSuccessors<Worth>& best);

/// Placements and moves of the minor side.
template <SuccessorWorth Worth>
void raise_by_minor_conversions(const SideContext& context, const Transition& transition,
                                const Successors<Worth>& successors, BestSuccessors<Worth>& best);

/// All steps of a group.
template <SuccessorWorth Worth>
Result<void> raise_by_steps(const SideContext& context, const ConversionGroup& group,
                            const Successors<Worth>& successors, BestSuccessors<Worth>& best) {
  for (const Transition& transition : group.transitions) {
    if (transition.kind == Transition::Kind::kBlocked) continue;
    if (context.is_major())
      MILLSTONE_TRY(raise_by_major_conversions(context, transition, successors, best));
    else
      raise_by_minor_conversions(context, transition, successors, best);
  }
  return {};
}

/// Calls `visit(rank)` for every rank of a bitmap of whole groups.
template <typename Visit>
void for_each_rank(std::span<const std::uint64_t> words, Visit&& visit) {
  for (std::uint32_t group = 0; group < words.size(); ++group)
    for (std::uint64_t bits = words[group]; bits; bits &= bits - 1)
      visit(group * kGroupSize + static_cast<std::uint32_t>(std::countr_zero(bits)));
}

/// What the rules say of a position without a step; none if it has a turn all the same.
std::optional<OutcomeByte> outcome_if_blocked(const SideContext& context, std::uint32_t block,
                                              std::uint32_t rank);

/// The ranks of a block in which the side to move has no step, as a bitmap of whole groups.
void find_blocked(const SideContext& context, std::uint32_t block,
                  std::vector<std::uint64_t>& blocked);

}  // namespace mill
