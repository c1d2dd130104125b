#include "builder/blocks/ordered_steps.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "builder/blocks/group_bits.h"
#include "builder/blocks/kernel_choice.h"
#include "builder/blocks/major_moves.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

BlockGeometry geometry_of(const Variant& variant, int major, int minor) {
  return BlockGeometry(Numbering::make(variant, {major, minor, 0, 0}));
}

/// Steps of one board, from sets of so many minor stones.
struct StepCase {
  int major, minor;
  PackedStep step;
  int density;  ///< one in so many subsets is among those that step

  int minor_after() const { return minor + (step.gained >= 0) - (step.lost >= 0); }
};

Mask after(Mask subset, const PackedStep& step) {
  if (step.gained >= 0) subset |= bit(step.gained);
  if (step.lost >= 0) subset &= ~bit(step.lost);
  return subset;
}

bool can_step(Mask subset, const PackedStep& step) {
  return (step.gained < 0 || !(subset & bit(step.gained))) &&
         (step.lost < 0 || subset & bit(step.lost));
}

/// A step by all kernels, compared with one subset after the other.
template <typename Cell>
void expect_steps(const StepCase& wanted) {
  const Variant variant = nine_mens_morris();
  const BlockGeometry geometry = geometry_of(variant, wanted.major, wanted.minor);
  const BlockGeometry reached = geometry_of(variant, wanted.major, wanted.minor_after());
  std::mt19937_64 random(7);
  const auto random_cells = [&](const BlockGeometry& of) {
    std::vector<Cell> cells(of.stride());
    for (std::uint32_t rank = 0; rank < of.size(); ++rank)
      cells[rank] = static_cast<Cell>(random());
    return cells;
  };
  const std::vector<Cell> table = random_cells(reached), before = random_cells(geometry);
  std::vector<Cell> expected = before;
  Scratch scratch;
  for (std::uint32_t rank = 0; rank < geometry.size(); ++rank) {
    const Mask subset = geometry.masks()[rank];
    if (!can_step(subset, wanted.step) || random() % static_cast<unsigned>(wanted.density) != 0)
      continue;
    if (scratch.source.empty() || scratch.source.back().group != rank / kGroupSize)
      scratch.source.push_back({rank / kGroupSize, 0});
    scratch.source.back().bits |= std::uint64_t{1} << rank % kGroupSize;
    const Cell worth = table[reached.minor().rank(after(subset, wanted.step))];
    expected[rank] = std::max(expected[rank], worth);
  }
  ASSERT_FALSE(scratch.source.empty());
  for (const Kernels* kernels : available_kernels()) {
    std::vector<Cell> best = before;
    raise_by_step(*kernels, wanted.step, geometry, reached, table.data(), scratch, best.data());
    EXPECT_EQ(best, expected) << name_of(*kernels);
  }
}

void expect_steps_of_all_cells(const PackedStep& step) {
  // Stones, and which share of the subsets steps: of few subsets all.
  constexpr std::array<int, 3> kCases[] = {{9, 8, 1}, {9, 8, 7},   {9, 8, 100}, {5, 4, 2},
                                           {5, 4, 7}, {5, 4, 100}, {4, 3, 2},   {6, 1, 1}};
  for (const auto& [major, minor, density] : kCases) {
    const StepCase wanted{major, minor, step, density};
    SCOPED_TRACE(::testing::Message() << major << "-" << minor << ", one in " << density);
    expect_steps<std::uint8_t>(wanted);
    expect_steps<std::uint16_t>(wanted);
  }
}

TEST(OrderedSteps, PlacementsLeadWhereEachOfThemDoes) {
  for (const int point : {0, 3, 14}) expect_steps_of_all_cells({point, -1});
}

TEST(OrderedSteps, RemovalsDo) {
  for (const int point : {0, 7, 14}) expect_steps_of_all_cells({-1, point});
}

TEST(OrderedSteps, MovesDo) {
  for (const PackedStep step : {PackedStep{0, 14}, {14, 0}, {5, 6}, {9, 2}})
    expect_steps_of_all_cells(step);
}

using Words = std::vector<std::uint64_t>;

/// Bitmaps by group of random ranks of the geometry, one in so many.
Words random_words(const BlockGeometry& geometry, unsigned density, std::mt19937_64& random) {
  Words words(geometry.groups(), 0);
  for (std::uint32_t rank = 0; rank < geometry.size(); ++rank)
    words[rank / kGroupSize] |= std::uint64_t{random() % density == 0} << rank % kGroupSize;
  return words;
}

