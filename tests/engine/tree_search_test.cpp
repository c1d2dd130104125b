#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <thread>

#include "base/random_below.h"
#include "engine/search/engine.h"
#include "engine/search/search_tree.h"
#include "game/notation.h"
#include "tests/engine/shipped_match.h"
#include "tests/engine/stopped_search.h"
#include "tests/prober/solved_database.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;

EngineOptions tree_options(std::uint64_t mebibytes = 64, int threads = 1) {
  EngineOptions options;
  options.hash_bytes = mebibytes * kMebibyte;
  options.threads = threads;
  options.algorithm = Algorithm::kTreeSearch;
  return options;
}

SearchReport think(const Game& game, const EngineOptions& options, std::uint64_t nodes) {
  auto engine = Engine::create(game.variant(), options);
  EXPECT_TRUE(succeeds(engine));
  SearchLimits limits;
  limits.nodes = nodes;
  return engine->think(game, limits);
}

std::optional<Value> proved_value(const SearchReport& report) {
  const Score score = report.lines.front().score;
  if (is_known_win(score)) return Value::kWin;
  if (is_known_loss(score)) return Value::kLoss;
  return std::nullopt;
}

/// Searches positions; what is proved must be right, and most wins and losses are to be proved.
void expect_true_proofs(const Variant& variant, const std::vector<Position>& positions,
                        std::uint64_t nodes,
                        const std::function<Outcome(const Position&)>& outcome) {
  auto engine = Engine::create(variant, tree_options());
  ASSERT_TRUE(succeeds(engine));
  int decided = 0, proved = 0;
  for (const Position& position : positions) {
    const Outcome expected = outcome(position);
    SearchLimits limits;
    limits.nodes = nodes;
    const SearchReport report = engine->think(Game(variant, {.position = position}), limits);
    const auto found = proved_value(report);
    decided += expected.value != Value::kDraw;
    proved += found.has_value();
    if (!found) continue;
    ASSERT_EQ(*found, expected.value) << shown(variant, position);
    const auto plies = plies_to_end(report.lines.front().score);
    ASSERT_TRUE(plies);
    if (*found == Value::kWin) {
      ASSERT_GE(*plies, expected.distance) << shown(variant, position);
    }
  }
  EXPECT_GT(decided, 0);
  EXPECT_GE(10 * proved, 9 * decided) << "of " << decided << " decided ones " << proved;
}

/// Positions of games at random in which somebody has something to play.
std::vector<Position> positions_of_play(const Variant& variant, std::size_t count) {
  std::mt19937_64 random(18);
  std::vector<Position> positions;
  while (positions.size() < count) {
    Game game(variant);
    for (std::size_t left = random_below(random, 12); left > 0; --left) {
      const auto actions = generate_actions(variant, game.position());
      if (actions.empty()) break;
      EXPECT_TRUE(succeeds(game.play(actions[random_below(random, actions.size())])));
    }
    if (!generate_actions(variant, game.position()).empty()) positions.push_back(game.position());
  }
  return positions;
}

TEST(TreeSearch, ProvesThreeMensMorrisRight) {
  const Variant variant = shipped_variant();
  const auto prober = shipped_prober();
  expect_true_proofs(variant, positions_of_play(variant, size_for_build<std::size_t>(300, 30)),
                     100'000,
                     [&](const Position& position) { return prober->outcome(position).value(); });
}

TEST(TreeSearch, ProvesFlyingEndingsOfFiveMensMorrisRight) {
  const auto variant = find_variant("five-mens-morris");
  ASSERT_TRUE(succeeds(variant));
  const SolvedDatabase database(*variant, {3, 3});
  std::vector<Position> positions = database.positions();
  std::mt19937_64 random(18);
  shuffle(positions, random);
  std::erase_if(positions,
                [&](const Position& each) { return generate_actions(*variant, each).empty(); });
  positions.resize(size_for_build<std::size_t>(100, 10));
  expect_true_proofs(*variant, positions, 100'000, [&](const Position& position) {
    return database.solution().outcome(position);
  });
}

