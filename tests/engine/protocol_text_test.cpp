#include "engine/protocol/protocol_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "game/notation.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ProtocolText, CountsMatesInFullMovesOfBothSides) {
  EXPECT_EQ(score_text(mate_in(1)), "mate 1");
  EXPECT_EQ(score_text(mate_in(3)), "mate 2");
  EXPECT_EQ(score_text(mate_in(31)), "mate 16");
  EXPECT_EQ(score_text(mated_in(0)), "mate 0");
  EXPECT_EQ(score_text(mated_in(2)), "mate -1");
  EXPECT_EQ(score_text(mated_in(30)), "mate -15");
}

TEST(ProtocolText, TellsOtherScoresInHundredths) {
  EXPECT_EQ(score_text(0), "cp 0");
  EXPECT_EQ(score_text(-120), "cp -120");
  EXPECT_EQ(score_text(kKnownWin - 4), "cp 19996");
  EXPECT_EQ(score_text(-kKnownWin), "cp -20000");
}

TEST(ProtocolText, SplitsAtBlanksOfAnyKind) {
  EXPECT_THAT(split_words("  go\tdepth  5 \r"), ElementsAre("go", "depth", "5"));
  EXPECT_THAT(split_words(" \r\n"), IsEmpty());
  EXPECT_THAT(split_words(""), IsEmpty());
}

TEST(ProtocolText, KeepsBlanksWithinTheValueOfAnOption) {
  const std::string line = "name Move  Overhead value  a  b c ";
  const auto request = parse_setoption(split_words(line));
  ASSERT_TRUE(succeeds(request));
  EXPECT_EQ(request->name, "Move Overhead");
  EXPECT_EQ(request->value, "a  b c");
}

TEST(ProtocolText, ReadsAllLimitsOfASearch) {
  const auto request = parse_go(
      split_words("depth 7 nodes 8 movetime 9 wtime 10 btime -11 winc 12 binc 13 movestogo 14 "
                  "infinite"));
  ASSERT_TRUE(succeeds(request));
  EXPECT_TRUE(request->infinite);
  EXPECT_EQ(request->depth, 7);
  EXPECT_EQ(request->nodes, 8);
  EXPECT_EQ(request->move_time, milliseconds(9));
  EXPECT_THAT(request->time, ElementsAre(milliseconds(10), milliseconds(-11)));
  EXPECT_THAT(request->increment, ElementsAre(milliseconds(12), milliseconds(13)));
  EXPECT_EQ(request->moves_to_go, 14);
}

TEST(ProtocolText, WritesALineOfAReport) {
  const Variant variant = nine_mens_morris();
  const Board& board = *variant.board;
  const auto action = [&](std::string_view text) { return *parse_action(board, text); };
  SearchReport report;
  report.depth = 5;
  report.selective_depth = 9;
  report.lines = {{20, {action("d6"), action("f4")}}, {-10, {action("xa1")}}};
  report.nodes = 3000;
  report.table_hits = 4;
  report.hash_permille = 17;
  report.time = milliseconds(1500);
  EXPECT_EQ(
      info_line(board, report, 0),
      "info depth 5 seldepth 9 multipv 1 score cp 20 nodes 3000 nps 2000 hashfull 17 tbhits 4 "
      "time 1500 pv d6 f4");
  EXPECT_EQ(info_line(board, report, 1),
            "info depth 5 seldepth 9 multipv 2 score cp -10 nodes 3000 nps 2000 hashfull 17 "
            "tbhits 4 time 1500 pv xa1");
}

TEST(ProtocolText, WritesAnAnalysis) {
  const Variant variant = nine_mens_morris();
  const auto value = [&](std::string_view text, Score score) {
    return ActionValue{*parse_action(*variant.board, text), score};
  };
  std::vector<ActionValue> values = {value("d6", mate_in(5)),  value("f4", kKnownWin),
                                     value("a1-a4", 20),       value("xg7", -30),
                                     value("b6", mated_in(4)), value("b4", 0)};
  values[0].value = values[1].value = Value::kWin;
  values[0].distance = 5;
  values[4].value = Value::kLoss;
  values[4].distance = 4;
  values[5].is_known = false;
  EXPECT_EQ(analysis_line(*variant.board, values),
            "info analysis d6=win(29995 in 5 steps) f4=win(20000) a1-a4=advantage(20) "
            "xg7=disadvantage(-30) b6=loss(-29996 in 4 steps) b4=unknown(0)");
}

}  // namespace
}  // namespace mill
