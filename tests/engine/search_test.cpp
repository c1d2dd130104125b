#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "engine/evaluation/feature_evaluation.h"
#include "engine/search/drivers.h"
#include "engine/search/engine.h"
#include "engine/search/search_worker.h"
#include "game/notation.h"
#include "tests/engine/stopped_search.h"
#include "tests/prober/solved_database.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

/// Plain minimax over the rules of game/, without windows, tables or extensions but the one for
/// forced turns: what the search must agree with. No repetitions: only for lines too short for one.
class Minimax {
 public:
  /// @param captures  beyond the last ply a side may still take stones, or leave it
  Minimax(const Variant& variant, bool captures)
      : variant_(variant),
        moves_(variant),
        evaluation_(moves_, kDefaultWeights),
        captures_(captures) {}

  /// Nothing where captures make the tree too large.
  std::optional<Score> score(const Position& position, int depth) {
    visited_ = 0;
    const Score found = score(position, depth, 0);
    return is_too_large() ? std::nullopt : std::optional(found);
  }

 private:
  bool is_too_large() const {
    constexpr int kMostVisited = 300'000;
    return captures_ && visited_ > kMostVisited;
  }

  Score score(const Position& position, int depth, int ply) {
    ++visited_;
    if (is_too_large()) return 0;
    const std::vector<Action> actions = generate_actions(variant_, position);
    if (actions.empty())
      return ends_in_draw(variant_, status(variant_, position)) ? 0 : mated_in(ply);
    const bool turn_begins = position.removals == 0;
    const bool is_leaf = turn_begins && depth <= 0;
    Score best = is_leaf ? evaluation_.score(SearchPosition::of(position, 0, 0)) : -kInfinite;
    if (is_leaf && !captures_) return best;
    const bool forced = !is_leaf && turn_begins && actions.size() == 1 &&
                        ply > 0;  // the root has no choice to extend
    for (const Action& action : actions) {
      const Played played = play(variant_, position, action);
      if (is_leaf && !played.same_side) continue;
      const int below = depth + forced - !played.same_side;
      const Score score = this->score(played.position, below, ply + !played.same_side);
      best = std::max(best, played.same_side ? score : -score);
    }
    return best;
  }

  Variant variant_;
  MoveMaker moves_;
  FeatureEvaluation evaluation_;
  bool captures_;
  int visited_ = 0;
};

/// Games at random, cut anywhere before they end.
std::vector<Game> random_games(const Variant& variant, int games, int longest, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Game> result;
  while (static_cast<int>(result.size()) < games) {
    Game game(variant);
    const auto length = random() % static_cast<unsigned>(longest);
    for (unsigned i = 0; i < length; ++i) {
      const auto actions = generate_actions(variant, game.position());
      if (actions.empty()) break;
      EXPECT_TRUE(succeeds(game.play(actions[random() % actions.size()])));
    }
    if (!generate_actions(variant, game.position()).empty()) result.push_back(std::move(game));
  }
  return result;
}

/// The same position without its past.
Game without_past(const Game& game) { return {game.variant(), game.now()}; }

/// Searches to one depth.
Score plain_search(const Game& game, int depth, Algorithm algorithm, TranspositionTable* table,
                   unsigned ideas = 0) {
  const MoveMaker moves(game.variant());
  const FeatureEvaluation evaluation(moves, kDefaultWeights);
  std::atomic<bool> stop{false};
  SearchContext context{moves, evaluation};
  context.table = table;
  context.stop = &stop;
  context.ideas = ideas;
  SearchWorker worker(context);
  worker.set_root(game, generate_actions(game.variant(), game.position()));
  return search_to_depth(worker, algorithm, depth);
}

class SearchOfVariant : public ::testing::TestWithParam<const char*> {};

