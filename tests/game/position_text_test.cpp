#include "game/position_text.h"

#include <gtest/gtest.h>

#include <random>

#include "game/moves.h"
#include "game/notation.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

constexpr std::string_view kStart = "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1";
constexpr std::string_view kPlacing = "********/O*@*****/******** w p p 1 8 1 8 0 0 0 0 0 0 0 0 2";
constexpr std::string_view kRemoval = "********/********/OO**@@*O w p r 3 6 2 7 1 0 0 0 0 0 0 0 3";
constexpr std::string_view kAfterRemoval =
    "********/********/OO**@**O b p p 3 6 1 7 0 0 0 0 0 0 0 0 3";
constexpr std::string_view kMoving = "O@O*****/*****@*O/**@***** w m s 3 0 3 0 0 0 0 0 0 0 0 3 20";

class PositionText : public ::testing::Test {
 protected:
  Position read(std::string_view text) const { return position_from(variant_, text); }

  ::testing::AssertionResult refuses(std::string_view text, std::string_view message,
                                     ErrorCode code = ErrorCode::kInvalidArgument) const {
    return fails_with(parse_position_text(variant_, text), code, message) << " for " << text;
  }

  const Variant variant_ = nine_mens_morris();
};

TEST_F(PositionText, IsWrittenAsItWasRead) {
  for (std::string_view text : {kStart, kPlacing, kRemoval, kAfterRemoval, kMoving}) {
    const Result<TextPosition> position = parse_position_text(variant_, text);
    ASSERT_TRUE(succeeds(position)) << text;
    EXPECT_EQ(position_text(variant_, *position), text);
  }
}

TEST_F(PositionText, OfTheNewerDialectIsWrittenAsItWasRead) {
  for (std::string_view text :
       {"********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
        "O@O*****/*****@*O/**@***** b m s 3 0 3 0 0 0 -1 -1 -1 -1 0 3 20 ids:nodes"}) {
    const Result<TextPosition> position = parse_position_text(variant_, text);
    ASSERT_TRUE(succeeds(position)) << text;
    EXPECT_EQ(position->dialect, TextDialect::kNodes);
    EXPECT_EQ(position_text(variant_, *position), text);
  }
}

TEST_F(PositionText, MeansThePositionThatTheMovesLeadTo) {
  Position position = start_position(variant_);
  EXPECT_EQ(read(kStart), position);
  const auto play = [&](std::string_view action) {
    position = apply(variant_, position, *parse_action(*variant_.board, action));
  };
  play("d6");
  play("f4");
  EXPECT_EQ(read(kPlacing), position);
  position = start_position(variant_);
  for (std::string_view action : {"d7", "a1", "g7", "d1", "a7"}) play(action);
  EXPECT_EQ(read(kRemoval), position);
  play("xa1");
  EXPECT_EQ(read(kAfterRemoval), position);
}

TEST_F(PositionText, SeesThePositionFromTheSideToMove) {
  const Position white = read("O*******/********/@@****** w p p 1 5 2 6 0 0 0 0 0 0 0 0 4");
  EXPECT_EQ(white, placed(variant_, "d5", "d7 g7", 5, 6));
  const Position black = read("O*******/********/@@****** b p p 1 5 2 6 0 0 0 0 0 0 0 0 4");
  EXPECT_EQ(black, turned(white));
  const TextPosition text_position =
      *parse_position_text(variant_, "O*******/********/@@****** b p p 1 5 2 6 0 0 0 0 0 0 0 7 4");
  EXPECT_EQ(text_position.white(), white.own);
  EXPECT_EQ(text_position.black(), white.opponent);
  EXPECT_EQ(text_position.side, Side::kBlack);
  EXPECT_EQ(text_position.rule50, 7);
  EXPECT_EQ(text_position.fullmove, 4);
}

TEST_F(PositionText, OfEveryKindOfPositionReadsBack) {
  for (Side side : {Side::kWhite, Side::kBlack})
    for (TextDialect dialect : {TextDialect::kClassic, TextDialect::kNodes})
      for (const Position& position :
           {start_position(variant_), placed(variant_, "a1 d7 e4", "b2 b4 b6"),
            placed(variant_, "a7 g7 a1 g1", "d7 a4 g4 d1"), placed(variant_, "a7 g7", "d7 a4 g4"),
            placed(variant_, "a1 d7 e4 b2", "d6 c5 f2", 0, 1), read(kRemoval)}) {
        const TextPosition text_position{position, side, 5, 17, dialect};
        const std::string text = position_text(variant_, text_position);
        const Result<TextPosition> back = parse_position_text(variant_, text);
        ASSERT_TRUE(succeeds(back)) << text;
        EXPECT_EQ(*back, text_position) << text;
      }
}

