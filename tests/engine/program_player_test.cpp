#include "engine/match/program_player.h"

#include <gtest/gtest.h>

#include <chrono>

#include "game/notation.h"
#include "tests/engine/shipped_match.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

using std::chrono::milliseconds;

/// A program in shell: what it says to each line it gets, in $line.
ProgramPlayer shell_program(const std::string& answers) {
  ProgramSettings settings;
  settings.command_line = "while read -r line; do case \"$line\" in " + answers + " esac; done";
  settings.start_time = milliseconds(5000);
  settings.longest_think = milliseconds(200);
  settings.grace = milliseconds(200);
  return {"shell", settings};
}

constexpr const char* kPolite = "uci) echo uciok;; isready) echo readyok;;";

TEST(ProgramPlayerTest, FindsBestMoveAnywhereInALine) {
  EXPECT_EQ(find_best_move("bestmove d6"), "d6");
  EXPECT_EQ(find_best_move("info score 3 aimovetype perfect bestmove a1-a4"), "a1-a4");
  EXPECT_EQ(find_best_move("info depth 3 score cp 4 nodes 5 bestmove xg7 ponder d6"), "xg7");
  EXPECT_EQ(find_best_move("bestmove"), "");
  EXPECT_FALSE(find_best_move("info string bestmoves d6"));
  EXPECT_FALSE(find_best_move(""));
}

TEST(ProgramPlayerTest, SendsTheWholeGame) {
  const Variant variant = nine_mens_morris();
  Game game(variant);
  EXPECT_EQ(position_line(game), "position startpos");
  for (const char* turn : {"d7", "a1", "g7", "d1", "a7xa1"}) ASSERT_TRUE(succeeds(game.play(turn)));
  EXPECT_EQ(position_line(game), "position startpos moves d7 a1 g7 d1 a7 xa1");
  const std::string fen = "********/O*@*****/******** w p p 1 8 1 8 0 0 0 0 0 0 0 0 2";
  Game later(variant, *parse_position_text(variant, fen));
  EXPECT_EQ(position_line(later), "position fen " + fen);
  ASSERT_TRUE(succeeds(later.play("d7")));
  EXPECT_EQ(position_line(later), "position fen " + fen + " moves d7");
}

/// White can only pass.
constexpr const char* kShutIn = "@*******/********/@O@O@O@O w m s 4 0 5 0 0 0 0 0 0 0 0 0 1";

TEST(ProgramPlayerTest, SendsPassesToProgramsThatHaveATokenForThem) {
  const auto variant = find_variant("nine-mens-morris", {{"stalemateAction", "1"}});
  ASSERT_TRUE(succeeds(variant));
  Game game(*variant, *parse_position_text(*variant, kShutIn));
  EXPECT_TRUE(game.must_pass());
  for (const char* turn : {"pass", "d5-d6"}) ASSERT_TRUE(succeeds(game.play(turn)));
  const std::string fen = std::string("position fen ") + kShutIn;
  EXPECT_EQ(position_line(game), fen + " moves pass d5-d6");
  EXPECT_EQ(position_line(game, false), fen + " moves d5-d6");
}

TEST(ProgramPlayerTest, PassesForAProgramThatHasNoTokenForIt) {
  const auto variant = find_variant("nine-mens-morris", {{"stalemateAction", "1"}});
  ASSERT_TRUE(succeeds(variant));
  const Game game(*variant, *parse_position_text(*variant, kShutIn));
  ProgramPlayer other = shell_program(std::string(kPolite) + "go*) echo bestmove none;;");
  ASSERT_TRUE(succeeds(other.new_game(game, 1)));
  const auto passed = other.choose(game, {});
  ASSERT_TRUE(succeeds(passed));
  EXPECT_EQ(passed->action, (Action{Action::Kind::kPass, -1, -1}));
  ProgramPlayer ours = shell_program(
      "uci) echo 'option name PassToken type check default true'; "
      "echo 'option name StalemateAction type spin default 0 min 0 max 5'; echo uciok;; "
      "isready) echo readyok;; go*) echo bestmove none;;");
  ASSERT_TRUE(succeeds(ours.new_game(game, 1)));
  EXPECT_FALSE(ours.choose(game, {}));  // it was asked
}

TEST(ProgramPlayerTest, StatesTheRulesOneByOne) {
  const auto variant = find_variant("morabaraba-multiple-removal");
  ASSERT_TRUE(succeeds(variant));
  std::string text;
  for (const RuleOption& option : options_of_rules(*variant, {60, 0, false}))
    if (!option.is_default) text += option.name + "=" + option.value + " ";
  EXPECT_EQ(text,
            "PiecesCount=12 MayRemoveMultiple=true HasDiagonalLines=true "
            "NMoveRule=60 EndgameNMoveRule=0 ThreefoldRepetitionRule=false ");
  for (const RuleOption& option : options_of_rules(nine_mens_morris(), {}))
    EXPECT_TRUE(option.is_default) << option.name;
}

