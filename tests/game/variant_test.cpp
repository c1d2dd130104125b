#include "game/variant.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "game/embedded_data.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

constexpr std::string_view kNineMensMorrisDigest = "c2cdf029ebda42e1dafa1acd8663b828";

Result<Variant> parse_with(std::string_view rules) {
  return parse_variant(fmt::format("name = \"test\"\nboard = \"24\"\n[rules]\n{}\n", rules),
                       "test.toml");
}

/// Two triangles that share a point, as a board that no file of ours has.
constexpr std::string_view kOwnBoard = R"(
name = "bow tie"
[rules]
pieceCount = 3
[board]
rings = [["a1", "a3", "b2"], ["c3", "c1", "d2"]]
edges = ["a1-a3", "a3-b2", "b2-a1", "b2-c3", "c3-c1", "c1-b2", "c1-d2"]
lines = ["a1-a3-b2", "b2-c3-c1"]
)";

// One change for each member of Rules. Set past the reader, so that fields which this version does
// not express are among them.
const std::vector<std::function<void(Rules&)>> kRuleChanges = {
    [](Rules& rules) { rules.piece_count = 10; },
    [](Rules& rules) { rules.fly_piece_count = 4; },
    [](Rules& rules) { rules.fly_counts_hand = false; },
    [](Rules& rules) { rules.may_fly = false; },
    [](Rules& rules) { rules.pieces_at_least_count = 4; },
    [](Rules& rules) { rules.placing_mill_action = PlacingMillAction::kRemoveFromHand; },
    [](Rules& rules) { rules.move_while_placing = true; },
    [](Rules& rules) { rules.defender_moves_first = true; },
    [](Rules& rules) { rules.remove_multiple = true; },
    [](Rules& rules) { rules.remove_from_mills = true; },
    [](Rules& rules) { rules.board_full_action = BoardFullAction::kDraw; },
    [](Rules& rules) { rules.stop_at_two_empty = true; },
    [](Rules& rules) { rules.stalemate_action = StalemateAction::kPass; },
};

TEST(Variant, NineMensMorrisIsCompiledIn) {
  const Variant variant = nine_mens_morris();
  EXPECT_EQ(variant.name, "nine-mens-morris");
  EXPECT_EQ(variant.rules, Rules{});
  EXPECT_EQ(variant.board->name, "24");
  EXPECT_TRUE(fails_with(find_variant("chess"), ErrorCode::kInvalidArgument,
                         "there is no variant 'chess'; there are nine-mens-morris, "));
}

TEST(Variant, ReadsEveryFieldItSupports) {
  const Result<Variant> variant = parse_with(
      "pieceCount = 12\nflyPieceCount = 4\nflyCountsHand = false\nmayFly = false\n"
      "piecesAtLeastCount = 4\nmayRemoveFromMillsAlways = true\nboardFullAction = 4");
  ASSERT_TRUE(succeeds(variant));
  Rules expected;
  expected.piece_count = 12;
  expected.fly_piece_count = 4;
  expected.fly_counts_hand = false;
  expected.may_fly = false;
  expected.pieces_at_least_count = 4;
  expected.remove_from_mills = true;
  expected.board_full_action = BoardFullAction::kDraw;
  EXPECT_EQ(variant->rules, expected);
}

TEST(Variant, TakesNumbersForFlagsButNoFlagsForNumbers) {
  EXPECT_FALSE(parse_with("mayFly = 0")->rules.may_fly);
  EXPECT_TRUE(fails_with(parse_with("boardFullAction = true"), ErrorCode::kInvalidArgument,
                         "rule field 'boardFullAction' must be 0..4, found true"));
}

TEST(Variant, RefusesValuesOutOfRangeAndNamesTheField) {
  for (std::string_view rules :
       {"pieceCount = 2", "pieceCount = 13", "pieceCount = \"nine\"", "pieceCount = 9.0",
        "pieceCount = 4294967305", "flyPieceCount = 5", "piecesAtLeastCount = 6", "mayFly = 2",
        "mayFly = \"yes\"", "boardFullAction = 5", "stalemateAction = 6",
        "millFormationActionInPlacingPhase = -1", "custodianCapture = {enabled = true}",
        "nMoveRule = \"often\""}) {
    const std::string field(rules.substr(0, rules.find(' ')));
    EXPECT_TRUE(fails_with(parse_with(rules), ErrorCode::kInvalidArgument,
                           fmt::format("variant test.toml: rule field '{}' must be", field)));
  }
}

