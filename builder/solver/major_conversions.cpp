#include <algorithm>

#include "builder/solver/conversions.h"
#include "builder/solver/minor_lines.h"

namespace mill {
namespace {

using Geometry = std::shared_ptr<const BlockGeometry>;

/// A step of a major stone to another block.
struct MajorStep {
  std::uint32_t target;
  int symmetry;
  int to;  ///< packed point of the block it leaves
};

/// The conversions of the major side by one transition.
///
/// Captures are folded: per configuration of major stones that has just closed a mill, the best
/// removal is found once for all sets of minor stones. Every step that closes the mill is then a
/// look-up in the folded block it leads to.
template <SuccessorByte Byte>
class MajorConversions {
 public:
  MajorConversions(const SideContext& context, const Transition& transition,
                   const Successors<Byte>& successors, BestSuccessors<Byte>& best)
      : context_(context), transition_(transition), successors_(successors), best_(best) {}

  Result<void> run() {
    if (!successors_.have_table()) {
      for_all_steps([&](std::uint32_t block, const MajorStep& step, Scratch& scratch) {
        raise_to_constant(block, step, scratch);
      });
      return {};
    }
    target_ = target_geometry();
    SuccessorTable<Byte> folded;
    if (transition_.taken > 0) {
      folded = SuccessorTable<Byte>(target_, successors_.held(), context_.pool);
      if (!folded.valid()) return no_memory_for(context_.subspace);
      fold(folded);
      rows_ = Successors<Byte>(folded);
    }
    for_all_steps([&](std::uint32_t block, const MajorStep& step, Scratch& scratch) {
      raise_from_row(block, step, scratch);
    });
    return {};
  }

 private:
  const BlockGeometry& geometry() const { return *context_.geometry; }
  const Board& board() const { return geometry().board(); }
  bool places() const { return transition_.kind == Transition::Kind::kPlace; }
  bool has(int lines) const {
    return lines >= transition_.lines && lines <= transition_.most_lines;
  }

  /// Of the positions after the step, before stones are taken.
  Geometry target_geometry() const {
    if (!places()) return context_.geometry;
    auto index = successors_.geometry().numbering().shared_major();
    MILLSTONE_CHECK(index->stones() == geometry().major().stones() + 1);
    return std::make_shared<const BlockGeometry>(
        Numbering(std::move(index), geometry().minor().k()));
  }

  /// Calls `work(block, step, scratch)` for every step of the transition in every block.
  template <typename Work>
  void for_all_steps(Work&& work) {
    std::shared_ptr<const MajorIndex> index;
    if (places() && successors_.have_table())
      index = successors_.geometry().numbering().shared_major();
    for_each_block(context_.share, context_.scratch, [&](std::uint32_t block, Scratch& scratch) {
      if (context_.is_stopped()) return;
      scratch.fit(geometry());
      if (!places()) {
        for (const MajorMove& move : context_.moves->all(block))
          if (has(move.lines)) work(block, MajorStep{move.target, move.symmetry, move.to}, scratch);
        return;
      }
      const Mask stones = geometry().major().representative(block);
      const PackedIndex free(geometry().free_points(block));
      for (int to = 0; to < free.count; ++to) {
        const Mask placed = stones | bit(free.point[to]);
        if (!has(board().lines_closed(placed, free.point[to]))) continue;
        const MajorIndex::Entry entry = index ? index->find(placed) : MajorIndex::Entry{0, 0};
        work(block, MajorStep{entry.block, entry.symmetry, to}, scratch);
      }
    });
  }

  /// The sets of minor stones that leave the point of a step free.
  void find_sources(const MajorStep& step, Scratch& scratch) const {
    scratch.source.clear();
    for (std::uint32_t group = 0; group < geometry().groups(); ++group) {
      const std::uint64_t bits = ~geometry().has(step.to)[group] & geometry().existing(group);
      if (bits) scratch.source.push_back({group, bits});
    }
  }

  void raise_to_constant(std::uint32_t block, const MajorStep& step, Scratch& scratch) {
    find_sources(step, scratch);
    best_.raise(block, scratch.source, successors_.byte());
  }

