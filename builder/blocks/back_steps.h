#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "builder/blocks/conversions.h"
#include "builder/blocks/frontier_exchange.h"
#include "builder/blocks/minor_lines.h"
#include "builder/blocks/transposed_exchange.h"

namespace mill {

/// Whose move it is in a table of a pair. In a subspace that is its own mirror the major side's
/// table serves for both.
enum class PairSide : std::uint8_t { kMajor, kMinor };

/// What a level is about: which positions became final at it, and what that means to those a quiet
/// turn before them. Called from all threads, at a time for different blocks.
class LevelWork {
 public:
  virtual ~LevelWork() = default;

  /// Sets the positions of a block that became final, in order of groups; false if there are none.
  virtual bool find_frontier(PairSide side, std::uint32_t block,
                             std::vector<GroupBits>& frontier) const = 0;

  /// The cells of a block that update() is going to change, for kernels to fetch them ahead.
  virtual FetchedCells changed_cells(PairSide side, std::uint32_t block) = 0;

  /// From each of these positions a quiet turn leads to one that became final. A rank comes up once
  /// for each such turn.
  /// @param ranks  may be overwritten
  virtual void update(PairSide side, std::uint32_t block, std::span<std::uint32_t> ranks) = 0;

  /// The same for one quiet turn of each position of a bitmap over the ranks of the block.
  /// @param words    by group; none of the scratch's `words` or `blocks`, which may be overwritten
  virtual void update_words(PairSide side, std::uint32_t block,
                            std::span<const std::uint64_t> words, Scratch& scratch);

  /// The positions of a block whose only turn is a pass, in order of groups.
  virtual std::span<const GroupBits> passes(PairSide, std::uint32_t) const { return {}; }
};

/// Steps back from the positions of a pair that became final at one level over the quiet turns that
/// lead to them. Together with the other members of a team, where there is one: each in the blocks
/// of its share.
///
/// A block of the major side's table pulls from the blocks its moves lead to, so that all writes of
/// a thread go to one block in its cache and no two threads write to the same one.
class BackSteps {
 public:
  /// kNotEnoughMemory when the system refuses. All members of a team call it.
  /// @param minor_context  the minor side as it moves; must outlive this object, as must the others
  /// @param two_sides      false for a subspace that is its own mirror
  static Result<BackSteps> make(const SideContext& minor_context, const BlockShares& shares,
                                const MajorMoves& moves, bool two_sides);

  /// Works on one level.
  Result<void> run(LevelWork& work);

 private:
  /// The effects of one level on one block, collected so that many cache lines are on their way at
  /// a time, then applied.
  class Updates {
   public:
    Updates(const BlockGeometry& geometry, LevelWork& work, PairSide side, std::uint32_t block,
            std::vector<std::uint32_t>& ranks)
        : geometry_(geometry),
          work_(work),
          side_(side),
          block_(block),
          cells_(work.changed_cells(side, block)),
          ranks_(ranks) {}

    /// `write(sink)` appends at most most_updates_per_call() ranks and returns how many.
    template <typename Write>
    void add(Write&& write);
    void apply();

   private:
    const BlockGeometry& geometry_;
    LevelWork& work_;
    PairSide side_;
    std::uint32_t block_;
    FetchedCells cells_;
    std::vector<std::uint32_t>& ranks_;
    std::uint32_t filled_ = 0;
  };

  /// A set of packed points for each packed point.
  using PointSets = std::array<Mask, kMaxPoints>;

  BackSteps(const SideContext& minor_context, const BlockShares& shares, const MajorMoves& moves,
            bool two_sides);

  Result<void> step_back_while_frontiers_travel(LevelWork& work);
  void gather_minor_frontier(const LevelWork& work);
  Result<void> transpose_frontier(const LevelWork& work);
  Result<void> transpose_with_others(const LevelWork& work);
  void transpose_blocks(BlockRange blocks, const LevelWork& work);
  void transpose_block(std::uint32_t block, Scratch& scratch);
  void add_transposed(std::span<const std::uint32_t> blocks, std::span<const std::uint32_t> ranks);
  void add_transposed(std::uint32_t block, std::uint32_t rank);
  template <typename Work>
  void for_each_of(BlockRange blocks, Work&& work);
  template <typename Step>
  Result<void> for_steps_of_share(Step&& step);
  void pull_into_major(std::uint32_t block, LevelWork& work, Scratch& scratch);
  void find_arrived(const MajorMove& move, Scratch& scratch) const;
  void pull_in_order(std::uint32_t block, const MajorMove& move, LevelWork& work,
                     Scratch& scratch) const;
  void step_back(const SubsetBits& before, const SubsetBits& after, Scratch& scratch) const;
  bool are_many(std::uint32_t decided) const;
  void slide_minor(std::uint32_t block, LevelWork& work, Scratch& scratch);
  void pass_to_major(std::uint32_t block, std::span<const GroupBits> passes, Updates& updates,
                     Scratch& scratch) const;
  static void pass_to_minor(std::span<const GroupBits> passes, Updates& updates,
                            const Scratch& scratch);
  void slide_few(const PackedIndex& free, const MinorLines& lines, Updates& updates,
                 Scratch& scratch) const;
  void slide_many(const PackedIndex& free, const MinorLines& lines, Updates& updates,
                  Scratch& scratch) const;
  void slide_in_order(const PackedIndex& free, const MinorLines& lines, LevelWork& work,
                      std::uint32_t block, Scratch& scratch) const;
  bool find_arrived(int to, const MinorLines& lines, Scratch& scratch) const;
  PointSets minor_origins(const PackedIndex& free) const;

  const SideContext& minor_context_;
  std::shared_ptr<const BlockGeometry> geometry_;
  BlockRange share_;
  const MajorMoves& moves_;
  bool two_sides_;
  ScratchPool& scratch_;
  const Kernels& kernels_;
  bool steps_in_order_;      ///< where bits are gathered and spread quickly
  Frontier minor_frontier_;  ///< of the minor side's table
  std::optional<FrontierExchange> exchange_;
  std::optional<TransposedExchange> transposed_;
};

}  // namespace mill