TEST(Variant, SaysByNameWhichRulesAreNotSolved) {
  const auto one_time = parse_with("oneTimeUseMill = true");
  ASSERT_TRUE(succeeds(one_time));
  EXPECT_TRUE(fails_with(check_solvable(*one_time), ErrorCode::kUnsupportedRule,
                         "rule field 'oneTimeUseMill' = true is played but not solved"));
  EXPECT_TRUE(fails_with(parse_subspace(*one_time, "3-3"), ErrorCode::kUnsupportedRule, ""));
  EXPECT_TRUE(
      succeeds(check_solvable(parse_with("restrictRepeatedMillsFormation = true").value())));
  for (std::string_view other : {"mayMoveInPlacingPhase = true", "stalemateAction = 1",
                                 "custodianCapture = true", "leapCapture = true"}) {
    const auto both =
        parse_with(fmt::format("restrictRepeatedMillsFormation = true\n{}", other)).value();
    EXPECT_TRUE(fails_with(check_solvable(both), ErrorCode::kUnsupportedRule,
                           fmt::format("rule fields 'restrictRepeatedMillsFormation' and '{}'",
                                       other.substr(0, other.find(' ')))));
  }
  EXPECT_TRUE(succeeds(check_solvable(parse_with("mayFly = false").value())));
}

TEST(Variant, CapturesAreSolvedWhereTheyLookTheSameFromAllSides) {
  EXPECT_TRUE(succeeds(check_solvable(parse_with("interventionCapture = true").value())));
  // In the middle of this board two rows are as good as each other, and one is taken.
  const auto grid = find_variant("three-mens-morris", {{"interventionCapture", "true"}});
  ASSERT_TRUE(succeeds(grid));
  EXPECT_TRUE(
      fails_with(check_solvable(*grid), ErrorCode::kUnsupportedRule, "'interventionCapture'"));
}

TEST(Variant, FieldsOfACaptureIdentifyItWhereItIsOnAlone) {
  const auto plain = parse_with("mayFly = true"),
             idle = parse_with("leapCaptureOnCrossLines = false");
  ASSERT_TRUE(succeeds(plain) && succeeds(idle));
  EXPECT_EQ(plain->digest(), idle->digest()) << "what no stone can do makes no other game";
  const auto on = parse_with("leapCapture = true");
  const auto other = parse_with("leapCapture = true\nleapCaptureOnCrossLines = false");
  ASSERT_TRUE(succeeds(on) && succeeds(other));
  EXPECT_NE(on->digest(), other->digest());
  const auto again = parse_canonical_text(other->canonical_text(), "again", "test");
  ASSERT_TRUE(succeeds(again));
  EXPECT_EQ(again->rules, other->rules);
}

TEST(Variant, AcceptsRulesThatEndEndlessPlayWithoutModellingThem) {
  std::string rules;
  for (std::string_view field : rules_not_modelled()) rules += fmt::format("{} = 50\n", field);
  EXPECT_NE(rules.find("threefoldRepetitionRule"), std::string::npos);
  const Result<Variant> variant = parse_with(rules);
  ASSERT_TRUE(succeeds(variant));
  EXPECT_EQ(variant->digest(), kNineMensMorrisDigest);
}

TEST(Variant, RefusesWhatItDoesNotKnow) {
  const auto refuses = [](std::string_view text, std::string_view message) {
    return fails_with(parse_variant(text, "v.toml"), ErrorCode::kInvalidArgument, message) << text;
  };
  EXPECT_TRUE(refuses("board = ", "variant v.toml: not valid TOML, line 1"));
  EXPECT_TRUE(refuses("board = \"24\"\npieceCount = 9", "field 'pieceCount' is unknown"));
  EXPECT_TRUE(refuses("board = \"24\"\nrules = 9", "field 'rules' must be a table"));
  EXPECT_TRUE(refuses("board = \"23\"", "there is no board '23'; there are 9, 16, 17, 24"));
  EXPECT_TRUE(refuses("", "field 'board' must be the name of a board"));
  EXPECT_TRUE(refuses("board = 24", "field 'board' must be the name of a board"));
  EXPECT_TRUE(refuses("name = 7\nboard = \"24\"", "field 'name' must be a text"));
  EXPECT_TRUE(refuses("name = \"\\u001b[2J\"\nboard = \"24\"", "field 'name' must be a text"));
  EXPECT_TRUE(refuses("board = \"24\"\n[rules]\npieces = 9", "unknown rule field 'pieces'"));
  EXPECT_TRUE(
      refuses("board = \"24\"\n[rules]\nhasDiagonalLines = true", "write board = \"24-diagonal\""));
}

