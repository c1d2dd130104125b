#include "builder/grader/grade_levels.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "builder/blocks/kernels.h"
#include "builder/blocks/level_bitmaps.h"

namespace mill {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

}  // namespace

std::vector<GradedValue> word_meanings(const GradeRanks& ranks, const std::vector<Grade>& levels) {
  std::vector<GradedValue> meanings(std::size_t{kWonWord} + 1);
  meanings[kWonWord].value = Value::kWin;
  meanings[kLostWord].value = Value::kLoss;
  for (std::uint32_t rank = 1; rank <= ranks.count(); ++rank)
    meanings[rank].grade = ranks.grade(rank);
  for (std::size_t number = 0; number < levels.size(); ++number)
    meanings[ranks.count() + 1 + number].grade = levels[number];
  return meanings;
}

/// A side with marks of what may become final.
class GradeLevels::Side {
 public:
  Side(GradedSide& side, const GradeRanks& ranks, const std::shared_ptr<ByteArrayPool>& pool)
      : state(side),
        geometry(side.words.geometry()),
        levels(kMostRanksAndLevels - ranks.count(), side.words.held(), geometry.groups(), pool),
        pool_(pool) {}

  void make_heights(std::size_t count) {
    heights = std::make_unique<LevelBitmaps>(static_cast<std::uint32_t>(count), state.words.held(),
                                             geometry.groups(), pool_);
  }

  /// The words of a group, and its counters.
  const GradeWord* words_of(std::uint32_t block, std::uint32_t group) const {
    return state.words.block(block) + std::size_t{group} * kGroupSize;
  }
  const std::uint8_t* counters_of(std::uint32_t block, std::uint32_t group) const {
    return state.block_counters(block) + std::size_t{group} * kGroupSize;
  }

  GradedSide& state;
  const BlockGeometry& geometry;
  std::unique_ptr<LevelBitmaps> heights;  ///< by their place in the order of work
  LevelBitmaps levels;                    ///< by number

 private:
  std::shared_ptr<ByteArrayPool> pool_;
};

/// What is won is no draw: turns to it do not keep one.
class GradeLevels::WonPositions : public LevelWork {
 public:
  explicit WonPositions(const GradeLevels& solver) : solver_(solver) {}

  bool find_frontier(PairSide number, std::uint32_t block,
                     std::vector<GroupBits>& frontier) const override {
    frontier.clear();
    const Side& side = side_of(number);
    for (std::uint32_t group = 0; group < side.geometry.groups(); ++group)
      if (const std::uint64_t bits =
              solver_.context_.kernels.match_words(side.words_of(block, group), nullptr, kWonWord))
        frontier.push_back({group, bits});
    return !frontier.empty();
  }

  FetchedCells changed_cells(PairSide number, std::uint32_t block) override {
    return {side_of(number).state.block_counters(block), 0};
  }

  void update(PairSide number, std::uint32_t block, std::span<std::uint32_t> ranks) override {
    solver_.context_.kernels.count_down(ranks.data(), static_cast<std::uint32_t>(ranks.size()),
                                        side_of(number).state.block_counters(block), ranks.data());
  }

 private:
  Side& side_of(PairSide side) const { return *solver_.sides_[static_cast<std::size_t>(side)]; }

  const GradeLevels& solver_;
};

/// The positions that become final at one level, and what they make of those a turn before.
class GradeLevels::Level : public LevelWork {
 public:
  /// @param before  what positions a turn before may become final with
  Level(const GradeLevels& solver, const LevelEntry& level, const LevelEntry& before)
      : solver_(solver),
        kernels_(solver.context_.kernels),
        level_(level),
        before_(before),
        is_loss_(level.grade.gain < 0),
        first_better_(solver.ranks_.first_better(before.grade)),
        first_not_worse_(solver.ranks_.first_not_worse(before.grade)) {
    const std::uint32_t rank = solver.ranks_.first_not_worse(level.grade);
    if (rank < solver.ranks_.first_better(level.grade)) exit_ = static_cast<GradeWord>(rank);
  }