TEST_F(PositionText, OfAFinishedGameMaySayOverOrNotYet) {
  for (std::string_view stage : {"o ?", "m s"}) {
    const auto text =
        fmt::format("********/********/O@O@O@O@ b {} 4 0 4 0 0 0 0 0 0 0 0 0 9", stage);
    EXPECT_EQ(status(variant_, read(text)), Status::kBlocked);
  }
}

TEST_F(PositionText, OfAnUntouchedGameMayBeReady) {
  EXPECT_EQ(read("********/********/******** w r p 0 9 0 9 0 0 0 0 0 0 0 0 1"),
            start_position(variant_));
}

TEST_F(PositionText, OfBoardAndSideAloneHasEmptyHands) {
  EXPECT_EQ(read("O@O*****/*****@*O/**@***** w"), read(kMoving));
  EXPECT_EQ(read(" O@O*****/*****@*O/**@*****  b\n"), turned(read(kMoving)));
  EXPECT_TRUE(refuses("OOOOOOOO/OO******/******** w", "field 'board': found 10 stones of White"));
  EXPECT_TRUE(refuses("********/********/******** x", "field 'side': found 'x'"));
}

TEST_F(PositionText, WithAWrongBoardIsRefused) {
  const auto with_board = [](std::string_view board) {
    return fmt::format("{} w m s 3 0 3 0 0 0 0 0 0 0 0 3 20", board);
  };
  EXPECT_TRUE(refuses(with_board("O@O*****/*****@*O"), "field 'board': found 2 parts"));
  EXPECT_TRUE(refuses(with_board("O@O*****/*****@*O/**@*****/"), "field 'board': found 4 parts"));
  EXPECT_TRUE(refuses(with_board("O@O*****/*****@*O/**@****"),
                      "field 'board': part 3 has 7 points, expected 8"));
  EXPECT_TRUE(refuses(with_board("O@O******/*****@*O/**@*****"),
                      "field 'board': part 1 has 9 points, expected 8"));
  EXPECT_TRUE(refuses(with_board("O@O*****/*****#*O/**@*****"), "field 'board': found '#' on b2"));
  EXPECT_TRUE(refuses(with_board("o@O*****/*****@*O/**@*****"), "field 'board': found 'o' on d5"));
  EXPECT_TRUE(refuses(with_board("O@O****X/*****@*O/**@*****"),
                      "field 'board': found a marked point X on c5", ErrorCode::kUnsupportedRule));
}

/// kMoving with one of its fields replaced.
std::string moving_with(std::size_t field, std::string_view value) {
  std::string result;
  std::size_t index = 0;
  for (std::size_t start = 0; start <= kMoving.size();) {
    const std::size_t end = std::min(kMoving.find(' ', start), kMoving.size());
    if (index > 0) result += ' ';
    result += index == field ? value : kMoving.substr(start, end - start);
    start = end + 1;
    ++index;
  }
  return result;
}

TEST_F(PositionText, WithAnyWrongFieldIsRefusedByItsName) {
  struct Wrong {
    std::size_t field;
    std::string_view value, message;
  };
  const Wrong wrong[] = {
      {1, "W", "field 'side': found 'W', expected one of w b"},
      {1, "wb", "field 'side': found 'wb'"},
      {2, "x", "field 'phase': found 'x', expected one of r p m o n"},
      {2, "p", "field 'phase': found 'p', expected 'm'"},
      {2, "r", "field 'phase': found 'r', expected 'm'"},
      {2, "n", "field 'phase': found 'n', expected 'm'"},
      {2, "o", "field 'phase': found 'o', expected 'm', as the side to move can act"},
      {3, "m", "field 'action': found 'm', expected one of p s r ?"},
      {3, "r", "field 'action': found 'r', expected 's' or 'p'"},
      {3, "?", "field 'action': found '?', expected 's'"},
      {4, "4", "field 'Won': found 4, expected 3, the stones of White on the board"},
      {4, "-3", "field 'Won': found '-3', expected a number from 0"},
      {4, "3x", "field 'Won': found '3x'"},
      {5, "7", "field 'Whand': found 7, expected at most 6"},
      {5, "x", "field 'Whand': found 'x'"},
      {6, "2", "field 'Bon': found 2, expected 3, the stones of Black on the board"},
      {7, "7", "field 'Bhand': found 7, expected at most 6"},
      {8, "1x", "field 'Wrem': found '1x'"},
      {9, "1", "field 'Brem': found 1, expected 0, since White is to move"},
      {15, "-1", "field 'rule50': found '-1', expected a number from 0"},
      {15, "99999999999", "field 'rule50': found '99999999999'"},
      {16, "0", "field 'fullmove': found '0', expected a number from 1"},
      {16, "1.5", "field 'fullmove': found '1.5'"},
  };
  for (const Wrong& entry : wrong)
    EXPECT_TRUE(refuses(moving_with(entry.field, entry.value), entry.message));
}