TEST(Variant, RefusesCountsThatContradictEachOther) {
  EXPECT_TRUE(fails_with(parse_with("pieceCount = 3\npiecesAtLeastCount = 4"),
                         ErrorCode::kInvalidArgument, "'piecesAtLeastCount' = 4 is above"));
  EXPECT_TRUE(fails_with(parse_variant("board = \"16\"\n[rules]\npieceCount = 9", "v.toml"),
                         ErrorCode::kInvalidArgument,
                         "'pieceCount' puts 18 stones on a board of 16 points"));
}

TEST(Variant, WithoutANameHasThatOfItsFile) {
  EXPECT_EQ(parse_variant("board = \"24\"", "rules/house rules.toml")->name, "house rules");
}

TEST(Variant, MayBringItsOwnBoard) {
  const Result<Variant> variant = parse_variant(kOwnBoard, "v.toml");
  ASSERT_TRUE(succeeds(variant));
  EXPECT_EQ(variant->board->points(), 6);
  EXPECT_EQ(variant->board->name, "bow tie") << "that of the variant, for lack of its own";
  EXPECT_EQ(variant->board->rings, (std::vector<int>{3, 3}));
  EXPECT_TRUE(fails_with(
      parse_variant("[board]\nrings = [[\"a1\", \"a1\"]]\nedges = []\nlines = []", "v.toml"),
      ErrorCode::kInvalidArgument, "variant v.toml: board: field 'rings' names a1 twice"));
}

TEST(Variant, KeepsWhatIsNotAsciiToComments) {
  // toml++ 3.3 has undefined behaviour where such a character begins a word.
  for (const char* text : {"\xEF\xBB\xAA'r;", "board = \"9\"\n\xC3\xBC = 1", "name = \"\xC3\xBC\"",
                           "name = \"a#\" \xC3\xBC"})
    EXPECT_TRUE(fails_with(parse_variant(text, "x.toml"), ErrorCode::kInvalidArgument, "not ASCII"))
        << text;
  EXPECT_TRUE(fails_with(parse_variant("name = \"\"\"\n# \"\"\" \xC3\xBC", "x.toml"),
                         ErrorCode::kInvalidArgument, "line 1 has three quotes"));
  EXPECT_TRUE(
      succeeds(parse_variant("\xEF\xBB\xBF# f\xC3\xBCr \"\"\"\nname = 'a#b' # \xC3\xBC\n"
                             "board = \"9\"\n[rules]\npieceCount = 3\n",
                             "x.toml")));
}

TEST(Settings, ReplaceFieldsAndShowInTheName) {
  const Result<Variant> variant = find_variant(
      "nine-mens-morris", {{"pieceCount", "4"}, {"mayFly", "false"}, {"board", "24-diagonal"}});
  ASSERT_TRUE(succeeds(variant));
  EXPECT_EQ(variant->name, "nine-mens-morris with board=24-diagonal, mayFly=false, pieceCount=4");
  EXPECT_EQ(variant->rules.piece_count, 4);
  EXPECT_FALSE(variant->rules.may_fly);
  EXPECT_EQ(variant->board->lines.size(), 20u);
  const auto other_order = find_variant(
      "nine-mens-morris", {{"board", "24-diagonal"}, {"mayFly", "0"}, {"pieceCount", "4"}});
  EXPECT_EQ(other_order->name, variant->name);
  EXPECT_EQ(other_order->digest(), variant->digest());
}

TEST(Settings, ThatChangeNothingLeaveTheNameAlone) {
  const auto variant =
      find_variant("nine-mens-morris", {{"pieceCount", "5"}, {"pieceCount", "9"}, {"board", "24"}});
  ASSERT_TRUE(succeeds(variant));
  EXPECT_EQ(variant->name, "nine-mens-morris");
  EXPECT_EQ(variant->digest(), kNineMensMorrisDigest);
}

