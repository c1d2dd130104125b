#include <algorithm>

#include "builder/solver/exits.h"
#include "builder/solver/free_lines.h"

namespace millstone {
namespace {

using Geometry = std::shared_ptr<const BlockGeometry>;

/// A step of a major stone to another block.
struct MajorStep {
  std::uint32_t target;
  int symmetry;
  int to;  ///< packed point of the block it leaves
};

/// The exits of the major side by one transition.
///
/// Captures are folded: per configuration of major stones that has just closed a mill, the best
/// removal is found once for all sets of minor stones. Every step that closes the mill is then a
/// look-up in the folded block it leads to.
class MajorExits {
 public:
  MajorExits(const Mover& mover, const Transition& transition, const ExitSource& source,
             KeyTable& best)
      : mover_(mover), transition_(transition), source_(source), best_(best) {}

  Result<void> run() {
    if (!source_.table) {
      for_all_steps([&](std::uint32_t block, const MajorStep& step, Scratch& scratch) {
        raise_to_constant(block, step, scratch);
      });
      return {};
    }
    target_ = target_geometry();
    rows_ = source_.table;
    KeyTable folded;
    if (transition_.taken > 0) {
      folded = KeyTable(target_, source_.table->held(), mover_.pool);
      if (!folded.valid())
        return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for {}",
                    mover_.subspace.text());
      fold(folded);
      rows_ = &folded;
    }
    for_all_steps([&](std::uint32_t block, const MajorStep& step, Scratch& scratch) {
      raise_from_row(block, step, scratch);
    });
    return {};
  }

 private:
  const BlockGeometry& geometry() const { return *mover_.geometry; }
  const Board& board() const { return geometry().board(); }
  bool places() const { return transition_.kind == Transition::Kind::kPlace; }
  bool counts(int lines) const {
    return lines >= transition_.lines && lines <= transition_.most_lines;
  }

  /// Of the positions after the step, before stones are taken.
  Geometry target_geometry() const {
    if (!places()) return mover_.geometry;
    auto index = source_.table->geometry().numbering().shared_major();
    MILLSTONE_CHECK(index->stones() == geometry().major().stones() + 1);
    return std::make_shared<const BlockGeometry>(
        Numbering(std::move(index), geometry().minor().k()));
  }

  /// Calls `work(block, step, scratch)` for every step of the transition in every block.
  template <typename Work>
  void for_all_steps(Work&& work) {
    std::shared_ptr<const MajorIndex> index;
    if (places() && source_.table) index = source_.table->geometry().numbering().shared_major();
    for_each_block(geometry().blocks(), mover_.scratch, [&](std::uint32_t block, Scratch& scratch) {
      if (mover_.is_stopped()) return;
      scratch.fit(geometry());
      if (!places()) {
        for (const MajorMove& move : mover_.moves->all(block))
          if (counts(move.lines))
            work(block, MajorStep{move.target, move.symmetry, move.to}, scratch);
        return;
      }
      const Mask stones = geometry().major().representative(block);
      const PackedIndex free(geometry().free_points(block));
      for (int to = 0; to < free.count; ++to) {
        const Mask placed = stones | bit(free.point[to]);
        if (!counts(board().lines_closed(placed, free.point[to]))) continue;
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
    raise_all(scratch.source, source_.key, best_.block(block));
  }

  void raise_from_row(std::uint32_t block, const MajorStep& step, Scratch& scratch) {
    if (!rows_->held().contains(step.target)) return;
    find_sources(step, scratch);
    const PackedMap map = make_packed_map(PackedIndex(geometry().free_points(block)),
                                          board().symmetries.elements[step.symmetry],
                                          PackedIndex(target_->free_points(step.target)));
    mover_.kernels.map_max(scratch.source.data(), static_cast<std::uint32_t>(scratch.source.size()),
                           mask_tables(geometry()), map, rank_tables(target_->minor()),
                           rows_->block(step.target), best_.block(block));
  }

  void fold(KeyTable& folded) {
    // Removing stone after stone: from the table's sets of minor stones up to those of the target.
    std::vector<Geometry> levels;
    const int minor_stones = geometry().minor().k();
    for (int stones = minor_stones - transition_.taken + 1; stones < minor_stones; ++stones)
      levels.push_back(std::make_shared<const BlockGeometry>(
          Numbering(target_->numbering().shared_major(), stones)));
    levels.push_back(target_);
    for_each_block(folded.held(), mover_.scratch, [&](std::uint32_t block, Scratch& scratch) {
      if (mover_.is_stopped()) return;
      const Mask stones = target_->major().representative(block);
      if (!board().in_mills(stones)) return;  // never read
      const std::uint8_t* keys = source_.table->block(block);
      const SubsetRank* ranks = &source_.table->geometry().minor();
      for (const Geometry& level : levels) {
        fold_level(*level, block, keys, *ranks, scratch);
        scratch.row = scratch.fold;
        keys = scratch.row.data();
        ranks = &level->minor();
      }
      std::copy_n(scratch.row.data(), target_->stride(), folded.block(block));
    });
  }

  /// For every set of minor stones the largest of `keys` over the stones that may be removed, into
  /// scratch.fold.
  void fold_level(const BlockGeometry& level, std::uint32_t block, const std::uint8_t* keys,
                  const SubsetRank& ranks, Scratch& scratch) const {
    const PackedIndex free(level.free_points(block));
    const FreeLines lines(level, free);
    scratch.fold.assign(level.stride(), Key{0});
    std::vector<std::uint64_t>& all_in_lines = scratch.words;
    all_in_lines.resize(level.groups());
    const bool from_mills = mover_.variant.rules.remove_from_mills;
    for (std::uint32_t group = 0; group < level.groups(); ++group)
      all_in_lines[group] = from_mills ? ~std::uint64_t{0} : lines.all_in_lines(group);
    for (int index = 0; index < free.count; ++index) {
      scratch.source.clear();
      for (std::uint32_t group = 0; group < level.groups(); ++group) {
        const std::uint64_t loose = ~lines.completed_at(index, group) | all_in_lines[group];
        const std::uint64_t bits = level.has(index)[group] & loose;
        if (bits) scratch.source.push_back({group, bits});
      }
      mover_.kernels.toggle_max(
          scratch.source.data(), static_cast<std::uint32_t>(scratch.source.size()),
          mask_tables(level), bit(index), rank_tables(ranks), keys, scratch.fold.data());
    }
  }

  const Mover& mover_;
  const Transition& transition_;
  const ExitSource& source_;
  KeyTable& best_;
  Geometry target_;
  const KeyTable* rows_ = nullptr;
};

}  // namespace

Result<void> raise_by_major_exits(const Mover& mover, const Transition& transition,
                                  const ExitSource& source, KeyTable& best) {
  return MajorExits(mover, transition, source, best).run();
}

}  // namespace millstone
