#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/suite/drawing.h"
#include "tests/engine/shipped_match.h"
#include "tests/prober/solved_database.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kFlying =
    "OO******/@O@*@***/@******* w m s 3 0 4 0 0 0 0 0 0 0 0 56 91; bm f6-c5xf4; value win; "
    "theme flying";

TEST(TestPositions, AreReadAsTheyAreWritten) {
  const Variant variant = nine_mens_morris();
  const auto tests =
      parse_test_positions(variant, fmt::format("# a comment\n\n{}\n", kFlying), "x");
  ASSERT_TRUE(succeeds(tests));
  ASSERT_EQ(tests->size(), 1U);
  EXPECT_EQ(tests->front().value, Value::kWin);
  EXPECT_EQ(tests->front().theme, Theme::kFlying);
  EXPECT_EQ(test_position_text(variant, tests->front()), kFlying);
}

TEST(TestPositions, AreRefusedWithTheLineThatIsWrong) {
  const Variant variant = nine_mens_morris();
  const auto refused = [&](std::string_view line) {
    const auto tests = parse_test_positions(variant, fmt::format("\n{}\n", line), "suite.epd");
    return tests ? std::string("read") : tests.error().message;
  };
  const std::string position = "OO******/@O@*@***/@******* w m s 3 0 4 0 0 0 0 0 0 0 0 56 91";
  EXPECT_THAT(refused(position), HasSubstr("suite.epd:2: no best turn"));
  EXPECT_THAT(refused(position + "; bm a1-a4"), HasSubstr("suite.epd:2: "));
  EXPECT_THAT(refused(position + "; bm f6-c5xf4; value won"), HasSubstr("no value 'won'"));
  EXPECT_THAT(refused(position + "; bm f6-c5xf4; theme chess"), HasSubstr("no theme 'chess'"));
  EXPECT_THAT(refused(position + "; am f6-c5xf4"), HasSubstr("no operation 'am'"));
  EXPECT_THAT(refused("OO; bm f6"), HasSubstr("suite.epd:2: "));
  EXPECT_THAT(refused("# nothing"), HasSubstr("no test position"));
}

/// From the positions with three stones per side, all of which fly, by an engine without a network.
class Drawing : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    database_ = new SolvedDatabase(*find_variant("lasker-morris"), {3, 3, 0, 0});
  }
  static void TearDownTestSuite() { delete database_; }

  static std::shared_ptr<const Prober> open() {
    auto prober = Prober::open(database_->directory(), database_->variant());
    EXPECT_TRUE(succeeds(prober));
    return std::make_shared<const Prober>(std::move(*prober));
  }

  Drawing() {
    options_.count = 8;
    options_.missed = 0.5;
    options_.limits.nodes = 4000;
    options_.themes = {Theme::kFlying};
  }

  static SolvedDatabase* database_;
  const std::shared_ptr<const Prober> prober_ = open();
  DrawingOptions options_;
};
SolvedDatabase* Drawing::database_ = nullptr;

TEST_F(Drawing, KnowsTheTurnsThatKeepTheValue) {
  const auto drawn = draw_test_positions(*prober_, options_);
  ASSERT_TRUE(succeeds(drawn));
  EXPECT_FALSE(drawn->empty());
  bool missed_any = false, solved_any = false;
  for (const auto& [test, missed] : *drawn) {
    missed_any |= missed;
    solved_any |= !missed;
    const auto report = prober_->probe(test.position.position);
    ASSERT_TRUE(succeeds(report));
    EXPECT_EQ(report->value, test.value);
    EXPECT_NE(test.value, Value::kLoss);
    std::size_t keeping = 0;
    for (const RankedTurn& each : report->turns) {
      keeping += each.value == test.value;
      EXPECT_EQ(solves(test, each.turn), each.value == test.value);
    }
    EXPECT_EQ(test.best.size(), keeping);
    EXPECT_LE(4 * keeping, report->turns.size());
  }
  EXPECT_TRUE(missed_any && solved_any);
}

TEST_F(Drawing, FollowsFromTheSeed) {
  const auto texts = [&] {
    std::vector<std::string> lines;
    const auto drawn = draw_test_positions(*prober_, options_);
    EXPECT_TRUE(succeeds(drawn));
    for (const DrawnPosition& each : *drawn)
      lines.push_back(test_position_text(prober_->variant(), each.test));
    return lines;
  };
  const auto once = texts();
  EXPECT_EQ(texts(), once);
  options_.seed = 2;
  EXPECT_NE(texts(), once);
}

TEST(DrawingOfAWholeGame, BeginsWithThePositionsItIsGiven) {
  const auto prober = shipped_prober();
  DrawingOptions options;
  options.count = 1;
  options.themes = {Theme::kPlacing};
  options.limits.nodes = 60;
  // The centre alone wins: one of nine points.
  TextPosition start;
  start.position = start_position(prober->variant());
  options.given = {start};
  const auto drawn = draw_test_positions(*prober, options);
  ASSERT_TRUE(succeeds(drawn));
  EXPECT_EQ(test_position_text(prober->variant(), drawn->front().test),
            "********/* w p p 0 3 0 3 0 0 0 0 0 0 0 0 1; bm b2; value win; theme placing");
  const auto lost =
      parse_position_text(prober->variant(), "********/O b p p 1 2 0 3 0 0 0 0 0 0 0 0 1");
  ASSERT_TRUE(succeeds(lost));
  options.given = {*lost};
  EXPECT_TRUE(
      fails_with(draw_test_positions(*prober, options), ErrorCode::kInvalidArgument, "is lost"));
}

TEST_F(Drawing, EndsWhenAsked) {
  const std::atomic<bool> stop{true};
  EXPECT_TRUE(fails_with(draw_test_positions(*prober_, options_, {stop, {}}),
                         ErrorCode::kInterrupted, "stopped"));
}

TEST(Solving, PlaysTheWholeTurn) {
  // White closes a line and takes the third-last stone: both actions belong to the turn.
  const Variant variant = nine_mens_morris();
  auto engine = Engine::create(variant);
  ASSERT_TRUE(succeeds(engine));
  const TextPosition start{.position = placed(variant, "a1 a7 b4 f4", "g1 g4 b6")};
  const Turn turn = turn_of_engine(*engine, start, {6, {}, {}});
  EXPECT_NE(turn.removed, 0U);
  EXPECT_TRUE(solves({start, Theme::kMoving, Value::kWin, {turn}}, turn));
  EXPECT_FALSE(solves({start, Theme::kMoving, Value::kWin, {Turn{}}}, turn));
}

}  // namespace
}  // namespace mill