TEST_F(PositionText, ThatNeedsAnUnsupportedRuleIsRefusedByTheRulesName) {
  const ErrorCode code = ErrorCode::kUnsupportedRule;
  EXPECT_TRUE(refuses(moving_with(8, "2"), "field 'Wrem': found 2", code));
  EXPECT_TRUE(refuses(moving_with(9, "-1"),
                      "field 'Brem': found -1, own stones to remove, which needs "
                      "millFormationActionInPlacingPhase 5",
                      code));
  const std::string_view points[] = {"Wfrom", "Wto", "Bfrom", "Bto"};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_TRUE(refuses(moving_with(10 + i, "12"),
                        fmt::format("field '{}': found 12, expected 0 (none), "
                                    "since restrictRepeatedMillsFormation is off",
                                    points[i]),
                        code));
    EXPECT_EQ(read(moving_with(10 + i, "-1")), read(kMoving)) << "no point in any dialect";
  }
  EXPECT_TRUE(refuses(moving_with(14, "7"), "field 'mills': found 7", code));
  EXPECT_TRUE(refuses("********/********/******** w p p 0 9 0 9 0 0 -1 0 -1 -1 0 0 1 ids:nodes",
                      "field 'Wto': found 0, expected -1 (none)", code));
}

TEST_F(PositionText, WithAMissingFieldIsRefusedByItsName) {
  EXPECT_TRUE(refuses("", "field 'board' is missing: found 0 fields, expected 17"));
  const std::string_view fields[] = {"board", "side",  "phase", "action", "Won",     "Whand",
                                     "Bon",   "Bhand", "Wrem",  "Brem",   "Wfrom",   "Wto",
                                     "Bfrom", "Bto",   "mills", "rule50", "fullmove"};
  std::string text(kMoving);
  for (std::size_t field = 16; field > 2; --field) {
    text.erase(text.rfind(' '));
    EXPECT_TRUE(
        refuses(text, fmt::format("field '{}' is missing: found {} fields", fields[field], field)));
  }
  EXPECT_TRUE(refuses("O@O*****/*****@*O/**@*****", "field 'side' is missing"));
  EXPECT_TRUE(refuses("O@O*****/*****@*O/**@***** w s 3 0 3 0 0 0 0 0 0 0 0 3 20",
                      "field 'phase': found 's'"))
      << "a field left out in the middle";
}

TEST_F(PositionText, WithASurplusFieldIsRefused) {
  EXPECT_TRUE(refuses(fmt::format("{} 5", kMoving), "found '5' after it"));
  EXPECT_TRUE(refuses(fmt::format("{} ids:squares", kMoving), "found 'ids:squares' after it"));
  EXPECT_TRUE(refuses("********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes 1",
                      "found '1' after it"));
}

TEST_F(PositionText, WithARemovalThatCannotBeIsRefused) {
  EXPECT_TRUE(refuses("********/********/OO*****O w p r 3 6 0 7 1 0 0 0 0 0 0 0 3",
                      "field 'Wrem': found 1, expected 0, since there is no stone to take"));
  EXPECT_TRUE(refuses("********/********/OO**@@*O w p p 3 6 2 7 1 0 0 0 0 0 0 0 3",
                      "field 'action': found 'p', expected 'r'"));
}

