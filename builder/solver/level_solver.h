#pragma once

#include <optional>
#include <span>

#include "builder/solver/conversions.h"
#include "builder/solver/frontier_exchange.h"
#include "builder/solver/minor_lines.h"
#include "builder/solver/solver.h"
#include "builder/solver/transposed_exchange.h"

namespace mill {

/// Works through the levels of distance of a pair that is initialised: from the positions
/// decided at one level, over the reversed turns that remove nothing, to those of the next.
/// Together with the other members of a team, where there is one: each in the blocks of its share.
///
/// A block of the major side's table pulls from the blocks its moves lead to, so that all writes of
/// a thread go to one block in its cache and no two threads write to the same one.
class LevelSolver {
 public:
  /// @param minor_context  the minor side as it moves
  /// @param minor_side   null for a subspace that is its own mirror, where the major side's table
  ///                     serves for both
  LevelSolver(const SideContext& minor_context, const BlockShares& shares, const MajorMoves& moves,
              SideState& major_side, SideState* minor_side, const SolveOptions& options);

  /// Works through levels to the end, or to the end of the window. kInterrupted when one of the
  /// team is asked to stop, after the same level in all.
  /// @param distance     the level to start with, as seen from the window; counted up here
  /// @param longest_win  of the window
  /// @param after_level  called after each
  /// @return whether there are positions left for a later window
  Result<bool> run(std::uint32_t& distance, int longest_win,
                   const std::function<void()>& after_level);

 private:
  /// The effects of one level on one block, collected so that many cache lines are on their way at
  /// a time, then applied.
  class Updates {
   public:
    /// @param distance  what the positions reached may be decided with
    Updates(const LevelSolver& solver, SideState& side, std::uint32_t block, int distance,
            std::vector<std::uint32_t>& ranks);

    /// `write(sink)` appends at most most_updates_per_call() ranks and returns how many.
    template <typename Write>
    void add(Write&& write);
    void apply();

   private:
    const LevelSolver& solver_;
    SideState& side_;
    std::uint32_t block_;
    int distance_;
    std::uint8_t* bytes_;  // counters of the block before a loss, outcomes before a win
    std::vector<std::uint32_t>& ranks_;
    std::uint32_t filled_ = 0;
  };

  /// What the members agree on before a level: the last of what each finds.
  enum class Next : std::uint8_t { kEnd, kLaterWindow, kLevel, kStop };
  Result<Next> agree_on_next(int distance, int longest_win);
  Result<void> work_on_level(int distance);
  Result<void> step_back_while_frontiers_travel(int distance);
  void gather_minor_frontier(int distance);
  Result<void> transpose_frontier(int distance);
  Result<void> transpose_with_others(int distance);
  void transpose_blocks(BlockRange blocks, int distance);
  void transpose_block(std::uint32_t block, Scratch& scratch);
  void add_transposed(std::span<const std::uint32_t> blocks, std::span<const std::uint32_t> ranks);
  void add_transposed(std::uint32_t block, std::uint32_t rank);
  template <typename Work>
  void for_each_of(BlockRange blocks, Work&& work);
  template <typename Step>
  Result<void> for_steps_of_share(Step&& step);
  void pull_into_major(std::uint32_t block, int distance, Scratch& scratch);
  void slide_minor(std::uint32_t block, int distance, Scratch& scratch);
  void pass_to_major(std::uint32_t block, Updates& updates, Scratch& scratch) const;
  void pass_to_minor(std::uint32_t block, Updates& updates, const Scratch& scratch) const;
  void slide_few(const PackedIndex& free, const MinorLines& lines, Updates& updates,
                 Scratch& scratch) const;
  void slide_many(const PackedIndex& free, const MinorLines& lines, Updates& updates,
                  Scratch& scratch) const;
  bool find_frontier(SideState& side, std::uint32_t block, int distance,
                     std::vector<GroupBits>& frontier) const;
  void record(SideState& side, std::uint32_t block, int distance,
              std::span<const std::uint32_t> ranks) const;

  const SideContext& minor_context_;
  std::shared_ptr<const BlockGeometry> geometry_;
  const BlockShares& shares_;
  const BlockRange share_;
  const MajorMoves& moves_;
  SideState& major_side_;
  SideState* minor_side_;
  const SolveOptions& options_;
  ScratchPool& scratch_;
  const Kernels& kernels_;
  Frontier minor_frontier_;  ///< of the minor side's table
  std::optional<FrontierExchange> exchange_;
  std::optional<TransposedExchange> transposed_;
};

}  // namespace mill