bool has_rank(const Words& words, std::uint32_t rank) {
  return words[rank / kGroupSize] >> rank % kGroupSize & 1;
}

TEST(OrderedSteps, SlidesAreUndoneWhereEachOfThemIs) {
  std::mt19937_64 random(8);
  for (const int minor : {1, 3, 7}) {
    const BlockGeometry geometry = geometry_of(nine_mens_morris(), 8, minor);
    for (const auto& [from, to] : {std::pair{0, 15}, {15, 0}, {6, 7}, {9, 2}}) {
      const Words arrived = random_words(geometry, 3, random);
      Words expected(geometry.groups(), 0);
      for (std::uint32_t rank = 0; rank < geometry.size(); ++rank) {
        const Mask subset = geometry.masks()[rank];
        if (!has_rank(arrived, rank) || !(subset & bit(to)) || subset & bit(from)) continue;
        const std::uint32_t before = geometry.minor().rank(subset ^ bit(to) ^ bit(from));
        expected[before / kGroupSize] |= std::uint64_t{1} << before % kGroupSize;
      }
      for (const Kernels* kernels : available_kernels()) {
        Words stream(geometry.groups() + 2, ~std::uint64_t{0}), before(geometry.groups(), 1);
        kernels->step_back({{geometry.has(from), geometry.has(to)},
                            {geometry.has(to), geometry.has(from)},
                            geometry.groups(),
                            stream.data()},
                           arrived.data(), before.data());
        EXPECT_EQ(before, expected) << name_of(*kernels) << ' ' << minor << ' ' << from;
      }
    }
  }
}

/// A map of all points but one to all points but another, in their order.
PackedMap ordered_map(int points, int left_out, int missed) {
  PackedMap map{static_cast<std::uint8_t>(points), {}};
  for (int point = 0, next = 0; point < points; ++point) {
    if (point == left_out) continue;
    next += next == missed;
    map.image[point] = static_cast<std::uint8_t>(next++);
  }
  return map;
}

Mask image_of_subset(const PackedMap& map, Mask subset) {
  Mask image = 0;
  for_each_bit(subset, [&](int point) { image |= bit(map.image[point]); });
  return image;
}

TEST(OrderedSteps, StepsToOtherBlocksAreUndoneWhereEachOfThemIs) {
  std::mt19937_64 random(10);
  for (const int minor : {1, 3, 7}) {
    const BlockGeometry geometry = geometry_of(nine_mens_morris(), 8, minor);
    for (const auto& [to, vacated] : {std::pair{0, 15}, {15, 0}, {6, 7}, {9, 9}}) {
      const PackedMap back = ordered_map(16, vacated, to);
      const Words all = random_words(geometry, 3, random);
      Words arrived(geometry.groups(), 0), expected(geometry.groups(), 0);
      for (std::uint32_t rank = 0; rank < geometry.size(); ++rank) {
        const Mask subset = geometry.masks()[rank];
        if (!has_rank(all, rank) || subset & bit(vacated)) continue;
        arrived[rank / kGroupSize] |= std::uint64_t{1} << rank % kGroupSize;
        const std::uint32_t before = geometry.minor().rank(image_of_subset(back, subset));
        expected[before / kGroupSize] |= std::uint64_t{1} << before % kGroupSize;
      }
      for (const Kernels* kernels : available_kernels()) {
        Words stream(geometry.groups() + 2, ~std::uint64_t{0}), before(geometry.groups(), 1);
        kernels->step_back({{geometry.all(), geometry.has(to)},
                            {geometry.all(), geometry.has(vacated)},
                            geometry.groups(),
                            stream.data()},
                           arrived.data(), before.data());
        EXPECT_EQ(before, expected) << name_of(*kernels) << ' ' << minor << ' ' << to;
      }
    }
  }
}

