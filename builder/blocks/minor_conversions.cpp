#include <algorithm>

#include "builder/blocks/conversions.h"
#include "builder/blocks/minor_lines.h"
#include "builder/blocks/ordered_steps.h"

namespace mill {
namespace {

/// The conversions of the minor side by one transition.
///
/// In a block the major stones stand still, so that the stones a capture may remove are the same
/// for the whole block. What all sets of minor stones lead to after the step and the removals is a
/// row of numbers; every step is then a look-up in the row.
template <SuccessorWorth Worth>
class MinorConversions {
 public:
  using Cell = std::underlying_type_t<Worth>;

  MinorConversions(const SideContext& context, const Transition& transition,
                   const Successors<Worth>& successors, BestSuccessors<Worth>& best)
      : context_(context), transition_(transition), successors_(successors), best_(best) {
    const Subspace& after = transition.after;
    const bool next_is_major = after.own_is_major();
    turned_ = transition.keeps_turn ? next_is_major : !next_is_major;
    rows_ = context.geometry;
    if (places())
      rows_ = std::make_shared<const BlockGeometry>(
          Numbering(geometry().numbering().shared_major(), geometry().minor().k() + 1));
  }

  void run() {
    for_each_block(context_.share, context_.scratch, [&](std::uint32_t block, Scratch& scratch) {
      if (context_.is_stopped()) return;
      const PackedIndex free(geometry().free_points(block));
      const MinorLines lines(geometry(), free);
      if (transition_.lines > 0 && lines.empty()) return;
      const Cell* row = successors_.have_table() ? find_row(block, free, scratch) : nullptr;
      if (places())
        raise_by_placements(block, row, free, lines, scratch);
      else
        raise_by_moves(block, row, free, lines, scratch);
    });
  }

 private:
  const BlockGeometry& geometry() const { return *context_.geometry; }
  const Board& board() const { return geometry().board(); }
  bool places() const { return transition_.kind == Transition::Kind::kPlace; }

  /// What successors are worth by the rank of the minor stones after the step.
  const Cell* find_row(std::uint32_t block, const PackedIndex& free, Scratch& scratch) {
    if (transition_.taken == 0 && !turned_) return successors_.block(block);
    std::vector<Cell>& row = row_of(scratch);
    row.assign(rows_->stride(), Cell{0});
    find_row_sources(free, scratch);
    add_rows(geometry().major().representative(block), transition_.taken, free, scratch);
    return row.data();
  }

  static std::vector<Cell>& row_of(Scratch& scratch) { return scratch.rows_of<Cell>().row; }

  /// Only minor stones that have closed a line capture.
  void find_row_sources(const PackedIndex& free, Scratch& scratch) const {
    const MinorLines lines(*rows_, free);
    scratch.source.clear();
    for (std::uint32_t group = 0; group < rows_->groups(); ++group) {
      const std::uint64_t bits =
          transition_.lines > 0 ? lines.with_line(group) : rows_->existing(group);
      if (bits) scratch.source.push_back({group, bits});
    }
  }

  /// Raises the row by every way to take `left` more of the major stones.
  void add_rows(Mask stones, int left, const PackedIndex& free, Scratch& scratch) {
    if (left == 0) {
      if (turned_)
        add_turned_row(stones, free, scratch);
      else
        add_row(stones, free, scratch);
      return;
    }
    for_each_bit(removable(context_.variant, stones),
                 [&](int point) { add_rows(stones & ~bit(point), left - 1, free, scratch); });
  }

  /// Where the side with these stones is still the major one.
  void add_row(Mask stones, const PackedIndex& free, Scratch& scratch) {
    const BlockGeometry& target = successors_.geometry();
    const MajorIndex::Entry entry = target.major().find(stones);
    if (!successors_.held().contains(entry.block)) return;
    const PackedMap map = make_packed_map(free, target.board().symmetries.elements[entry.symmetry],
                                          PackedIndex(target.free_points(entry.block)));
    const Mask taken_from = low_bits(target.free_count()) & ~image_of(map, 0);
    raise_by_step(context_.kernels, MappedStep{map, 0, taken_from}, *rows_, target,
                  successors_.block(entry.block), scratch, row_of(scratch).data());
  }