TEST(Settings, MayTakeBackWhatAPresetHas) {
  const auto variant = find_variant("russian-mill", {{"oneTimeUseMill", "false"}});
  ASSERT_TRUE(succeeds(variant));
  EXPECT_EQ(variant->digest(), kNineMensMorrisDigest);
  EXPECT_EQ(variant->name, "russian-mill with oneTimeUseMill=false");
}

TEST(Settings, ThatAreWrongAreNamed) {
  const auto refuses = [](std::string_view field, std::string_view value, std::string_view message,
                          ErrorCode code = ErrorCode::kInvalidArgument) {
    return fails_with(find_variant("nine-mens-morris", {{std::string(field), std::string(value)}}),
                      code, message);
  };
  EXPECT_TRUE(refuses("pieceCount", "40",
                      "setting pieceCount=40: rule field 'pieceCount' must be 3..12, found 40"));
  EXPECT_TRUE(refuses("pieceCount", "four", "must be 3..12, found 'four'"));
  EXPECT_TRUE(refuses("pieceCount", "4 ", "must be 3..12, found '4 '"));
  EXPECT_TRUE(refuses("pieceCount", "99999999999", "must be 3..12"));
  EXPECT_TRUE(refuses("pieceCount", "", "must be 3..12, found ''"));
  EXPECT_TRUE(refuses("mayFly", "yes", "rule field 'mayFly' must be true or false, found 'yes'"));
  EXPECT_TRUE(refuses("stones", "4", "setting stones=4: unknown rule field 'stones'"));
  EXPECT_TRUE(refuses("board", "8", "setting board=8: there is no board '8'"));
  EXPECT_TRUE(refuses("board", "9", "nine-mens-morris with board=9: rule field 'pieceCount' puts"));
  EXPECT_TRUE(refuses("leapCapture", "often", "must be true or false, found 'often'"));
}

TEST(Digest, OfNineMensMorrisStaysWhatItIs) {
  EXPECT_EQ(nine_mens_morris().digest(), kNineMensMorrisDigest)
      << "every database built before would become one of another game";
}

TEST(Digest, DiffersWhenAnyFieldDiffers) {
  std::set<std::string> digests = {nine_mens_morris().digest()};
  for (std::size_t i = 0; i < kRuleChanges.size(); ++i) {
    Variant variant = nine_mens_morris();
    kRuleChanges[i](variant.rules);
    EXPECT_TRUE(digests.insert(variant.digest()).second) << "change " << i;
  }
}

TEST(Digest, DiffersWhenTheBoardDiffers) {
  Variant variant = nine_mens_morris();
  const std::string digest = variant.digest();
  Board board = *variant.board;
  board.lines.pop_back();
  variant.board = std::make_shared<const Board>(board);
  EXPECT_NE(variant.digest(), digest);
}

TEST(Digest, DoesNotDependOnNames) {
  Variant variant = nine_mens_morris();
  const std::string digest = variant.digest();
  EXPECT_EQ(digest.size(), 32u);
  variant.name = "something else";
  Board board = *variant.board;
  board.name = "another board";
  variant.board = std::make_shared<const Board>(board);
  EXPECT_EQ(variant.digest(), digest);
  EXPECT_EQ(parse_with("pieceCount = 9")->digest(), digest) << "a default that is written out";
}

TEST(RuleFields, AreSortedAndMakeUpTheCanonicalText) {
  const Variant variant = nine_mens_morris();
  std::string text, previous;
  for (const RuleField& entry : rule_fields(variant)) {
    EXPECT_LT(previous, entry.field);
    previous = entry.field;
    text += entry.field + "=" + entry.value + "\n";
  }
  EXPECT_EQ(variant.canonical_text(), text);
}

TEST(RuleFields, ThatAreNotAtTheirDefaultsAreToldForPeople) {
  EXPECT_TRUE(changed_rules(Rules{}).empty());
  const auto changes = changed_rules(find_variant("three-mens-morris")->rules);
  EXPECT_EQ(changes, (std::vector<RuleField>{{"mayFly", "false"}, {"pieceCount", "3"}}));
  for (std::size_t i = 0; i < kRuleChanges.size(); ++i) {
    Rules rules;
    kRuleChanges[i](rules);
    EXPECT_EQ(changed_rules(rules).size(), 1u) << "change " << i;
  }
}

}  // namespace
}  // namespace mill