TEST_P(SearchOfVariant, FindsTheValueOfMinimax) {
  const auto variant = find_variant(GetParam());
  ASSERT_TRUE(succeeds(variant));
  for (const unsigned ideas : {0U, unsigned{kCaptures}}) {
    Minimax minimax(*variant, ideas == kCaptures);
    const auto games = random_games(*variant, 12, 90, 5);
    std::size_t compared = 0;
    for (const Game& game : games) {
      const Game fresh = without_past(game);
      const int depth = generate_actions(*variant, fresh.position()).size() > 12 ? 2 : 3;
      const auto expected = minimax.score(fresh.position(), depth);
      if (!expected) continue;
      ++compared;
      for (const Algorithm algorithm : {Algorithm::kAlphaBeta, Algorithm::kPvs, Algorithm::kMtdf}) {
        SCOPED_TRACE(fmt::format("{} {} {}", algorithm_name(algorithm), ideas ? "and captures" : "",
                                 shown(*variant, fresh.position())));
        TranspositionTable table(1 << 20);
        EXPECT_EQ(plain_search(fresh, depth, algorithm, &table, ideas), *expected);
        EXPECT_EQ(plain_search(fresh, depth, algorithm, nullptr, ideas), *expected)
            << "without a table";
      }
    }
    EXPECT_GE(compared, ideas == kCaptures ? 4 : games.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, SearchOfVariant,
                         ::testing::Values("nine-mens-morris", "lasker-morris", "morabaraba",
                                           "three-mens-morris", "six-mens-morris",
                                           "morabaraba-multiple-removal", "zhi-qi"));

/// The score at a fixed depth by the engine as users have it.
Score engine_score(const Game& game, const EngineOptions& options, int depth) {
  auto engine = Engine::create(game.variant(), options);
  EXPECT_TRUE(succeeds(engine));
  return engine->think(game, {depth, {}, {}}).lines.front().score;
}

TEST(Engine, DriversAndTablesAgreeWhilePlacing) {
  // While stones are placed no position comes back, so no value depends on the way to it.
  const Variant variant = nine_mens_morris();
  for (const Game& game : random_games(variant, 10, 10, 11)) {
    const Score expected = engine_score(game, {.hash_bytes = 0, .ideas = 0}, 4);
    for (const Algorithm algorithm : {Algorithm::kAlphaBeta, Algorithm::kPvs, Algorithm::kMtdf})
      for (const std::uint64_t hash_bytes : {std::uint64_t{64}, std::uint64_t{1} << 22})
        EXPECT_EQ(
            engine_score(game, {.hash_bytes = hash_bytes, .algorithm = algorithm, .ideas = 0}, 4),
            expected)
            << algorithm_name(algorithm) << shown(variant, game.position());
  }
}

TEST(Engine, SeesTheShortestWin) {
  const Variant variant = nine_mens_morris();
  // White closes a line and takes the third-last stone.
  auto engine = Engine::create(variant);
  ASSERT_TRUE(succeeds(engine));
  const TextPosition start{.position = placed(variant, "a1 a7 b4 f4", "g1 g4 b6")};
  const SearchReport report = engine->think(Game(variant, start), {6, {}, {}});
  EXPECT_EQ(report.lines.front().score, mate_in(1));
  EXPECT_EQ(action_text(*variant.board, report.lines.front().actions.front()), "b4-a4");
  EXPECT_EQ(report.depth, 1);
}

TEST(Engine, StopsAtOnceAndStillHasAMove) {
  const Variant variant = nine_mens_morris();
  auto engine = Engine::create(variant);
  ASSERT_TRUE(succeeds(engine));
  EXPECT_GT(stop_before_and_within(*engine).depth, 0);
}

TEST(Engine, StopsWithAllOthersAndStillHasAMove) {
  const Variant variant = nine_mens_morris();
  auto engine = Engine::create(variant);
  ASSERT_TRUE(succeeds(engine));
  std::atomic<bool> stop = true;
  SearchLimits limits;
  limits.stop = stop;
  EXPECT_FALSE(engine->think(Game(variant), limits).lines.front().actions.empty());
  stop = false;
  std::jthread stopper([&stop] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop = true;
  });
  const SearchReport report = engine->think(Game(variant), limits);
  EXPECT_GT(report.depth, 0);
  EXPECT_LT(report.time, std::chrono::seconds(20));
}

TEST(Engine, KeepsToItsLimits) {
  const Variant variant = nine_mens_morris();
  auto engine = Engine::create(variant);
  ASSERT_TRUE(succeeds(engine));
  EXPECT_LE(engine->think(Game(variant), {{}, 5000, {}}).nodes, 7000U);
  EXPECT_EQ(engine->think(Game(variant), {3, {}, {}}).depth, 3);
  const auto report = engine->think(Game(variant), {{}, {}, std::chrono::milliseconds(30)});
  EXPECT_GE(report.time, std::chrono::milliseconds(30));
}

TEST(Engine, ReportsAsManyLinesAsAskedFor) {
  const Variant variant = nine_mens_morris();
  auto engine = Engine::create(variant, {.lines = 4});
  ASSERT_TRUE(succeeds(engine));
  for (const Game& game : random_games(variant, 6, 30, 3)) {
    const SearchReport report = engine->think(game, {3, {}, {}});
    const auto legal = generate_actions(variant, game.position()).size();
    ASSERT_EQ(report.lines.size(), std::min<std::size_t>(4, legal));
    for (std::size_t i = 1; i < report.lines.size(); ++i) {
      EXPECT_LE(report.lines[i].score, report.lines[i - 1].score);
      EXPECT_NE(report.lines[i].actions.front(), report.lines[i - 1].actions.front());
    }
  }
}

TEST(Engine, EveryLineCanBePlayed) {
  const Variant variant = nine_mens_morris();
  auto engine = Engine::create(variant, {.threads = 2, .lines = 2});
  ASSERT_TRUE(succeeds(engine));
  for (const Game& start : random_games(variant, 8, 60, 17)) {
    for (const SearchLine& line : engine->think(start, {4, {}, {}}).lines) {
      Game game = without_past(start);
      for (const Action& action : line.actions) ASSERT_TRUE(succeeds(game.play(action)));
    }
  }
}

TEST(Engine, AvoidsARepetitionWhenAhead) {
  // White is far ahead; both sides only shuffle. The search must not count a shuffle as good play.
  const Variant variant = nine_mens_morris();
  const TextPosition start{.position = placed(variant, "a1 d1 a4 d7 g7 b6 d6", "c5 d5 e4"),
                           .side = Side::kWhite};
  Game game(variant, start);
  const Score fresh = engine_score(game, {}, 4);
  EXPECT_GT(fresh, 200);
}

/// Values of a database and what the search makes of them.
class EngineWithDatabase : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    database_ = new SolvedDatabase(three_mens_morris(), {3, 3, 0, 0});
  }
  static void TearDownTestSuite() { delete database_; }

  static std::shared_ptr<const Prober> open() {
    auto prober = Prober::open(database_->directory(), database_->variant());
    EXPECT_TRUE(succeeds(prober));
    return std::make_shared<const Prober>(std::move(*prober));
  }

  static SolvedDatabase* database_;
};
SolvedDatabase* EngineWithDatabase::database_ = nullptr;

