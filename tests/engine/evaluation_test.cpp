#include <gtest/gtest.h>

#include <random>

#include "engine/evaluation/feature_evaluation.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

/// What one side has, counted line by line and stone by stone.
Features plain_features(const Variant& variant, Mask stones, Mask opponent, int hand) {
  const Board& board = *variant.board;
  const Mask empty = board.all() & ~(stones | opponent);
  const bool anywhere = hand > 0 || flies(variant.rules, count(stones), hand);
  Features features{};
  features[kStones] = count(stones) + hand;
  for (const Mask line : board.lines) {
    const Mask missing = line & ~stones;
    features[kMills] += missing == 0;
    if (count(missing) != 1 || !(missing & empty)) continue;
    ++features[kOpenTwos];
    const Mask near = anywhere ? stones : stones & board.neighbours[lowest(missing)];
    const Mask movers = near & ~line;
    features[kReadyTwos] += movers != 0;
    features[kDoubleMills] += (movers & board.in_mills(stones)) != 0;
  }
  Mask targets = 0;
  for_each_bit(stones, [&](int point) {
    features[kBlocked] += (board.neighbours[point] & empty) == 0;
    targets |= board.neighbours[point] & empty;
  });
  features[kMobility] = count(targets);
  return features;
}

class EvaluationTest : public ::testing::TestWithParam<std::string> {};

TEST_P(EvaluationTest, CountsAsLineByLine) {
  const auto variant = find_variant(GetParam(), {});
  ASSERT_TRUE(succeeds(variant));
  const MoveMaker moves(*variant);
  const FeatureEvaluation evaluation(moves, kDefaultWeights);
  std::mt19937 random(3);
  for (int i = 0; i < 3000; ++i) {
    Position position;
    for_each_bit(variant->board->all(), [&](int point) {
      const auto drawn = random() % 8;
      if (drawn < 3) position.own |= bit(point);
      if (drawn > 4) position.opponent |= bit(point);
    });
    position.own_hand = static_cast<std::uint8_t>(random() % 2);
    position.opponent_hand = static_cast<std::uint8_t>(random() % 2);
    const Features own =
        plain_features(*variant, position.own, position.opponent, position.own_hand);
    const Features other =
        plain_features(*variant, position.opponent, position.own, position.opponent_hand);
    Features expected;
    for (int feature = 0; feature < kFeatureCount; ++feature)
      expected[feature] = own[feature] - other[feature];
    expected[kTempo] = 1;
    ASSERT_EQ(evaluation.features(SearchPosition::of(position, 0, 0)), expected)
        << shown(*variant, position);
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, EvaluationTest,
                         ::testing::Values("nine-mens-morris", "morabaraba", "lasker-morris",
                                           "seven-mens-morris", "dooz", "three-mens-morris"));

}  // namespace
}  // namespace mill