  bool find_frontier(PairSide number, std::uint32_t block,
                     std::vector<GroupBits>& frontier) const override {
    frontier.clear();
    const Side& side = side_of(number);
    const std::uint64_t* marks = side.levels.find(level_.number, block);
    if (!marks) return false;
    for_each_group(marks, side.levels.words_per_block(), [&](std::uint32_t group) {
      const GradeWord* const words = side.words_of(block, group);
      std::uint64_t bits = kernels_.match_words(words, nullptr, solver_.word_of(level_));
      if (exit_ != 0)
        bits |=
            kernels_.match_words(words, is_loss_ ? side.counters_of(block, group) : nullptr, exit_);
      if (bits) frontier.push_back({group, bits});
    });
    return !frontier.empty();
  }

  FetchedCells changed_cells(PairSide number, std::uint32_t block) override {
    GradedSide& side = side_of(number).state;
    if (!is_loss_) return {side.block_counters(block), 0};
    return {reinterpret_cast<const std::uint8_t*>(side.words.block(block)), 1};
  }

  void update(PairSide number, std::uint32_t block, std::span<std::uint32_t> ranks) override {
    Side& side = side_of(number);
    const auto count = static_cast<std::uint32_t>(ranks.size());
    if (!is_loss_) {
      const std::uint32_t changed =
          kernels_.count_down(ranks.data(), count, side.state.block_counters(block), ranks.data());
      return record_losses(side, block, ranks.first(changed));
    }
    const std::uint32_t changed = kernels_.replace_below(
        ranks.data(), count, side.state.words.block(block),
        static_cast<GradeWord>(first_not_worse_), solver_.word_of(before_), ranks.data());
    for (const std::uint32_t rank : ranks.first(changed))
      side.levels.set(before_.number, block, rank / kGroupSize);
  }

 private:
  Side& side_of(PairSide side) const { return *solver_.sides_[static_cast<std::size_t>(side)]; }

  /// Positions that have no turn within the pair left. If a turn out of it gives more than this
  /// level, they wait for that.
  void record_losses(Side& side, std::uint32_t block, std::span<const std::uint32_t> ranks) const {
    GradeWord* const words = side.state.words.block(block);
    for (const std::uint32_t rank : ranks) {
      GradeWord& word = words[rank];
      if (word > solver_.ranks_.count()) continue;  // final, or no draw
      std::uint32_t level = before_.number;
      if (word < first_better_)
        word = solver_.word_of(before_);
      else
        level = solver_.level_of_rank_[word];
      if (level != kNone) side.levels.set(level, block, rank / kGroupSize);
    }
  }

  const GradeLevels& solver_;
  const Kernels& kernels_;
  LevelEntry level_, before_;
  bool is_loss_;
  GradeWord exit_ = 0;  ///< the rank of the grade of this level, if turns out of the pair give it
  std::uint32_t first_better_, first_not_worse_;
};

GradeLevels::GradeLevels(BackSteps& steps, const SideContext& context, const GradeRanks& ranks,
                         GradedSide& major, GradedSide* minor)
    : steps_(steps), context_(context), ranks_(ranks) {
  sides_.push_back(std::make_unique<Side>(major, ranks, context.pool));
  if (minor) sides_.push_back(std::make_unique<Side>(*minor, ranks, context.pool));
}

GradeLevels::~GradeLevels() = default;

Result<void> GradeLevels::forget_won() {
  WonPositions won(*this);
  return steps_.run(won);
}

/// What draws may gain or give, the most first.
std::vector<int> GradeLevels::heights() const {
  std::vector<int> heights;
  for (std::uint32_t rank = 1; rank <= ranks_.count(); ++rank)
    if (ranks_.grade(rank).gain != 0) heights.push_back(std::abs(ranks_.grade(rank).gain));
  std::ranges::sort(heights, std::greater());
  heights.erase(std::unique(heights.begin(), heights.end()), heights.end());
  return heights;
}

/// Marks what turns out of the pair may make final, by height.
void GradeLevels::mark_heights(const std::vector<int>& heights) {
  std::vector<std::uint32_t> height_of_rank(ranks_.count() + 1, kNone);
  for (std::uint32_t rank = 1; rank <= ranks_.count(); ++rank) {
    const int height = std::abs(ranks_.grade(rank).gain);
    const auto place = std::ranges::lower_bound(heights, height, std::greater());
    if (height != 0) height_of_rank[rank] = static_cast<std::uint32_t>(place - heights.begin());
  }
  for (const auto& side : sides_) {
    side->make_heights(heights.size());
    for_each_block(side->state.words.held(), context_.scratch, [&](std::uint32_t block, Scratch&) {
      for (std::uint32_t group = 0; group < side->geometry.groups(); ++group) {
        const GradeWord* const words = side->words_of(block, group);
        GradeWord last = 0;
        for (std::uint32_t i = 0; i < kGroupSize; ++i) {
          if (words[i] == last || words[i] > ranks_.count()) continue;
          last = words[i];
          if (height_of_rank[last] != kNone) side->heights->set(height_of_rank[last], block, group);
        }
      }
    });
  }
}