TEST_F(PositionText, OfOtherBoardsFollowsTheirData) {
  const Variant three = three_mens_morris();
  const std::string_view text = "O*@/***/*** w p p 1 2 1 2 0 0 0 0 0 0 0 0 2";
  const Result<TextPosition> position = parse_position_text(three, text);
  ASSERT_TRUE(succeeds(position));
  EXPECT_EQ(position->position, placed(three, "a3", "c3", 2, 2));
  EXPECT_EQ(position_text(three, *position), text);
  EXPECT_TRUE(fails_with(parse_position_text(three, kStart), ErrorCode::kInvalidArgument,
                         "field 'board': part 1 has 8 points, expected 3"));
  EXPECT_TRUE(fails_with(parse_position_text(three, "OO*/OO*/*** w m s 4 0 0 0 0 0 0 0 0 0 0 0 2"),
                         ErrorCode::kInvalidArgument,
                         "field 'Won': found 4 stones of White, expected at most 3"));
}

TEST_F(PositionText, HasSeveralRemovalsWhereSeveralStonesMayBeTaken) {
  Variant variant = nine_mens_morris();
  const std::string_view text = "********/********/OO@@@*OO w p r 4 5 3 6 2 0 0 0 0 0 0 0 5";
  EXPECT_TRUE(fails_with(parse_position_text(variant, text), ErrorCode::kUnsupportedRule,
                         "mayRemoveMultiple is off"));
  variant.rules.remove_multiple = true;
  const auto parsed = parse_position_text(variant, text);
  ASSERT_TRUE(succeeds(parsed));
  EXPECT_EQ(parsed->position.removals, 2);
  EXPECT_EQ(position_text(variant, *parsed), text);
  std::string more(text);
  more.replace(more.find(" 2 0 0"), 6, " 3 0 0");
  EXPECT_TRUE(fails_with(parse_position_text(variant, more), ErrorCode::kInvalidArgument,
                         "field 'Wrem': found 3, expected at most 2"));
}

TEST_F(PositionText, MaySayPlaceOrSelectWhereBothAreAllowed) {
  Variant variant = nine_mens_morris();
  const std::string_view text = "********/O*@*****/******** w p s 1 8 1 8 0 0 0 0 0 0 0 0 2";
  EXPECT_TRUE(fails_with(parse_position_text(variant, text), ErrorCode::kInvalidArgument,
                         "field 'action'"));
  variant.rules.move_while_placing = true;
  EXPECT_TRUE(succeeds(parse_position_text(variant, text)));
}

TEST_F(PositionText, OfAnotherBoardHasItsGroups) {
  for (const auto& [name, text] :
       {std::pair("three-mens-morris", "O@******/* w p p 1 2 1 2 0 0 0 0 0 0 0 0 2"),
        std::pair("six-mens-morris", "OO******/@******* b p p 2 4 1 5 0 0 0 0 0 0 0 0 2"),
        std::pair("seven-mens-morris", "OOO*****/@@@*****/O w m s 4 0 3 0 0 0 0 0 0 0 0 0 9"),
        std::pair("twelve-mens-morris",
                  "********/********/******** w p p 0 12 0 12 0 0 0 0 0 0 0 0 1")}) {
    const Variant variant = find_variant(name).value();
    const Result<TextPosition> position = parse_position_text(variant, text);
    ASSERT_TRUE(succeeds(position)) << text;
    EXPECT_EQ(position_text(variant, *position), text);
  }
  const Variant seven = find_variant("seven-mens-morris").value();
  const Position centre = position_from(seven, "OOO*****/@@@*****/O w");
  EXPECT_EQ(centre, placed(seven, "c4 d4 d3 c3", "c5 e5 e3"));
}

TEST_F(PositionText, MayLeaveOutTheSlashes) {
  EXPECT_EQ(read("O@O**********@*O**@***** w"), read("O@O*****/*****@*O/**@***** w"));
  EXPECT_TRUE(refuses("O@O**********@*O**@**** w", "found 1 part between slashes, expected 3"));
}

/// What another program writes, and what this one makes of it.
struct Foreign {
  std::string_view variant;
  std::vector<RuleField> changes;
  std::string_view text, ours;
};

