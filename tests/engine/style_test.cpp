#include "engine/search/style.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/search/engine.h"
#include "engine/search/ranked_actions.h"
#include "engine/search/worth.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

SearchLine place(int to, Score score) {
  return {score, {Action{.kind = Action::Kind::kPlace, .to = static_cast<std::int8_t>(to)}}};
}

/// So many actions for the side to move, of which so many are slips.
std::vector<SearchLine> actions_with(int slips, int others) {
  std::vector<SearchLine> lines;
  for (int i = 0; i < others; ++i) lines.push_back(place(10 + i, 0));
  for (int i = 0; i < slips; ++i) lines.push_back(place(10 + others + i, mated_in(4)));
  return lines;
}

/// After a stone on point 0, 1, 2 ... of the empty board the opponent, and then the player, has so
/// many slips among ten actions.
struct Slips {
  int own, opponent;
};

std::size_t choice(Style style, const std::vector<SearchLine>& lines,
                   const std::vector<Slips>& slips, std::size_t base = 0) {
  const Variant variant = nine_mens_morris();
  const LookAhead look_ahead = [&](const Game& game) {
    const Slips& after = slips.at(static_cast<std::size_t>(game.actions().front().to));
    const int count = game.actions().size() == 1 ? after.opponent : after.own;
    return actions_with(count, 10 - count);
  };
  return choose_in_style(style, Game(variant), lines, base, look_ahead);
}

const std::vector<SearchLine> kEqual = {place(0, 0), place(1, 0), place(2, 0), place(3, 0)};
const std::vector<Slips> kSlips = {{3, 3}, {2, 1}, {4, 7}, {9, 6}};

TEST(Style, SolidHasFewWaysToSlipTrickyLeavesManyAndBoldHasBoth) {
  EXPECT_EQ(choice(Style::kPlain, kEqual, kSlips), 0U);
  EXPECT_EQ(choice(Style::kSolid, kEqual, kSlips), 1U);
  EXPECT_EQ(choice(Style::kTricky, kEqual, kSlips), 2U);
  EXPECT_EQ(choice(Style::kBold, kEqual, kSlips), 3U);
}

TEST(Style, OnlyTurnsThatAreWorthNearlyTheSameAreChosenAmong) {
  const std::vector<SearchLine> lines = {place(0, 10), place(1, -200), place(2, -200), place(3, 8)};
  EXPECT_EQ(choice(Style::kSolid, lines, kSlips), 0U);
  EXPECT_EQ(choice(Style::kTricky, lines, kSlips), 3U);
  EXPECT_EQ(choice(Style::kTricky, lines, kSlips, 1), 2U);  // of those like the second
}

TEST(Style, ASoonerWinAndALaterLossComeBeforeIt) {
  const std::vector<SearchLine> wins = {place(0, mate_in(3)), place(2, mate_in(5)), place(3, 3900)};
  const std::vector<SearchLine> losses = {place(0, mated_in(8)), place(2, mated_in(6))};
  for (const Style style : {Style::kSolid, Style::kTricky, Style::kBold}) {
    EXPECT_EQ(choice(style, wins, kSlips), 0U);
    EXPECT_EQ(choice(style, losses, kSlips), 0U);
  }
}

TEST(Style, WithoutTimeToLookAheadTheTurnStays) {
  const auto nothing = [](const Game&) { return std::vector<SearchLine>{}; };
  EXPECT_EQ(choose_in_style(Style::kBold, Game(nine_mens_morris()), kEqual, 2, nothing), 2U);
}

/// A few positions of the placing phase, reached by so many random actions.
std::vector<Game> some_games(std::size_t actions_before, unsigned count) {
  std::vector<Game> games;
  for (unsigned seed = 0; seed < count; ++seed) {
    std::mt19937_64 random(seed);
    Game game(nine_mens_morris());
    while (game.actions().size() < actions_before || game.position().removals > 0) {
      const auto actions = generate_actions(game.variant(), game.position());
      EXPECT_TRUE(game.play(actions[random() % actions.size()]));
    }
    games.push_back(game);
  }
  return games;
}

SearchLimits plies(int depth) {
  SearchLimits limits;
  limits.depth = depth;
  return limits;
}

/// A search without reductions: what it says of an action does not depend on what it knew before.
EngineOptions exact(Style style, int lines) {
  return {.hash_bytes = 1 << 20, .ideas = 0, .lines = lines, .style = style};
}

TEST(Style, AnEnginePlaysATurnThatIsNearlyAsGoodAsItsBest) {
  for (const Game& game : some_games(7, 8)) {
    auto several = Engine::create(nine_mens_morris(), exact(Style::kPlain, 100));
    ASSERT_TRUE(succeeds(several));
    const auto lines = several->think(game, plies(3)).lines;
    for (const Style style : {Style::kSolid, Style::kTricky, Style::kBold}) {
      auto engine = Engine::create(nine_mens_morris(), exact(style, 1));
      ASSERT_TRUE(succeeds(engine));
      const SearchReport report = engine->think(game, plies(3));
      ASSERT_EQ(report.lines.size(), 1U);
      EXPECT_EQ(report.depth, 3);
      const auto same = std::ranges::find(lines, report.lines.front().actions.front(),
                                          [](const auto& line) { return line.actions.front(); });
      ASSERT_NE(same, lines.end());
      EXPECT_EQ(same->score, report.lines.front().score);
      EXPECT_GE(worth_of(same->score), worth_of(lines.front().score) - 0.03);
    }
  }
}

/// The share of the replies after an engine's turns that throw something away, by what the engine
/// says of all of them when asked for advice.
double replies_that_slip(Style style) {
  auto engine = Engine::create(nine_mens_morris(), {.hash_bytes = 1 << 20, .style = style});
  auto adviser = Engine::create(nine_mens_morris(), {.hash_bytes = 1 << 20});
  double sum = 0;
  for (Game game : some_games(3, 128)) {
    const Side side = game.side();
    const SearchReport report = engine->think(game, plies(3));
    for (const Action& action : report.lines.front().actions) {
      if (game.side() != side) break;
      EXPECT_TRUE(game.play(action));
    }
    const auto values = rank_actions(*adviser, game, plies(3), {}).values;
    const double best = worth_of(values.front().score);
    sum += static_cast<double>(std::ranges::count_if(
               values, [&](const auto& each) { return worth_of(each.score) < best - 0.25; })) /
           static_cast<double>(values.size());
  }
  return sum;
}

TEST(Style, ATrickyEngineLeavesMoreWaysToSlipThanASolidOne) {
  EXPECT_GT(replies_that_slip(Style::kTricky), replies_that_slip(Style::kSolid));
}

TEST(Style, LevelsAndTreesHaveStylesToo) {
  for (EngineOptions options : {EngineOptions{.strength = strength_of_level(12)},
                                EngineOptions{.algorithm = Algorithm::kTreeSearch}}) {
    options.hash_bytes = 1 << 20;
    options.style = Style::kBold;
    auto engine = Engine::create(nine_mens_morris(), options);
    ASSERT_TRUE(succeeds(engine));
    SearchLimits limits;
    limits.nodes = 20'000;
    EXPECT_EQ(engine->think(some_games(7, 1).front(), limits).lines.size(), 1U);
    engine->stop();
    EXPECT_EQ(engine->think(some_games(7, 1).front(), {}).lines.size(), 1U);
  }
}

}  // namespace
}  // namespace mill