  void raise_from_row(std::uint32_t block, const MajorStep& step, Scratch& scratch) {
    if (!rows_.held().contains(step.target)) return;
    find_sources(step, scratch);
    const PackedMap map = make_packed_map(PackedIndex(geometry().free_points(block)),
                                          board().symmetries.elements[step.symmetry],
                                          PackedIndex(target_->free_points(step.target)));
    context_.kernels.map_max(subset_groups(geometry(), scratch.source), map,
                             {rank_tables(target_->minor()), rows_.block(step.target)},
                             best_.block(block));
  }

  void fold(SuccessorTable<Byte>& folded) {
    // Removing stone after stone: from the table's sets of minor stones up to those of the target.
    std::vector<Geometry> levels;
    const int minor_stones = geometry().minor().k();
    for (int stones = minor_stones - transition_.taken + 1; stones < minor_stones; ++stones)
      levels.push_back(std::make_shared<const BlockGeometry>(
          Numbering(target_->numbering().shared_major(), stones)));
    levels.push_back(target_);
    for_each_block(folded.held(), context_.scratch, [&](std::uint32_t block, Scratch& scratch) {
      if (context_.is_stopped()) return;
      const Mask stones = target_->major().representative(block);
      if (!board().in_mills(stones)) return;  // never read
      const std::uint8_t* outcomes = successors_.block(block);
      const SubsetRank* ranks = &successors_.geometry().minor();
      for (const Geometry& level : levels) {
        fold_level(*level, block, outcomes, *ranks, scratch);
        scratch.row = scratch.fold;
        outcomes = scratch.row.data();
        ranks = &level->minor();
      }
      std::copy_n(scratch.row.data(), target_->stride(), folded.block(block));
    });
  }

  /// For every set of minor stones the largest of `outcomes` over the stones that may be removed,
  /// into scratch.fold.
  void fold_level(const BlockGeometry& level, std::uint32_t block, const std::uint8_t* outcomes,
                  const SubsetRank& ranks, Scratch& scratch) const {
    const PackedIndex free(level.free_points(block));
    const MinorLines lines(level, free);
    scratch.fold.assign(level.stride(), OutcomeByte{0});
    std::vector<std::uint64_t>& all_in_lines = scratch.words;
    all_in_lines.resize(level.groups());
    const bool from_mills = context_.variant.rules.remove_from_mills;
    for (std::uint32_t group = 0; group < level.groups(); ++group)
      all_in_lines[group] = from_mills ? ~std::uint64_t{0} : lines.all_in_lines(group);
    for (int index = 0; index < free.count; ++index) {
      scratch.source.clear();
      for (std::uint32_t group = 0; group < level.groups(); ++group) {
        const std::uint64_t loose = ~lines.completed_at(index, group) | all_in_lines[group];
        const std::uint64_t bits = level.has(index)[group] & loose;
        if (bits) scratch.source.push_back({group, bits});
      }
      context_.kernels.toggle_max(subset_groups(level, scratch.source), bit(index),
                                  {rank_tables(ranks), outcomes}, scratch.fold.data());
    }
  }

  const SideContext& context_;
  const Transition& transition_;
  const Successors<Byte>& successors_;
  BestSuccessors<Byte>& best_;
  Geometry target_;
  Successors<Byte> rows_ =
      successors_;  ///< of the positions after the step, before stones are taken
};

}  // namespace

template <SuccessorByte Byte>
Result<void> raise_by_major_conversions(const SideContext& context, const Transition& transition,
                                        const Successors<Byte>& successors,
                                        BestSuccessors<Byte>& best) {
  return MajorConversions(context, transition, successors, best).run();
}

template Result<void> raise_by_major_conversions(const SideContext&, const Transition&,
                                                 const Successors<NextSideByte>&,
                                                 BestSuccessors<NextSideByte>&);
template Result<void> raise_by_major_conversions(const SideContext&, const Transition&,
                                                 const Successors<OwnOutcomeByte>&,
                                                 BestSuccessors<OwnOutcomeByte>&);

}  // namespace mill