TEST(ForeignPositionText, MeansThePositionThatOtherProgramsMean) {
  const Foreign foreign[] = {
      // The last placement has closed a mill: it is the placing phase until the stone is taken.
      {"nine-mens-morris",
       {},
       "OO@*@*O*/O***O*@*/OO@@@O@O w p r 9 0 7 0 1 0 0 0 0 0 0 0 9",
       "OO@*@*O*/O***O*@*/OO@@@O@O w m r 9 0 7 0 1 0 0 0 0 0 0 0 9"},
      // The action of a moving position.
      {"nine-mens-morris",
       {},
       "@O****O*/*****O*@/*@****@@ b m p 3 0 5 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
       "@O****O*/*****O*@/*@****@@ b m s 3 0 5 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes"},
      {"nine-mens-morris",
       {},
       "********/********/******** w r ? 0 9 0 9 0 0 0 0 0 0 0 0 1",
       "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1"},
      {"nine-mens-morris",
       {},
       "********/********/******** w n p 0 9 0 9 0 0 0 0 0 0 0 0 1",
       "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1"},
      // The phase is that of the side to move, whatever the other has in hand.
      {"lasker-morris",
       {},
       "O*O*****/O*******/@@****** w m s 3 0 2 4 0 0 0 0 0 0 0 0 9",
       "O*O*****/O*******/@@****** w m s 3 0 2 4 0 0 0 0 0 0 0 0 9"},
      {"lasker-morris",
       {},
       "O*O*****/O*******/@@****** w p s 3 0 2 4 0 0 0 0 0 0 0 0 9",
       "O*O*****/O*******/@@****** w m s 3 0 2 4 0 0 0 0 0 0 0 0 9"},
      {"lasker-morris",
       {},
       "O*O*****/O*******/@@****** w m p 3 5 2 6 0 0 0 0 0 0 0 0 9",
       "O*O*****/O*******/@@****** w p p 3 5 2 6 0 0 0 0 0 0 0 0 9"},
      {"lasker-morris",
       {},
       "OOO*****/O*******/@@****** w m r 4 0 2 4 1 0 0 0 0 0 0 0 9",
       "OOO*****/O*******/@@****** w p r 4 0 2 4 1 0 0 0 0 0 0 0 9"},
      {"dooz",
       {},
       "O*O*****/O*******/@@****** w m s 3 0 2 4 0 0 0 0 0 0 0 0 9",
       "O*O*****/O*******/@@****** w m s 3 0 2 4 0 0 0 0 0 0 0 0 9"},
      {"dooz",
       {},
       "********/********/OO**@@*O b p p 3 6 2 6 0 0 -1 -1 -1 -1 0 0 3 ids:nodes",
       "********/********/OO**@@*O b p p 3 6 2 6 0 0 -1 -1 -1 -1 0 0 3 ids:nodes"},
      // A blocked side takes a stone: it is counted as due.
      {"nine-mens-morris",
       {{"stalemateAction", "2"}},
       "@*******/********/@O@O@O@O w m r 4 0 5 0 1 0 -1 -1 -1 -1 0 0 5 ids:nodes s:1",
       "@*******/********/@O@O@O@O w m s 4 0 5 0 0 0 -1 -1 -1 -1 0 0 5 ids:nodes"},
      {"nine-mens-morris",
       {{"stalemateAction", "2"}},
       "@*******/********/@O@O@O@O w m r 4 0 5 0 1 0 0 0 0 0 0 0 5",
       "@*******/********/@O@O@O@O w m r 4 0 5 0 1 0 0 0 0 0 0 0 5"},
      {"nine-mens-morris",
       {{"stalemateAction", "3"}},
       "@*******/********/@O@O@O@O w m r 4 0 5 0 1 0 0 0 0 0 0 0 5",
       "@*******/********/@O@O@O@O w m s 4 0 5 0 0 0 0 0 0 0 0 0 5"},
      {"nine-mens-morris",
       {{"stalemateAction", "3"}},
       "@*******/********/@O@O@O@O w p r 4 0 5 0 1 0 0 0 0 0 0 0 5",
       "@*******/********/@O@O@O@O w p r 4 0 5 0 1 0 0 0 0 0 0 0 5"},
      // A blocked side takes a stone, then the other side.
      {"nine-mens-morris",
       {{"stalemateAction", "5"}},
       "@*******/********/@O@O@O@O w m r 4 0 5 0 1 0 -1 -1 -1 -1 0 0 5 ids:nodes s:2",
       "@*******/********/@O@O@O@O w m s 4 0 5 0 0 0 -1 -1 -1 -1 0 0 5 ids:nodes"},
      {"nine-mens-morris",
       {{"stalemateAction", "5"}},
       "@*******/********/*O@O@O@O b m r 4 0 4 0 0 1 -1 -1 -1 -1 0 0 5 ids:nodes s:1",
       "@*******/********/*O@O@O@O b m r 4 0 4 0 0 1 -1 -1 -1 -1 0 0 5 ids:nodes s:1"},
      {"nine-mens-morris",
       {{"stalemateAction", "5"}},
       "@*******/********/*O@O@O@O b m r 4 0 4 0 0 1 0 0 0 0 0 0 5 s:1",
       "@*******/********/*O@O@O@O b m r 4 0 4 0 0 1 0 0 0 0 0 0 5 s:1"},
      // Both sides take a stone off a full board.
      {"twelve-mens-morris",
       {{"boardFullAction", "1"}},
       "@O@O@O@O/O@O@O@O@/@O@O@O@O w m r 12 0 12 0 1 1 0 0 0 0 0 0 13",
       "@O@O@O@O/O@O@O@O@/@O@O@O@O w m s 12 0 12 0 0 0 0 0 0 0 0 0 13"},
      {"twelve-mens-morris",
       {{"boardFullAction", "1"}},
       "@O@O@O@O/O@O@O@O@/*O@O@O@O b m r 12 0 11 0 0 1 0 0 0 0 0 0 13",
       "@O@O@O@O/O@O@O@O@/*O@O@O@O b m r 12 0 11 0 0 1 0 0 0 0 0 0 13"},
      {"twelve-mens-morris",
       {{"boardFullAction", "3"}},
       "@O@O@O@O/O@O@O@O@/@O@O@O@O w m r 12 0 12 0 1 0 0 0 0 0 0 0 13",
       "@O@O@O@O/O@O@O@O@/@O@O@O@O w m s 12 0 12 0 0 0 0 0 0 0 0 0 13"},
      {"twelve-mens-morris",
       {{"boardFullAction", "1"}},
       "@@@O@O@O/@O@OO@O@/@OOO@@O* w p p 11 1 12 0 0 0 -1 -1 -1 -1 0 0 5 ids:nodes",
       "@@@O@O@O/@O@OO@O@/@OOO@@O* w p p 11 1 12 0 0 0 -1 -1 -1 -1 0 0 5 ids:nodes"},
      // The side that has won by taking a stone is left to move.
      {"nine-mens-morris",
       {},
       "OOO*****/********/@@****** w o ? 3 0 2 0 0 0 0 0 0 0 0 0 30",
       "OOO*****/********/@@****** b o ? 3 0 2 0 0 0 0 0 0 0 0 0 30"},
      {"nine-mens-morris",
       {},
       "OOO*****/********/@@****** b o s 3 0 2 0 0 0 0 0 0 0 0 0 30",
       "OOO*****/********/@@****** b o ? 3 0 2 0 0 0 0 0 0 0 0 0 30"},
  };
  for (const Foreign& entry : foreign) {
    const Variant variant = find_variant(entry.variant, entry.changes).value();
    const auto position = parse_position_text(variant, entry.text);
    ASSERT_TRUE(succeeds(position)) << entry.text;
    EXPECT_EQ(position_text(variant, *position), entry.ours);
  }
}

