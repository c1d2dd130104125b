#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/task.h"
#include "builder/solver/block_loop.h"
#include "builder/solver/major_moves.h"
#include "builder/solver/outcome_table.h"
#include "builder/solver/solver_team.h"
#include "game/transitions.h"

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

// What a successor is worth to the side that moves to it is a byte of which more is better: no
// outcome of a position, and on one of two scales, the same for all conversions of a side.

/// The outcome byte of the successor as the side that is next to move sees it.
enum class NextSideByte : std::uint8_t {};

/// 255 minus the outcome byte that a turn to the successor gives the side that makes it: where a
/// ply may go on after a conversion (isDefenderMoveFirst), so that successors are seen by either.
enum class OwnOutcomeByte : std::uint8_t {};

template <typename Byte>
concept SuccessorByte = std::same_as<Byte, NextSideByte> || std::same_as<Byte, OwnOutcomeByte>;

/// A successor byte for every slot of a subspace, or of a part of its blocks.
template <SuccessorByte Byte>
class SuccessorTable : public ByteTable {
 public:
  using ByteTable::ByteTable;
};

/// For every position of a side the best successor that its conversions lead to, as far as they are
/// gathered: the largest byte, and 0 where there is none or none better than a win in 1 for the
/// side that is next to move.
template <SuccessorByte Byte>
class BestSuccessors : public ByteTable {
 public:
  using ByteTable::ByteTable;

  /// No successors. kNotEnoughMemory when the system refuses.
  static Result<BestSuccessors> make(const SideContext& context) {
    MILLSTONE_CHECK(conversion_keeps_turn(context.variant, context.subspace) ==
                    (std::same_as<Byte, OwnOutcomeByte>));
    BestSuccessors best(context.geometry, context.share, context.pool);
    if (!best.valid()) return no_memory_for(context.subspace);
    for_each_block(context.share, context.scratch, [&](std::uint32_t block, Scratch&) {
      std::fill_n(best.block(block), context.geometry->stride(), std::uint8_t{0});
    });
    return best;
  }

  /// Raises the bytes of a block to `byte` for all ranks in `source`.
  void raise(std::uint32_t block, std::span<const GroupBits> source, Byte byte) {
    std::uint8_t* const bytes = this->block(block);
    for (const GroupBits& entry : source)
      for (std::uint64_t bits = entry.bits; bits; bits &= bits - 1)
        raise(bytes[std::size_t{entry.group} * kGroupSize + std::countr_zero(bits)], byte);
  }

  /// Raises one byte of a block.
  static void raise(std::uint8_t& slot, Byte byte) {
    slot = std::max(slot, static_cast<std::uint8_t>(byte));
  }
};

/// What the conversions of a group lead to: a view of a table, which must outlive it, or the one
/// byte that all of it has. Blocks that the table does not hold read as zeros: as no successor; or
/// other members of a team hold them.
template <SuccessorByte Byte>
class Successors {
 public:
  explicit Successors(Byte byte) : byte_(byte) {}

  /// @param shared_part  the blocks of which the table holds the share of this process, and the
  ///                     other members of the team theirs; none: the table is all there is
  explicit Successors(const SuccessorTable<Byte>& table,
                      std::optional<BlockRange> shared_part = std::nullopt)
      : table_(&table), shared_part_(shared_part) {}

  /// An input whose side to move is the one that is next to move.
  explicit Successors(const OutcomeTable& outcomes,
                      std::optional<BlockRange> shared_part =
                          std::nullopt) requires std::same_as<Byte, NextSideByte>
      : table_(&outcomes), shared_part_(shared_part) {}

  bool have_table() const { return table_ != nullptr; }

  /// Without a table.
  Byte byte() const { return byte_; }

  const ByteTable& table() const { return *table_; }
  const std::optional<BlockRange>& shared_part() const { return shared_part_; }
  const BlockGeometry& geometry() const { return table_->geometry(); }
  BlockRange held() const { return table_->held(); }
  const std::uint8_t* block(std::uint32_t index) const { return table_->block(index); }

 private:
  const ByteTable* table_ = nullptr;
  std::optional<BlockRange> shared_part_;
  Byte byte_{};
};

// The functions below raise the bytes of `best` by the successors that a transition leads to. They
// run on all threads of the arena.

/// Placements and moves of the major side.
template <SuccessorByte Byte>
Result<void> raise_by_major_conversions(const SideContext& context, const Transition& transition,
                                        const Successors<Byte>& successors,
                                        BestSuccessors<Byte>& best);

/// Placements and moves of the minor side.
template <SuccessorByte Byte>
void raise_by_minor_conversions(const SideContext& context, const Transition& transition,
                                const Successors<Byte>& successors, BestSuccessors<Byte>& best);

/// Passes and removals of a side that is blocked or finds the board full, position by position:
/// they are few.
void raise_by_blocked(const SideContext& context, const Successors<NextSideByte>& successors,
                      BestSuccessors<NextSideByte>& best);

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
