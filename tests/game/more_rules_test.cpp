// Positions of the rules that this program plays but does not solve, with what may be done in them
// and what it leads to. Source: facts gathered from the running engine of the leading open-source
// mill program.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "base/words.h"
#include "game/notation.h"
#include "game/text_play.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

constexpr std::string_view kNodes = " -1 -1 -1 -1 0 0 5 ids:nodes";

/// A game from some position on.
class PlayedGame {
 public:
  PlayedGame(std::string_view preset, const std::vector<RuleField>& settings,
             const std::string& start, std::string_view actions = "")
      : variant_(find_variant(preset, settings).value()),
        at_(parse_position_text(variant_, start).value()) {
    play(actions);
  }

  PlayedGame& play(std::string_view actions) {
    for (const std::string_view word : split_words(actions)) {
      const Action action = parse_action(*variant_.board, word).value();
      EXPECT_TRUE(is_legal(variant_, at_.position, action)) << word << " in " << text();
      at_ = mill::play(variant_, at_, action);
      // A text read back is the same position, so nothing that the rules remember is lost.
      const auto again = parse_position_text(variant_, text());
      EXPECT_TRUE(again && again->position == at_.position) << text();
    }
    return *this;
  }

  std::string text() const { return position_text(variant_, at_); }

  /// The text up to the removals that are due.
  std::string counts() const {
    const Words words = split_words(held_ = text());
    return fmt::format("{}", fmt::join(words.begin(), words.begin() + 10, " "));
  }

  std::vector<std::string> legal() const {
    std::vector<std::string> tokens;
    for (const Action& action : generate_actions(variant_, at_.position))
      tokens.push_back(action_text(*variant_.board, action));
    std::sort(tokens.begin(), tokens.end());
    return tokens;
  }

  bool is_over() const { return status(variant_, at_.position) != Status::kOpen; }

 private:
  Variant variant_;
  TextPosition at_;
  mutable std::string held_;
};

std::string start_of_nine() {
  return "********/********/******** w p p 0 9 0 9 0 0" + std::string(kNodes);
}
std::string at(std::string_view counts) { return std::string(counts) + std::string(kNodes); }

using Tokens = std::vector<std::string>;

TEST(MoreRules, AMillTakesFromTheHandAndTheSameSideGoesOn) {
  for (const auto& [action, expected] :
       {std::pair("2", "********/********/OO**@@*O w p p 3 6 2 6 0 0"),
        std::pair("1", "********/********/OO**@@*O b p p 3 6 2 6 0 0"),
        std::pair("5", "********/********/OO**@@*O b p p 3 6 2 7 0 0")}) {
    const PlayedGame game("nine-mens-morris", {{"millFormationActionInPlacingPhase", action}},
                          start_of_nine(), "d7 a1 g7 d1 a7");
    EXPECT_EQ(game.counts(), expected);
    EXPECT_EQ(game.legal().size(), 19u);
  }
}

TEST(MoreRules, AStoneTakenWhilePlacingLeavesAMarkedPoint) {
  const PlayedGame game("nine-mens-morris", {{"millFormationActionInPlacingPhase", "4"}},
                        start_of_nine(), "d7 a1 g7 d1 a7 xa1");
  EXPECT_EQ(game.counts(), "********/********/OO**@X*O b p p 3 6 1 7 0 0");
  const Tokens legal = game.legal();
  EXPECT_EQ(legal.size(), 19u);
  EXPECT_EQ(std::count(legal.begin(), legal.end(), "a1"), 0);
}

TEST(MoreRules, StandingMillsCountWhenPlacingEnds) {
  PlayedGame game("nine-mens-morris", {{"millFormationActionInPlacingPhase", "5"}},
                  at("********/**@**@**/OO***@*O w p p 3 1 3 0 0 0"), "b6");
  EXPECT_EQ(game.counts(), "********/**@**@*O/OO***@*O w m r 4 0 3 0 2 1");
  EXPECT_EQ(game.legal(), (Tokens{"xa1", "xb2", "xf4"}));
  game.play("xa1");
  EXPECT_TRUE(game.is_over()) << "Black has two stones left";
}

TEST(MoreRules, ElFiljaTakesAllOfOneSideThenAllOfTheOther) {
  PlayedGame game("el-filja", {}, at("OOOO@@@O/@O@O@O@O/OO@@O@@* b p p 12 0 11 1 0 0"), "a7");
  EXPECT_EQ(game.counts(), "OOOO@@@O/@O@O@O@O/OO@@O@@@ w m r 12 0 12 0 2 2");
  game.play("xa7 xa1 xd5 xe5");
  EXPECT_EQ(game.legal(), (Tokens{"c5-d5", "d1-a1", "d7-a7", "e4-e5"}));
}

