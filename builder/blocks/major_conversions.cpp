#include <atomic>

#include "builder/blocks/conversions.h"
#include "builder/blocks/folded_captures.h"
#include "builder/blocks/ordered_steps.h"

namespace mill {
namespace {

using Geometry = std::shared_ptr<const BlockGeometry>;

/// A step of a major stone to another block.
struct MajorStep {
  std::uint32_t target;
  int symmetry;
  int to;            ///< packed point of the block it leaves
  Mask vacated = 0;  ///< packed point of the target that it leaves empty; none by a placement
};

/// The conversions of the major side by one transition.
///
/// Captures are folded first: every step that closes a mill is then a look-up in the folded block
/// it leads to.
template <SuccessorWorth Worth>
class MajorConversions {
 public:
  using Cell = std::underlying_type_t<Worth>;

  MajorConversions(const SideContext& context, const Transition& transition,
                   const Successors<Worth>& successors, BestSuccessors<Worth>& best)
      : context_(context), transition_(transition), successors_(successors), best_(best) {}

  Result<void> run() {
    if (!successors_.have_table()) {
      for_all_steps([&](std::uint32_t block, const MajorStep& step, Scratch& scratch) {
        raise_to_constant(block, step, scratch);
      });
      return {};
    }
    target_ = target_geometry();
    SuccessorTable<Worth> folded;
    if (transition_.taken > 0) {
      const BlockRange part = successors_.shared_part().value_or(successors_.held());
      folded = SuccessorTable<Worth>(target_, part, context_.pool);
      if (!folded.valid()) return no_memory_for(context_.subspace);
      MILLSTONE_TRY(fold(folded));
      rows_ = Successors<Worth>(folded);
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
          if (has(move.lines))
            work(block, MajorStep{move.target, move.symmetry, move.to, bit(move.vacated)}, scratch);
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
    best_.raise(block, scratch.source, successors_.worth());
  }

  void raise_from_row(std::uint32_t block, const MajorStep& step, Scratch& scratch) {
    if (!rows_.held().contains(step.target)) return;
    find_sources(step, scratch);
    const PackedMap map = make_packed_map(PackedIndex(geometry().free_points(block)),
                                          board().symmetries.elements[step.symmetry],
                                          PackedIndex(target_->free_points(step.target)));
    raise_by_step(context_.kernels, MappedStep{map, bit(step.to), step.vacated}, geometry(),
                  *target_, rows_.block(step.target), scratch, best_.block(block));
  }

  Result<void> fold(SuccessorTable<Worth>& folded) {
    const FoldedCaptures<Cell> captures(context_, transition_, successors_.table(), target_);
    if (successors_.shared_part()) return captures.fold_together(wanted_rows(), folded);
    captures.fold(folded);
    return {};
  }

  /// By block of the folded part: whether a step of this process leads there.
  std::vector<std::uint8_t> wanted_rows() {
    const BlockRange part = *successors_.shared_part();
    std::vector<std::uint8_t> wanted(part.count());
    for_all_steps([&](std::uint32_t, const MajorStep& step, Scratch&) {
      if (!part.contains(step.target)) return;
      std::atomic_ref(wanted[step.target - part.begin]).store(1, std::memory_order_relaxed);
    });
    return wanted;
  }

  const SideContext& context_;
  const Transition& transition_;
  const Successors<Worth>& successors_;
  BestSuccessors<Worth>& best_;
  Geometry target_;
  Successors<Worth> rows_ =
      successors_;  ///< of the positions after the step, before stones are taken
};

}  // namespace

template <SuccessorWorth Worth>
Result<void> raise_by_major_conversions(const SideContext& context, const Transition& transition,
                                        const Successors<Worth>& successors,
                                        BestSuccessors<Worth>& best) {
  return MajorConversions(context, transition, successors, best).run();
}

template Result<void> raise_by_major_conversions(const SideContext&, const Transition&,
                                                 const Successors<NextSideByte>&,
                                                 BestSuccessors<NextSideByte>&);
template Result<void> raise_by_major_conversions(const SideContext&, const Transition&,
                                                 const Successors<OwnOutcomeByte>&,
                                                 BestSuccessors<OwnOutcomeByte>&);
template Result<void> raise_by_major_conversions(const SideContext&, const Transition&,
                                                 const Successors<DrawRank>&,
                                                 BestSuccessors<DrawRank>&);

}  // namespace mill