  /// Where the minor stones have become the major ones: each set of them is a block of its own.
  void add_turned_row(Mask stones, const PackedIndex& free, Scratch& scratch) {
    const BlockGeometry& target = successors_.geometry();
    const std::vector<Mask> images = images_of(board(), stones);
    const TransposeTables tables = transpose_tables(free, target, images);
    const std::size_t room = rows_->stride() + kRankSlack;
    scratch.blocks.resize(std::max(scratch.blocks.size(), room));
    scratch.ranks.resize(std::max(scratch.ranks.size(), room));
    const std::uint32_t found = context_.kernels.transpose(
        subset_groups(*rows_, scratch.source), tables, scratch.blocks.data(), scratch.ranks.data());
    for (std::uint32_t i = 0; i < found; ++i)
      __builtin_prefetch(successors_.block(scratch.blocks[i]) + scratch.ranks[i]);
    Cell* const row = row_of(scratch).data();
    std::uint32_t next = 0;
    for (const GroupBits& entry : scratch.source)
      for (std::uint64_t bits = entry.bits; bits; bits &= bits - 1, ++next) {
        Cell& slot = row[std::size_t{entry.group} * kGroupSize + std::countr_zero(bits)];
        slot = std::max(slot, successors_.block(scratch.blocks[next])[scratch.ranks[next]]);
      }
  }

  void raise_by_placements(std::uint32_t block, const Cell* row, const PackedIndex& free,
                           const MinorLines& lines, Scratch& scratch) {
    for (int to = 0; to < free.count; ++to) {
      if (closes_nothing(lines, to)) continue;
      scratch.source.clear();
      for (std::uint32_t group = 0; group < geometry().groups(); ++group)
        add_source(group, ~geometry().has(to)[group] & geometry().existing(group), lines, to, 0,
                   scratch);
      raise(block, row, {to, -1}, scratch);
    }
  }

  void raise_by_moves(std::uint32_t block, const Cell* row, const PackedIndex& free,
                      const MinorLines& lines, Scratch& scratch) {
    for (const MinorStep step : MinorSteps(geometry().board(), free, context_.stones_fly())) {
      if (closes_nothing(lines, step.to)) continue;
      scratch.source.clear();
      for (std::uint32_t group = 0; group < geometry().groups(); ++group)
        add_source(group, geometry().has(step.from)[group] & ~geometry().has(step.to)[group], lines,
                   step.to, bit(step.from), scratch);
      raise(block, row, {step.to, step.from}, scratch);
    }
  }

  /// Whether a step to this point is none that the transition is about, whatever stones there are.
  bool closes_nothing(const MinorLines& lines, int to) const {
    return transition_.lines > 0 && !lines.any_at(to);
  }

  /// Adds those of `able` for which a stone that comes to `to`, from `vacated`, completes as many
  /// lines as the transition says.
  void add_source(std::uint32_t group, std::uint64_t able, const MinorLines& lines, int to,
                  Mask vacated, Scratch& scratch) const {
    if (!able) return;
    const std::uint64_t bits =
        able & lines.completed_at(to, group, vacated, transition_.lines, transition_.most_lines);
    if (bits) scratch.source.push_back({group, bits});
  }

  void raise(std::uint32_t block, const Cell* row, const PackedStep& step, Scratch& scratch) {
    if (!row) {
      best_.raise(block, scratch.source, successors_.worth());
      return;
    }
    raise_by_step(context_.kernels, step, geometry(), *rows_, row, scratch, best_.block(block));
  }

  const SideContext& context_;
  const Transition& transition_;
  const Successors<Worth>& successors_;
  BestSuccessors<Worth>& best_;
  std::shared_ptr<const BlockGeometry> rows_;  ///< of the sets of minor stones after the step
  bool turned_;                                ///< the minor side is the major one then
};

}  // namespace

template <SuccessorWorth Worth>
void raise_by_minor_conversions(const SideContext& context, const Transition& transition,
                                const Successors<Worth>& successors, BestSuccessors<Worth>& best) {
  MinorConversions(context, transition, successors, best).run();
}

template void raise_by_minor_conversions(const SideContext&, const Transition&,
                                         const Successors<NextSideByte>&,
                                         BestSuccessors<NextSideByte>&);
template void raise_by_minor_conversions(const SideContext&, const Transition&,
                                         const Successors<OwnOutcomeByte>&,
                                         BestSuccessors<OwnOutcomeByte>&);
template void raise_by_minor_conversions(const SideContext&, const Transition&,
                                         const Successors<DrawRank>&, BestSuccessors<DrawRank>&);

}  // namespace mill