TEST(ProgramPlayerTest, SetsRulesThenItsOwnOptions) {
  // What it was told comes back in place of a move.
  ProgramSettings settings;
  settings.command_line =
      "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; "
      "*PiecesCount*) count=${line##* };; *Level*) level=$count/${line##* };; "
      "go*) echo bestmove $level;; esac; done";
  settings.options = {{"SkillLevel", "5"}};
  ProgramPlayer told("told", settings);
  const Game game(nine_mens_morris());
  ASSERT_TRUE(succeeds(told.new_game(game, 0)));
  EXPECT_TRUE(fails_with(told.choose(game, {}), ErrorCode::kInvalidArgument, "'9/5'"));
}

TEST(ProgramPlayerTest, RefusesAProgramThatDoesNotKnowARule) {
  const std::string options =
      "uci) echo option name PiecesCount type spin; echo uciok;; "
      "isready) echo readyok;;";
  const auto lasker = find_variant("lasker-morris");
  ASSERT_TRUE(succeeds(lasker));
  ProgramPlayer nine = shell_program(options), other = shell_program(options);
  EXPECT_TRUE(succeeds(nine.new_game(Game(nine_mens_morris()), 0)));
  EXPECT_TRUE(fails_with(other.new_game(Game(*lasker), 0), ErrorCode::kUnsupportedRule,
                         "no option MayMoveInPlacingPhase, which the rules need to be true"));
}

TEST(ProgramPlayerTest, ReadsTheOptionsThatAProgramTellsOf) {
  const auto number =
      parse_declared_option("option name PiecesCount type spin default 9 min 9 max 12");
  ASSERT_TRUE(number);
  EXPECT_EQ(number->name, "PiecesCount");
  EXPECT_TRUE(succeeds(number->takes("9")));
  EXPECT_TRUE(succeeds(number->takes("12")));
  EXPECT_TRUE(fails_with(number->takes("8"), ErrorCode::kUnsupportedRule,
                         "PiecesCount goes from 9 to 12, and the match needs 8"));
  EXPECT_FALSE(number->takes("13"));
  const auto choice = parse_declared_option(
      "option name Full Board type combo default Loss of White var Loss of White var Draw");
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->name, "Full Board");
  EXPECT_EQ(choice->choices, (std::vector<std::string>{"Loss of White", "Draw"}));
  EXPECT_TRUE(succeeds(choice->takes("draw")));
  EXPECT_TRUE(fails_with(choice->takes("win"), ErrorCode::kUnsupportedRule, "Loss of White, Draw"));
  EXPECT_FALSE(parse_declared_option("id name Mill"));
  EXPECT_FALSE(parse_declared_option(""));
}

TEST(ProgramPlayerTest, RefusesAProgramWhoseOptionsDoNotReachSoFar) {
  const std::string options =
      "uci) echo option name PiecesCount type spin default 10 min 10 max 12; echo uciok;; "
      "isready) echo readyok;;";
  ProgramPlayer nine = shell_program(options), twelve = shell_program(options);
  EXPECT_TRUE(fails_with(nine.can_play({Game(nine_mens_morris())}), ErrorCode::kUnsupportedRule,
                         "from 10 to 12"))
      << "also for a rule at its default";
  const auto variant = find_variant("nine-mens-morris", {{"pieceCount", "12"}});
  ASSERT_TRUE(succeeds(variant));
  EXPECT_TRUE(succeeds(twelve.can_play({Game(*variant)})));
}

TEST(ProgramPlayerTest, AProgramMayNameItsUsualBoardAsItLikes) {
  ProgramPlayer player = shell_program(
      "uci) echo option name PiecesCount type spin; "
      "echo option name Board type combo default Classic var Classic; echo uciok;; "
      "isready) echo readyok;;");
  EXPECT_TRUE(succeeds(player.can_play({Game(nine_mens_morris())})));
}