TEST_F(PositionText, MovesWithStonesInHandOnlyWhereTheRulesLetIt) {
  EXPECT_TRUE(refuses("O*O*****/O*******/@@****** w m s 3 0 2 4 0 0 0 0 0 0 0 0 9",
                      "field 'phase': found 'm', expected 'p'"));
  EXPECT_TRUE(refuses("O*O*****/O*******/@@****** w m s 3 5 2 6 0 0 0 0 0 0 0 0 9",
                      "field 'phase': found 'm', expected 'p'"));
  EXPECT_TRUE(refuses("OOO*****/O*******/@@****** w m r 4 5 2 6 1 0 0 0 0 0 0 0 9",
                      "field 'phase': found 'm', expected 'p'"));
}

TEST_F(PositionText, MayEndInFieldsThatSayNothing) {
  const std::string_view texts[] = {"ids:nodes",
                                    "s:0",
                                    "s:1",
                                    "s:2",
                                    "p:-1 ids:nodes",
                                    "ids:nodes s:1 p:7",
                                    "c:w-0-|b-0-",
                                    "ids:nodes i:w-0-|b-0- l:w-0-3.5|b-0-"};
  for (const std::string_view suffixes : texts)
    EXPECT_EQ(read(fmt::format("{} w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 3 20 {}",
                               kMoving.substr(0, kMoving.find(' ')), suffixes)),
              read(kMoving))
        << suffixes;
}