/// The level of a grade at the height that is at work, which is opened if it is new.
Result<GradeLevels::LevelEntry> GradeLevels::level_of(const Grade& grade) {
  const auto [place, is_new] = open_.try_emplace({grade.steps, grade.gain > 0});
  if (is_new) {
    const auto number = static_cast<std::uint32_t>(numbered_.size());
    if (ranks_.count() + 1 + number > kMostRanksAndLevels)
      return fail(ErrorCode::kUnsupportedRule, "{} has more grades than can be numbered",
                  context_.subspace.text());
    place->second = {grade, number};
    numbered_.push_back(grade);
  }
  return place->second;
}

/// Opens the levels of what turns out of the pair give.
Result<void> GradeLevels::open_height(int height) {
  level_of_rank_.assign(ranks_.count() + 1, kNone);
  for (std::uint32_t rank = 1; rank <= ranks_.count(); ++rank) {
    if (std::abs(ranks_.grade(rank).gain) != height) continue;
    level_of_rank_[rank] = MILLSTONE_TRY(level_of(ranks_.grade(rank))).number;
  }
  return {};
}

/// Marks by level what was marked by height.
void GradeLevels::distribute(std::uint32_t height) {
  for (const auto& side : sides_) {
    if (!side->heights->has(height)) continue;
    for_each_block(side->state.words.held(), context_.scratch, [&](std::uint32_t block, Scratch&) {
      for_each_group(side->heights->find(height, block), side->heights->words_per_block(),
                     [&](std::uint32_t group) {
                       const GradeWord* const words = side->words_of(block, group);
                       const std::uint8_t* const counters = side->counters_of(block, group);
                       for (std::uint32_t i = 0; i < kGroupSize; ++i) {
                         if (words[i] > ranks_.count()) continue;
                         const std::uint32_t level = level_of_rank_[words[i]];
                         if (level == kNone) continue;
                         if (numbered_[level].gain > 0 || counters[i] == 0)
                           side->levels.set(level, block, group);
                       }
                     });
    });
    side->heights->drop(height);
  }
}

bool GradeLevels::is_marked(std::uint32_t number) const {
  return std::ranges::any_of(sides_, [&](const auto& side) { return side->levels.has(number); });
}

Result<void> GradeLevels::run_levels() {
  while (!open_.empty()) {
    if (context_.is_stopped()) return fail(ErrorCode::kInterrupted, "stopped");
    const LevelEntry level = open_.extract(open_.begin()).mapped();
    if (!is_marked(level.number)) continue;
    const LevelEntry before = MILLSTONE_TRY(level_of({-level.grade.gain, level.grade.steps + 1}));
    Level work(*this, level, before);
    MILLSTONE_TRY(steps_.run(work));
    for (const auto& side : sides_) side->levels.drop(level.number);
  }
  return {};
}

/// What has given something away only if it wanted to stays.
void GradeLevels::settle_rest() {
  for (const auto& side : sides_)
    for_each_block(side->state.words.held(), context_.scratch, [&](std::uint32_t block, Scratch&) {
      GradeWord* const words = side->state.words.block(block);
      const std::uint8_t* const counters = side->state.block_counters(block);
      for (std::uint32_t rank = 0; rank < side->geometry.size(); ++rank) {
        const GradeWord word = words[rank];
        if (word == 0 || word > ranks_.count()) continue;
        if (ranks_.grade(word).gain < 0 && counters[rank] != 0) words[rank] = 0;
      }
    });
}

Result<void> GradeLevels::run() {
  MILLSTONE_TRY(forget_won());
  const std::vector<int> heights = this->heights();
  mark_heights(heights);
  for (std::uint32_t i = 0; i < heights.size(); ++i) {
    MILLSTONE_TRY(open_height(heights[i]));
    distribute(i);
    MILLSTONE_TRY(run_levels());
  }
  settle_rest();
  return {};
}

}  // namespace mill