TEST(ProgramPlayerTest, RefusesAProgramThatAnswersThatItLacksARule) {
  const std::string answers =
      "uci) echo uciok;; isready) echo readyok;; "
      "*MayMoveInPlacingPhase*true) echo info string MayMoveInPlacingPhase: Unsupported;; "
      "*OneTimeUseMill*) echo No such option: OneTimeUseMill;; "
      "*Level*) echo No such option: Level;;";
  const auto lasker = find_variant("lasker-morris");
  ASSERT_TRUE(succeeds(lasker));
  ProgramPlayer nine = shell_program(answers), other = shell_program(answers);
  EXPECT_TRUE(succeeds(nine.can_play({Game(nine_mens_morris())}))) << "what it lacks is not needed";
  EXPECT_TRUE(fails_with(other.can_play({Game(*lasker)}), ErrorCode::kUnsupportedRule,
                         "the program answers 'info string MayMoveInPlacingPhase: Unsupported'"));
  ProgramSettings settings;
  settings.command_line = "while read -r line; do case \"$line\" in " + answers + " esac; done";
  settings.options = {{"Level", "5"}};
  ProgramPlayer level("level", settings);
  EXPECT_TRUE(fails_with(level.can_play({Game(nine_mens_morris())}), ErrorCode::kUnsupportedRule,
                         "No such option: Level"))
      << "the user has asked for it";
}

TEST(ProgramPlayerTest, PassesDepthNodesAndTimeOn) {
  ProgramPlayer player =
      shell_program(std::string(kPolite) + "'go depth 3 nodes 9 movetime 70') echo bestmove d6;;");
  const Game game(nine_mens_morris());
  ASSERT_TRUE(succeeds(player.new_game(game, 0)));
  const auto choice = player.choose(game, {3, 9, milliseconds(70)});
  ASSERT_TRUE(succeeds(choice));
  EXPECT_EQ(action_text(*game.variant().board, *choice->action), "d6");
}

TEST(ProgramPlayerTest, TellsAProgramToStopBeforeItsTimeIsOver) {
  ProgramPlayer player = shell_program(std::string(kPolite) + "stop) echo bestmove d6;;");
  const Game game(nine_mens_morris());
  ASSERT_TRUE(succeeds(player.new_game(game, 0)));
  EXPECT_TRUE(succeeds(player.choose(game, {})));
}

TEST(ProgramPlayerTest, SaysWhyThereIsNoMove) {
  const struct {
    const char* answers;
    const char* message;
  } programs[] = {
      {"go*) exit 7;;", "exit code 7"},          {"go*) kill -ABRT $$;;", "signal 6"},
      {"go*) ;;", "no move within 400 ms"},      {"go*) echo bestmove none;;", "knows no move"},
      {"go*) echo bestmove;;", "knows no move"}, {"go*) echo bestmove z9;;", "move 'z9'"}};
  const Game game(nine_mens_morris());
  for (const auto& program : programs) {
    ProgramPlayer player = shell_program(std::string(kPolite) + program.answers);
    ASSERT_TRUE(succeeds(player.new_game(game, 0))) << program.answers;
    const auto choice = player.choose(game, {});
    ASSERT_FALSE(choice) << program.answers;
    EXPECT_NE(choice.error().message.find(program.message), std::string::npos)
        << choice.error().message;
  }
}

TEST(ProgramPlayerTest, SaysWhyAProgramDoesNotBegin) {
  const Game game(nine_mens_morris());
  ProgramSettings settings;
  settings.command_line = "no-such-program-anywhere";
  ProgramPlayer missing("missing", settings);
  EXPECT_TRUE(fails_with(missing.new_game(game, 0), ErrorCode::kInputOutput, "exit code 127"));
  settings.command_line = "sleep 60";
  settings.start_time = milliseconds(100);
  ProgramPlayer mute("mute", settings);
  EXPECT_TRUE(fails_with(mute.new_game(game, 0), ErrorCode::kInterrupted, "does not answer"));
}

TEST(ProgramPlayerTest, ClaimsADraw) {
  ProgramPlayer player = shell_program(std::string(kPolite) + "go*) echo bestmove draw;;");
  const Game game(nine_mens_morris());
  ASSERT_TRUE(succeeds(player.new_game(game, 0)));
  const auto choice = player.choose(game, {});
  ASSERT_TRUE(succeeds(choice));
  EXPECT_FALSE(choice->action);
}

TEST(ProgramPlayerTest, IsStartedAnewAfterAFault) {
  ProgramPlayer player = shell_program(std::string(kPolite) +
                                       "go*) n=$((n + 1)); [ $n = 2 ] && exit; echo bestmove d6;;");
  const Game game(nine_mens_morris());
  for (int round = 0; round < 2; ++round) {
    ASSERT_TRUE(succeeds(player.new_game(game, 0)));
    EXPECT_TRUE(succeeds(player.choose(game, {})));
    EXPECT_FALSE(player.choose(game, {})) << "the second move of each life";
    player.lost_by_fault();
    EXPECT_FALSE(player.choose(game, {}));
  }
}

}  // namespace
}  // namespace mill