TEST_F(PositionText, EndingInAFieldThatMattersIsRefusedByItsName) {
  const auto with = [](std::string_view suffix) { return fmt::format("{} {}", kMoving, suffix); };
  const ErrorCode rule = ErrorCode::kUnsupportedRule;
  EXPECT_TRUE(refuses(with("c:w-1-3|b-0-"), "but custodianCapture is off", rule));
  EXPECT_TRUE(refuses(with("i:w-2-3.5|b-0-"), "but interventionCapture is off", rule));
  EXPECT_TRUE(refuses(with("l:w-1-9|b-0-"), "but leapCapture is off", rule));
  EXPECT_TRUE(refuses(with("c:x"), "field 'c': found 'x', expected w-N-points|b-N-points"));
  EXPECT_TRUE(refuses(with("c:w-0-|b-0-|"), "field 'c': found"));
  EXPECT_TRUE(refuses(with("p:99"), "field 'p': found '99', expected a number from -1 to 31"));
  EXPECT_TRUE(refuses(with("s:3"), "field 's': found '3', expected a number from 0 to 2"));
  EXPECT_TRUE(refuses(with("s:"), "field 's': found ''"));
  EXPECT_TRUE(refuses(with("s:1 s:1"), "found 's:' twice"));
  EXPECT_TRUE(refuses(with("q:1"), "found 'q:1' after it, expected at most ids:nodes c: i: l:"));
  // A removal that is due to a side that is not blocked, or where blocked sides take none.
  const std::string_view due = "OO******/*******O/@**@**@* w m r 3 0 3 0 1 0 0 0 0 0 0 0 9";
  EXPECT_TRUE(succeeds(parse_position_text(variant_, due)));
  EXPECT_TRUE(refuses(fmt::format("{} s:1", due), "field 's': found 1", rule));
  EXPECT_TRUE(refuses(fmt::format("{} s:2", due), "field 's': found 2", rule));
}

/// Every word that a text may have for phase and action.
std::vector<std::string> all_stages() {
  std::vector<std::string> stages;
  for (const char phase : std::string_view("rpmon"))
    for (const char action : std::string_view("psr?")) stages.push_back({phase, ' ', action});
  return stages;
}

/// The text with other letters for phase and action.
std::string with_stage(const std::string& text, std::string_view stage) {
  std::string result = text;
  const std::size_t side = result.find(' ') + 1;
  return result.replace(side + 2, 3, stage);
}

class PresetText : public ::testing::TestWithParam<std::string> {};

TEST_P(PresetText, HasOneMeaningWhateverPhaseAndActionItIsAcceptedWith) {
  const Variant variant = find_variant(GetParam()).value();
  std::mt19937_64 random(3);
  for (int game = 0; game < 4; ++game) {
    TextPosition now{start_position(variant)};
    for (int step = 0; step < 60; ++step) {
      const std::string text = position_text(variant, now);
      int accepted = 0;
      for (const std::string& stage : all_stages()) {
        auto read = parse_position_text(variant, with_stage(text, stage));
        accepted += read.has_value();
        // Here the phase is what tells.
        if (read && (moves_first(variant.rules, true) || moves_first(variant.rules, false)))
          read->position.goes_on = now.position.goes_on;
        ASSERT_EQ(read.value_or(now), now) << text << " with " << stage;
      }
      ASSERT_GE(accepted, 1) << text;
      ASSERT_TRUE(succeeds(parse_position_text(variant, text))) << text;
      const auto actions = generate_actions(variant, now.position);
      if (actions.empty()) break;
      const Played played = play(variant, now.position, actions[random() % actions.size()]);
      now.position = played.position;
      if (!played.same_side) now.side = other_side(now.side);
    }
  }
}

std::vector<std::string> playable_presets() {
  std::vector<std::string> names;
  for (const Preset& preset : list_presets()) names.push_back(preset.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(EachPreset, PresetText, ::testing::ValuesIn(playable_presets()),
                         [](const auto& name) {
                           std::string result = name.param;
                           std::erase(result, '-');
                           return result;
                         });

}  // namespace
}  // namespace mill
