#include "engine/search/strength.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/search/engine.h"
#include "game/notation.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

SearchLine line(int to, Score score) {
  return {score, {Action{.kind = Action::Kind::kPlace, .to = static_cast<std::int8_t>(to)}}};
}

// Seen at first sight action 2 is best; looked at more deeply it is action 0.
const std::vector<SearchLine> kFirstSight = {line(2, 300), line(0, 100), line(1, 0)};
const std::vector<SearchLine> kLookedAhead = {line(0, 200), line(1, 50), line(2, -100)};

std::vector<int> choices(const Strength& strength, int times) {
  std::mt19937_64 random(30);
  std::vector<int> counts(kLookedAhead.size());
  for (int i = 0; i < times; ++i)
    ++counts[choose_fallibly(kFirstSight, kLookedAhead, strength, random)];
  return counts;
}

TEST(Strength, WithoutErrorsTheBestIsChosen) {
  EXPECT_EQ(choices({.depth = 3}, 100), (std::vector<int>{100, 0, 0}));
}

TEST(Strength, WhoOverlooksAllAnswersChoosesTheBestAtFirstSight) {
  EXPECT_EQ(choices({.depth = 3, .overlooked = 1}, 100), (std::vector<int>{0, 0, 100}));
}

TEST(Strength, WhoOverlooksSomeAnswersOftenSeesTheBest) {
  const std::vector<int> counts = choices({.depth = 3, .overlooked = 0.25}, 4000);
  // Action 2 is chosen whenever its answers are overlooked, and only then.
  EXPECT_NEAR(counts[2], 1000, 120);
  EXPECT_GT(counts[0], 2500);
}

TEST(Strength, SmallErrorsConfuseWhatIsNearlyEqualAndLargeOnesAll) {
  const std::vector<int> slips = choices({.depth = 3, .error = 0.1}, 4000);
  EXPECT_GT(slips[0], slips[1]);
  EXPECT_GT(slips[1], 100);
  EXPECT_LT(slips[2], 100);
  for (const int count : choices({.depth = 3, .error = 5}, 4000)) EXPECT_GT(count, 1000);
}

TEST(Strength, AWinIsNotGivenAwayBySmallErrors) {
  std::mt19937_64 random(1);
  const std::vector<SearchLine> lines = {line(0, mate_in(3)), line(1, 400)};
  for (int i = 0; i < 1000; ++i)
    EXPECT_EQ(choose_fallibly(lines, lines, {.depth = 3, .error = 0.05}, random), 0U);
}

TEST(Strength, HigherLevelsLookFurtherAndErrLess) {
  EXPECT_FALSE(strength_of_level(kFullLevel));
  Strength lower = *strength_of_level(0);
  EXPECT_GE(lower.depth, 1);
  EXPECT_LE(lower.overlooked, 1);
  for (int level = 1; level < kFullLevel; ++level) {
    const Strength higher = *strength_of_level(level);
    EXPECT_GE(higher.depth, lower.depth) << level;
    EXPECT_LE(higher.overlooked, lower.overlooked) << level;
    EXPECT_LT(higher.error, lower.error) << level;
    lower = higher;
  }
}

TEST(Strength, TheHighestEloIsTheHighestLevelAndTheLowestTheLowest) {
  EXPECT_EQ(level_of_elo(kLowestElo), 0);
  EXPECT_FALSE(strength_of_level(level_of_elo(kHighestElo)));
  EXPECT_TRUE(strength_of_level(level_of_elo(kHighestElo - 1)));
}

std::set<std::string> first_actions(Engine& engine, const Variant& variant, int seeds) {
  std::set<std::string> actions;
  for (int seed = 0; seed < seeds; ++seed) {
    engine.set_seed(static_cast<std::uint64_t>(seed));
    const SearchReport report = engine.think(Game(variant), {});
    EXPECT_EQ(report.lines.size(), 1U);
    actions.insert(action_text(*variant.board, report.lines.front().actions.front()));
  }
  return actions;
}

TEST(Strength, AnEngineOfAStrengthPlaysTheSameWithTheSameSeed) {
  const Variant variant = nine_mens_morris();
  EngineOptions options{.hash_bytes = 1 << 20, .strength = strength_of_level(5)};
  auto engine = Engine::create(variant, options);
  ASSERT_TRUE(succeeds(engine));
  EXPECT_EQ(first_actions(*engine, variant, 1), first_actions(*engine, variant, 1));
  EXPECT_GT(first_actions(*engine, variant, 20).size(), 2U);
}

TEST(Strength, AnEngineLooksNoFurtherThanItsStrength) {
  const Variant variant = nine_mens_morris();
  for (const Algorithm algorithm : {Algorithm::kPvs, Algorithm::kTreeSearch}) {
    EngineOptions options{.hash_bytes = 1 << 20,
                          .algorithm = algorithm,
                          .lines = 3,
                          .strength = Strength{.depth = 3}};
    auto engine = Engine::create(variant, options);
    ASSERT_TRUE(succeeds(engine));
    const SearchReport report = engine->think(Game(variant), {});
    EXPECT_EQ(report.depth, 3);
    EXPECT_EQ(report.lines.size(), 3U);
    SearchLimits two_plies;
    two_plies.depth = 2;
    EXPECT_EQ(engine->think(Game(variant), two_plies).depth, 2);
  }
}

TEST(Strength, AnEngineThatIsStoppedAtOncePlaysSomething) {
  const Variant variant = nine_mens_morris();
  auto engine = Engine::create(variant, {.strength = strength_of_level(20)});
  ASSERT_TRUE(succeeds(engine));
  engine->stop();
  EXPECT_FALSE(engine->think(Game(variant), {}).lines.front().actions.empty());
}

}  // namespace
}  // namespace mill