TEST_F(EngineWithDatabase, PlaysTheShortestWinAndTheLongestLoss) {
  const auto prober = open();
  auto engine = Engine::create(database_->variant(), {.prober = prober});
  ASSERT_TRUE(succeeds(engine));
  for (const Position& position : database_->positions()) {
    const auto expected = prober->probe(position);
    ASSERT_TRUE(succeeds(expected));
    if (expected->turns.empty()) continue;
    const Game game(database_->variant(), {.position = position});
    const SearchReport report = engine->think(game, {});
    EXPECT_EQ(report.depth, 0);
    const Score score = report.lines.front().score;
    if (expected->value == Value::kDraw)
      EXPECT_EQ(score, 0);
    else
      EXPECT_EQ(plies_to_end(score), expected->distance) << shown(database_->variant(), position);
  }
}

TEST_F(EngineWithDatabase, ProvesNoMoreThanIsTrueWithAllIdeasAndFindsWhatIsNear) {
  // Without files: what is looked at less deeply may hide the end of a game, but not invent one.
  const auto prober = open();
  auto engine = Engine::create(database_->variant(), {.hash_bytes = 1 << 16});
  ASSERT_TRUE(succeeds(engine));
  int near = 0, found = 0;
  for (const Position& position : database_->positions()) {
    const auto expected = prober->outcome(position);
    ASSERT_TRUE(succeeds(expected));
    if (generate_actions(database_->variant(), position).empty()) continue;
    engine->new_game();
    const Game game(database_->variant(), {.position = position});
    const Score score = engine->think(game, {7, {}, {}}).lines.front().score;
    if (is_known_win(score)) {
      EXPECT_EQ(expected->value, Value::kWin);
    }
    if (is_known_loss(score)) {
      EXPECT_EQ(expected->value, Value::kLoss);
    }
    if (const auto plies = plies_to_end(score)) {
      EXPECT_GE(*plies, expected->distance);
    }
    if (expected->value == Value::kDraw || expected->distance > 5) continue;
    ++near;
    found += is_decided(score);
  }
  EXPECT_EQ(found, near);
  EXPECT_GT(near, 50);
}