TEST(TreeSearch, FindsTheWinOfThreeMensMorrisFromTheEmptyBoard) {
  const auto variant = find_variant("three-mens-morris");
  ASSERT_TRUE(succeeds(variant));
  const SearchReport report = think(Game(*variant), tree_options(), 1'000'000);
  EXPECT_TRUE(is_known_win(report.lines.front().score)) << report.lines.front().score;
  EXPECT_EQ(action_text(*variant->board, report.lines.front().actions.front()), "b2");
}

TEST(TreeSearch, SeesTheShortestWin) {
  const Variant variant = nine_mens_morris();
  const TextPosition start{.position = placed(variant, "a1 a7 b4 f4", "g1 g4 b6")};
  const SearchReport report = think(Game(variant, start), tree_options(), 1000);
  EXPECT_EQ(report.lines.front().score, mate_in(1));
  EXPECT_EQ(action_text(*variant.board, report.lines.front().actions.front()), "b4-a4");
}

TEST(TreeSearch, IsTheSameEachTimeWithOneThread) {
  const Variant variant = nine_mens_morris();
  const SearchReport first = think(Game(variant), tree_options(), 30'000);
  const SearchReport second = think(Game(variant), tree_options(), 30'000);
  EXPECT_EQ(first.nodes, second.nodes);
  EXPECT_EQ(first.lines.front().score, second.lines.front().score);
  EXPECT_EQ(first.lines.front().actions, second.lines.front().actions);
}

TEST(TreeSearch, EndsWithinItsNodesOrItsMemory) {
  const Variant variant = nine_mens_morris();
  const SearchReport few = think(Game(variant), tree_options(), 10'000);
  EXPECT_GE(few.nodes, 10'000U);
  EXPECT_LT(few.nodes, 12'000U);
  const SearchReport small = think(Game(variant), tree_options(1), 100'000'000);
  EXPECT_LT(small.nodes, 10'000'000U);
  EXPECT_EQ(small.hash_permille, 1000);
  EXPECT_FALSE(small.lines.front().actions.empty());
}

TEST(TreeSearch, ReportsAsManyLinesAsAreAskedFor) {
  EngineOptions options = tree_options();
  options.lines = 3;
  const SearchReport report = think(Game(nine_mens_morris()), options, 20'000);
  ASSERT_EQ(report.lines.size(), 3U);
  EXPECT_NE(report.lines[0].actions.front(), report.lines[1].actions.front());
  EXPECT_NE(report.lines[1].actions.front(), report.lines[2].actions.front());
}

TEST(TreeSearch, ThreadsShareATreeAndStop) {
  const Variant variant = nine_mens_morris();
  auto engine = Engine::create(variant, tree_options(64, 3));
  ASSERT_TRUE(succeeds(engine));
  EXPECT_GT(stop_before_and_within(*engine).nodes, 0U);
}

TEST(TreeSearch, LegalLinesOnly) {
  const Variant variant = nine_mens_morris();
  const SearchReport report = think(Game(variant), tree_options(), 200'000);
  Game game(variant);
  for (const Action& action : report.lines.front().actions)
    ASSERT_TRUE(succeeds(game.play(action)));
  EXPECT_GT(report.depth, 2);
}

TEST(SearchTree, ADistanceThatIsNotKnownIsAKnownWinAndNoMore) {
  EXPECT_EQ(score_of(Outcome{Value::kWin, 5}), mate_in(5));
  EXPECT_EQ(score_of(Outcome{Value::kWin, int{kLongestMate}}), kKnownWin);
  EXPECT_EQ(score_of(Outcome{Value::kLoss, int{kLongestMate}}), -kKnownWin);
  EXPECT_EQ(score_of(Outcome{}), 0);
}

TEST(SearchTree, WorthAndScoreSayTheSame) {
  for (const Score score : {-900, -100, 0, 1, 250, 1200})
    EXPECT_EQ(score_of_worth(worth_of(score)), score);
}

}  // namespace
}  // namespace mill
