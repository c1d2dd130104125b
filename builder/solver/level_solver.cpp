#include "builder/solver/level_solver.h"

#include <algorithm>

namespace mill {
namespace {

bool is_loss(int distance) { return distance % 2 == 0; }

OutcomeByte outcome_byte_at(int distance) {
  return is_loss(distance) ? loss_byte(distance) : win_byte(distance);
}

/// Largest distance that a mark stands for, -1 if there is none.
int longest_pending(const LevelBitmaps& marks) {
  int longest = -1;
  for (std::uint32_t byte = 0; byte < marks.levels(); ++byte)
    if (marks.has(byte))
      longest = std::max(longest, to_outcome(static_cast<OutcomeByte>(byte)).distance);
  return longest;
}

/// The positions decided at one level of distance, and what they decide a ply before.
class DistanceLevel : public LevelWork {
 public:
  DistanceLevel(const Kernels& kernels, SideState& major_side, SideState* minor_side, int distance)
      : kernels_(kernels),
        major_side_(major_side),
        minor_side_(minor_side),
        byte_(outcome_byte_at(distance)),
        is_loss_(is_loss(distance)),
        byte_before_(outcome_byte_at(distance + 1)) {}

  bool find_frontier(PairSide side, std::uint32_t block,
                     std::vector<GroupBits>& frontier) const override;

  /// Counters of the block before a loss, outcomes before a win.
  FetchedCells changed_cells(PairSide side, std::uint32_t block) override {
    SideState& state = state_of(side);
    return {is_loss_ ? state.provisional.block(block) : state.block_counters(block), 0};
  }

  void update(PairSide side, std::uint32_t block, std::span<std::uint32_t> ranks) override;

  void update_words(PairSide side, std::uint32_t block, std::span<const std::uint64_t> words,
                    Scratch& scratch) override;

  std::span<const GroupBits> passes(PairSide side, std::uint32_t block) const override {
    SideState& state = state_of(side);
    if (state.passes.empty()) return {};
    return state.block_passes(block);
  }

  /// Lets go of the marks of the level.
  void drop_marks() {
    major_side_.levels.drop(byte_);
    if (minor_side_) minor_side_->levels.drop(byte_);
  }

 private:
  SideState& state_of(PairSide side) const {
    return side == PairSide::kMajor ? major_side_ : *minor_side_;
  }
  void record_loss(SideState& side, std::uint32_t block, std::uint32_t rank) const;

  const Kernels& kernels_;
  SideState& major_side_;
  SideState* minor_side_;
  OutcomeByte byte_;
  bool is_loss_;
  OutcomeByte byte_before_;  ///< what positions a ply before may be decided with
};

bool DistanceLevel::find_frontier(PairSide side, std::uint32_t block,
                                  std::vector<GroupBits>& frontier) const {
  SideState& state = state_of(side);
  frontier.clear();
  const std::uint64_t* marks = state.levels.find(byte_, block);
  if (!marks) return false;
  const std::uint8_t* outcomes = state.provisional.block(block);
  const std::uint8_t* counters = is_loss_ ? state.block_counters(block) : nullptr;
  for_each_group(marks, state.levels.words_per_block(), [&](std::uint32_t group) {
    const std::size_t first = std::size_t{group} * kGroupSize;
    const std::uint64_t bits =
        kernels_.match(outcomes + first, counters ? counters + first : nullptr, byte_);
    if (bits) frontier.push_back({group, bits});
  });
  return !frontier.empty();
}

void DistanceLevel::update(PairSide side, std::uint32_t block, std::span<std::uint32_t> ranks) {
  SideState& state = state_of(side);
  const auto count = static_cast<std::uint32_t>(ranks.size());
  if (!is_loss_) {
    const std::uint32_t changed =
        kernels_.count_down(ranks.data(), count, state.block_counters(block), ranks.data());
    for (const std::uint32_t rank : ranks.first(changed)) record_loss(state, block, rank);
    return;
  }
  const std::uint32_t changed = kernels_.lower(ranks.data(), count, state.provisional.block(block),
                                               byte_before_, ranks.data());
  for (std::uint32_t rank : ranks.first(changed))
    state.levels.set(byte_before_, block, rank / kGroupSize);
}

void DistanceLevel::update_words(PairSide side, std::uint32_t block,
                                 std::span<const std::uint64_t> words, Scratch& scratch) {
  SideState& state = state_of(side);
  const auto groups = static_cast<std::uint32_t>(words.size());
  std::vector<std::uint64_t>& changed = scratch.words;
  changed.resize(groups);
  if (!is_loss_) {
    kernels_.count_down_words(words.data(), groups, state.block_counters(block), changed.data());
    return for_each_rank(changed, [&](std::uint32_t rank) { record_loss(state, block, rank); });
  }
  kernels_.lower_words(words.data(), groups, state.provisional.block(block), byte_before_,
                       changed.data());
  for (std::uint32_t group = 0; group < groups; ++group)
    if (changed[group]) state.levels.set(byte_before_, block, group);
}

/// A capture may force a later loss than this level's: then the position waits for its own level.
void DistanceLevel::record_loss(SideState& side, std::uint32_t block, std::uint32_t rank) const {
  OutcomeByte& outcome = side.provisional.block(block)[rank];
  outcome = outcome == kDrawByte ? byte_before_ : std::min(outcome, byte_before_);
  side.levels.set(outcome, block, rank / kGroupSize);
}

}  // namespace

Result<bool> LevelSolver::run(std::uint32_t& next_distance, int longest_win,
                              const std::function<void()>& after_level) {
  auto steps =
      MILLSTONE_TRY(BackSteps::make(minor_context_, shares_, moves_, minor_side_ != nullptr));
  for (;; ++next_distance, after_level()) {
    const int distance = static_cast<int>(next_distance);
    const Next next = MILLSTONE_TRY(agree_on_next(distance, longest_win));
    if (next == Next::kStop) return fail(ErrorCode::kInterrupted, "stopped");
    if (next != Next::kLevel) return next == Next::kLaterWindow;
    DistanceLevel level(minor_context_.kernels, major_side_, minor_side_, distance);
    MILLSTONE_TRY(steps.run(level));
    level.drop_marks();
  }
}

Result<LevelSolver::Next> LevelSolver::agree_on_next(int distance, int longest_win) {
  int pending = longest_pending(major_side_.levels);
  if (minor_side_) pending = std::max(pending, longest_pending(minor_side_->levels));
  Next next = Next::kEnd;
  if (pending >= distance) next = distance > longest_win ? Next::kLaterWindow : Next::kLevel;
  if (next == Next::kLevel && minor_context_.is_stopped()) next = Next::kStop;
  const auto number = static_cast<std::uint64_t>(next);
  return static_cast<Next>(MILLSTONE_TRY(largest_of(minor_context_.team, number)));
}

}  // namespace mill