TEST_F(EngineWithDatabase, TellsOnceWhatIsMissing) {
  const TemporaryDirectory partial;
  // Only the largest subspace: nothing that a capture leads to.
  std::filesystem::copy(database_->directory() / "3-3.value", partial.path() / "3-3.value");
  auto prober = Prober::open(partial.path(), database_->variant());
  ASSERT_TRUE(succeeds(prober));
  auto engine = Engine::create(database_->variant(),
                               {.prober = std::make_shared<const Prober>(std::move(*prober))});
  ASSERT_TRUE(succeeds(engine));
  std::vector<std::string> told;
  const Game game(database_->variant());  // all stones in hand: no file
  for (int i = 0; i < 2; ++i)
    engine->think(game, {2, {}, {}}, {}, [&](std::string_view text) { told.emplace_back(text); });
  ASSERT_EQ(told.size(), 1U);
  EXPECT_THAT(told.front(), ::testing::HasSubstr("searching instead"));
}

TEST_F(EngineWithDatabase, NeverDisagreesWithAProbeWhenItSearches) {
  // A root whose turns are not all on file: the search itself has to come to the right value. The
  // file of 3-3 alone answers at every leaf of three stones per side.
  const auto prober = open();
  const MoveMaker moves(database_->variant());
  const FeatureEvaluation evaluation(moves, kDefaultWeights);
  for (const int probe_depth : {0, 2, 9}) {
    const LeafDatabase leaves(prober, probe_depth);
    for (const Position& position : database_->positions()) {
      const auto actions = generate_actions(database_->variant(), position);
      if (actions.empty()) continue;
      const auto value = prober->value(position);
      ASSERT_TRUE(succeeds(value));
      TranspositionTable table(1 << 16);
      std::atomic<bool> stop{false};
      SearchContext context{moves, evaluation};
      context.table = &table;
      context.database = &leaves;
      context.stop = &stop;
      SearchWorker worker(context);
      worker.set_root(Game(database_->variant(), {.position = position}), actions);
      const Score score = search_to_depth(worker, Algorithm::kPvs, 4);
      const Value found = is_known_win(score)    ? Value::kWin
                          : is_known_loss(score) ? Value::kLoss
                                                 : Value::kDraw;
      EXPECT_EQ(found, *value) << score << shown(database_->variant(), position);
    }
  }
}

TEST_F(EngineWithDatabase, RefusesADatabaseOfOtherRules) {
  const auto engine = Engine::create(nine_mens_morris(), {.prober = open()});
  EXPECT_TRUE(fails_with(engine, ErrorCode::kWrongRules, "other rules"));
}

}  // namespace
}  // namespace mill