/// A step to another block by all kernels, compared with one subset after the other.
template <typename Cell>
void expect_mapped(const MappedStep& step, int major_after, unsigned density) {
  const BlockGeometry geometry = geometry_of(nine_mens_morris(), 8, 7);
  const BlockGeometry reached = geometry_of(nine_mens_morris(), major_after, 7);
  std::mt19937_64 random(11);
  std::vector<Cell> table(reached.stride()), before(geometry.stride());
  for (std::uint32_t rank = 0; rank < reached.size(); ++rank)
    table[rank] = static_cast<Cell>(random());
  for (std::uint32_t rank = 0; rank < geometry.size(); ++rank)
    before[rank] = static_cast<Cell>(random());
  std::vector<Cell> expected = before;
  Scratch scratch;
  const Words chosen = random_words(geometry, density, random);
  for (std::uint32_t rank = 0; rank < geometry.size(); ++rank) {
    const Mask subset = geometry.masks()[rank];
    if (!has_rank(chosen, rank) || subset & step.lacking_before) continue;
    append_rank(scratch.source, rank);
    expected[rank] =
        std::max(expected[rank], table[reached.minor().rank(image_of_subset(step.map, subset))]);
  }
  for (const Kernels* kernels : available_kernels()) {
    std::vector<Cell> best = before;
    raise_by_step(*kernels, step, geometry, reached, table.data(), scratch, best.data());
    EXPECT_EQ(best, expected) << name_of(*kernels) << ' ' << density;
  }
}

void expect_mapped_of_all_cells(const MappedStep& step, int major_after) {
  for (const unsigned density : {1, 5, 100}) {
    expect_mapped<std::uint8_t>(step, major_after, density);
    expect_mapped<std::uint16_t>(step, major_after, density);
  }
}

TEST(OrderedSteps, StepsToOtherBlocksLeadWhereEachOfThemDoes) {
  for (const auto& [to, vacated] : {std::pair{0, 15}, {15, 0}, {6, 7}, {9, 9}}) {
    SCOPED_TRACE(to);
    const MappedStep moved{ordered_map(16, to, vacated), bit(to), bit(vacated)};
    EXPECT_TRUE(keeps_order(moved.map, moved.lacking_before));
    EXPECT_EQ(image_of(moved.map, moved.lacking_before), low_bits(16) & ~bit(vacated));
    expect_mapped_of_all_cells(moved, 8);
    expect_mapped_of_all_cells({ordered_map(16, to, -1), bit(to), 0}, 9);            // placed
    expect_mapped_of_all_cells({ordered_map(16, -1, vacated), 0, bit(vacated)}, 7);  // taken
  }
}

TEST(OrderedSteps, StepsThatDoNotKeepTheOrderDoSoToo) {
  MappedStep step{ordered_map(16, 4, 11), bit(4), bit(11)};
  std::swap(step.map.image[2], step.map.image[9]);
  EXPECT_FALSE(keeps_order(step.map, step.lacking_before));
  expect_mapped_of_all_cells(step, 8);
}

TEST(OrderedSteps, BitmapsLowerAndCountDownWhatTheyHold) {
  std::mt19937_64 random(9);
  const BlockGeometry geometry = geometry_of(nine_mens_morris(), 8, 7);
  const Words words = random_words(geometry, 2, random);
  std::vector<std::uint8_t> cells(geometry.stride());
  for (std::uint8_t& cell : cells) cell = static_cast<std::uint8_t>(random() % 5 + 124);
  constexpr std::uint8_t kByte = 126;
  std::vector<std::uint8_t> lowered = cells;
  Words lower_changed(geometry.groups(), 0), count_changed(geometry.groups(), 0);
  std::vector<std::uint8_t> counters = cells;
  for (std::uint8_t& counter : counters) counter = static_cast<std::uint8_t>(counter - 123);
  std::vector<std::uint8_t> counted = counters;
  for (std::uint32_t rank = 0; rank < geometry.size(); ++rank) {
    if (!has_rank(words, rank)) continue;
    const std::uint64_t bit = std::uint64_t{1} << rank % kGroupSize;
    if (lowered[rank] > kByte) {
      lowered[rank] = kByte;
      lower_changed[rank / kGroupSize] |= bit;
    }
    if (--counted[rank] == 0) count_changed[rank / kGroupSize] |= bit;
  }
  for (const Kernels* kernels : available_kernels()) {
    SCOPED_TRACE(name_of(*kernels));
    std::vector<std::uint8_t> outcomes = cells, left = counters;
    Words changed(geometry.groups(), 1);
    kernels->lower_words(words.data(), geometry.groups(), outcomes.data(), kByte, changed.data());
    EXPECT_EQ(outcomes, lowered);
    EXPECT_EQ(changed, lower_changed);
    kernels->count_down_words(words.data(), geometry.groups(), left.data(), changed.data());
    EXPECT_EQ(left, counted);
    EXPECT_EQ(changed, count_changed);
  }
}

}  // namespace
}  // namespace mill