TEST(MoreRules, AMillIsNotClosedAgainByGoingStraightBack) {
  const PlayedGame game("nine-mens-morris", {{"restrictRepeatedMillsFormation", "true"}},
                        at("********/OO*@***O/*O*@@@*O w m s 5 0 4 0 0 0"), "d6-d7 xf2 g1-g4");
  EXPECT_EQ(game.legal(), (Tokens{"a7-a4", "b6-b4", "b6-d6", "f6-d6", "f6-f4"}));
  EXPECT_NE(game.text().find(" 8 16 -1 -1 0 "), std::string::npos) << game.text();
}

TEST(MoreRules, CustodianCaptureTakesOneOfThoseBetween) {
  PlayedGame game("nine-mens-morris", {{"custodianCapture", "true"}},
                  at("*****O@*/*O******/O**@O*O@ b m s 5 0 3 0 0 0"), "c4-a1");
  EXPECT_EQ(game.legal(), (Tokens{"xa4", "xd1"}));
  EXPECT_NE(game.text().find("c:w-0-|b-1-20.22"), std::string::npos) << game.text();
  game.play("xa4");
  EXPECT_EQ(game.counts(), "*****O**/*O******/O**@O@*@ w m s 4 0 3 0 0 0");
}

TEST(MoreRules, InterventionCaptureTakesBoth) {
  PlayedGame game("nine-mens-morris", {{"interventionCapture", "true"}},
                  at("@*******/*@*****@/@******* w p p 0 9 4 5 0 0"), "d6");
  EXPECT_EQ(game.legal(), (Tokens{"xd5", "xd7"}));
  game.play("xd7");
  EXPECT_EQ(game.legal(), (Tokens{"xd5"}));
}

TEST(MoreRules, LeapCaptureTakesWhatIsLeaptOver) {
  PlayedGame game("nine-mens-morris", {{"leapCapture", "true"}},
                  at("********/@*@*****/O***OOO@ w m s 4 0 3 0 0 0"));
  EXPECT_EQ(game.legal(), (Tokens{"a4-b4", "d1-d2", "d1-g1", "d7-d5", "d7-g7"}));
  game.play("d7-d5");
  EXPECT_EQ(game.legal(), (Tokens{"xd6"}));
  const PlayedGame blocked("nine-mens-morris", {{"leapCapture", "true"}, {"mayFly", "false"}},
                           at("@*****@O/********/**@O@O@* w m s 3 0 5 0 0 0"));
  EXPECT_TRUE(blocked.is_over()) << "who has nothing but leaps is blocked";
}

TEST(MoreRules, AFullBoardAsksTheFirstPlayerWhoeverPlacedLast) {
  const std::string start = at("@@@O@O@O/@O@OO@O@/@OOO@@O* w p p 11 1 12 0 0 0");
  std::vector<RuleField> rules = {{"pieceCount", "12"}, {"boardFullAction", "1"}};
  EXPECT_EQ(PlayedGame("nine-mens-morris", rules, start, "a7").legal(),
            (Tokens{"xa1", "xb2", "xb6", "xc4", "xd1", "xd3", "xe4", "xe5", "xf4"}));
  rules.push_back({"stalemateAction", "2"});
  EXPECT_EQ(PlayedGame("nine-mens-morris", rules, start, "a7").legal(),
            (Tokens{"xa1", "xb2", "xb6", "xc4", "xd1", "xd3", "xd5", "xd6", "xd7", "xe4", "xf4"}));
}

/// Every set of stones that may be taken, in any order.
void add_taken(const Variant& variant, const Position& position, Mask taken, std::set<Mask>& sets) {
  for (const Action& action : generate_actions(variant, position)) {
    const Played played = play(variant, position, action);
    const Mask with = taken | bit(action.to);
    if (turn_goes_on(position, action, played))
      add_taken(variant, played.position, with, sets);
    else
      sets.insert(with);
  }
}

TEST(MoreRules, TheFirstStoneMayTellAMillFromACaptureAndTheNextBeAny) {
  const Variant variant = find_variant("twelve-mens-morris", {{"custodianCapture", "true"},
                                                              {"mayRemoveFromMillsAlways", "true"},
                                                              {"mayRemoveMultiple", "true"}})
                              .value();
  // On a7 two mills are closed, and b6 stands between it and c5.
  const Position before =
      parse_position_text(variant, "@******O/**@****@/OO@*@OO* w p p 5 7 5 7 0 0 0 0 0 0 0 0 6")
          ->position;
  const int corner = variant.board->find_point("a7");
  const Action places{Action::Kind::kPlace, -1, static_cast<std::int8_t>(corner)};
  std::set<Mask> expected, found;
  add_taken(variant, apply(variant, before, places), 0, expected);
  EXPECT_EQ(expected.size(), 11U);  // b6 alone, and all pairs
  for (const Turn& turn : generate_turns(variant, before))
    if (turn.to == corner) found.insert(turn.removed);
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace mill
