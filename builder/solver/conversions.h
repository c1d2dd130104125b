#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/task.h"
#include "builder/solver/block_loop.h"
#include "builder/solver/major_moves.h"
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

/// Whether some conversion of the subspace leaves the same side to move (isDefenderMoveFirst).
bool conversion_keeps_turn(const Variant& variant, const Subspace& subspace);

/// What a successor is worth to the side that moves to it, in a byte of which more is better. No
/// outcome of a position, so it has a type of its own; what it stands for is told by a
/// SuccessorScale, one for all conversions of a side.
enum class SuccessorByte : std::uint8_t {};

/// How a SuccessorByte is made.
enum class SuccessorScale : std::uint8_t {
  kNextSide,  ///< the outcome byte of the successor as the side that is next to move sees it
  /// 255 minus the outcome byte that a turn to the successor gives the side that makes it: where a
  /// ply may go on after a conversion (isDefenderMoveFirst), so that successors are seen by either
  kOwnOutcome,
};

/// The outcome byte of a successor as the byte that it is where the next side sees it.
constexpr SuccessorByte seen_by_next_side(OutcomeByte byte) { return SuccessorByte{byte}; }

/// A SuccessorByte for every slot of a subspace, or of a part of its blocks; kernels take the bytes
/// of its blocks as they are.
class SuccessorTable {
 public:
  SuccessorTable() = default;

  /// A table with undefined contents; not valid() when the system refuses the memory.
  SuccessorTable(std::shared_ptr<const BlockGeometry> geometry, BlockRange held,
                 std::shared_ptr<ByteArrayPool> pool)
      : bytes_(std::move(geometry), held, std::move(pool)) {}

  bool valid() const { return bytes_.valid(); }
  BlockRange held() const { return bytes_.held(); }
  std::uint8_t* block(std::uint32_t index) { return bytes_.block(index); }
  std::span<std::uint8_t> bytes() { return bytes_.bytes(); }

  /// The array, for outcomes that are made of it in place.
  OutcomeTable release() { return std::move(bytes_); }

 private:
  friend class Successors;
  OutcomeTable bytes_;
};

/// For every position of a side the best successor that its conversions lead to, as far as they are
/// gathered: the largest SuccessorByte, and 0 where there is none or none better than a win in 1
/// for the side that is next to move.
class BestSuccessors {
 public:
  /// No successors. kNotEnoughMemory when the system refuses.
  static Result<BestSuccessors> make(const SideContext& context);

  /// The bytes of a block, to be raised.
  std::uint8_t* block(std::uint32_t index) { return bytes_.block(index); }

  /// All bytes, padding included.
  std::span<std::uint8_t> bytes() { return bytes_.bytes(); }

  /// What the bytes stand for.
  SuccessorScale scale() const { return scale_; }

  /// The array, for outcomes that are made of it in place.
  OutcomeTable release() { return bytes_.release(); }

 private:
  BestSuccessors(SuccessorTable bytes, SuccessorScale scale)
      : bytes_(std::move(bytes)), scale_(scale) {}

  SuccessorTable bytes_;
  SuccessorScale scale_;
};

/// What the conversions of a group lead to: a view of a table, which must outlive it, or the one
/// byte that all of it has.
class Successors {
 public:
  explicit Successors(SuccessorByte byte) : byte_(byte) {}
  explicit Successors(const SuccessorTable& table) : table_(&table.bytes_) {}

  /// The outcomes of an input as the side that is next to move sees them.
  static Successors seen_by_next_side(const OutcomeTable& outcomes) {
    Successors successors(SuccessorByte{});
    successors.table_ = &outcomes;
    return successors;
  }

  bool have_table() const { return table_ != nullptr; }

  /// Without a table.
  SuccessorByte byte() const { return byte_; }

  // Of the table.
  const BlockGeometry& geometry() const { return table_->geometry(); }
  BlockRange held() const { return table_->held(); }
  const std::uint8_t* block(std::uint32_t index) const { return table_->block(index); }

 private:
  const OutcomeTable* table_ = nullptr;
  SuccessorByte byte_{};
};

// The functions below raise the bytes of `best` by the successors that a transition leads to. They
// run on all threads of the arena.

/// Placements and moves of the major side.
Result<void> raise_by_major_conversions(const SideContext& context, const Transition& transition,
                                        const Successors& successors, BestSuccessors& best);

/// Placements and moves of the minor side.
void raise_by_minor_conversions(const SideContext& context, const Transition& transition,
                                const Successors& successors, BestSuccessors& best);

/// Passes and removals of a side that is blocked or finds the board full, position by position:
/// they are few. On the scale of the next side: no board is full, and nobody blocked, while stones
/// are in hand that the turn could stay with.
void raise_by_blocked(const SideContext& context, const Successors& successors,
                      BestSuccessors& best);

/// Raises best[rank] to `byte` for all ranks in `source`.
void raise_all(std::span<const GroupBits> source, SuccessorByte byte, std::uint8_t* best);

/// kNotEnoughMemory: the system refused an array.
tl::unexpected<Error> no_memory_for(const Subspace& subspace);

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
