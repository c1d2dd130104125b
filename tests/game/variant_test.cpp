#include "game/variant.h"

#include <gtest/gtest.h>

#include <set>

#include "game/embedded_data.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace millstone {
namespace {

Result<Variant> parse_with(std::string_view rules) {
  return parse_variant(fmt::format("name = \"test\"\nboard = \"24\"\n[rules]\n{}\n", rules),
                       "test.toml");
}

TEST(Variant, NineMensMorrisIsCompiledIn) {
  const Variant variant = nine_mens_morris();
  EXPECT_EQ(variant.name, "nine-mens-morris");
  EXPECT_EQ(variant.rules, Rules{});
  EXPECT_TRUE(fails_with(find_variant("chess"), ErrorCode::kInvalidArgument,
                         "there is no variant 'chess'"));
}

TEST(Variant, AndBoardFilesThatAreCompiledInAreAllValid) {
  for (std::string_view path : embedded_paths()) {
    const std::string_view text = *embedded_text(path);
    const bool is_board = path.starts_with("boards/");
    EXPECT_TRUE(is_board ? succeeds(parse_board(text, path)) : succeeds(parse_variant(text, path)));
  }
  EXPECT_FALSE(embedded_text("boards/none.toml"));
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
  expected.board_full_action = 4;
  EXPECT_EQ(variant->rules, expected);
}

TEST(Variant, RefusesFieldsOutOfRangeAndNamesThem) {
  for (std::string_view rules :
       {"pieceCount = 2", "pieceCount = 13", "pieceCount = \"nine\"", "flyPieceCount = 5",
        "piecesAtLeastCount = 6", "mayFly = 2", "boardFullAction = 5", "stalemateAction = 6",
        "millFormationActionInPlacingPhase = -1"}) {
    const std::string field(rules.substr(0, rules.find(' ')));
    EXPECT_TRUE(fails_with(parse_with(rules), ErrorCode::kInvalidArgument,
                           fmt::format("rule field '{}' must be", field)));
  }
}

TEST(Variant, RefusesUnsupportedRulesByName) {
  for (std::string_view rules :
       {"millFormationActionInPlacingPhase = 1", "mayMoveInPlacingPhase = true",
        "isDefenderMoveFirst = true", "mayRemoveMultiple = true",
        "restrictRepeatedMillsFormation = true", "oneTimeUseMill = true", "boardFullAction = 1",
        "stopPlacingWhenTwoEmptySquares = true", "stalemateAction = 1", "custodianCapture = true",
        "interventionCapture = true", "leapCapture = true"}) {
    const std::string field(rules.substr(0, rules.find(' ')));
    EXPECT_TRUE(fails_with(parse_with(rules), ErrorCode::kUnsupportedRule, "'" + field + "'"));
  }
}

TEST(Variant, AcceptsRulesThatEndEndlessPlayWithoutModellingThem) {
  const Result<Variant> variant =
      parse_with("nMoveRule = 50\nendgameNMoveRule = 20\nthreefoldRepetitionRule = true");
  ASSERT_TRUE(succeeds(variant));
  EXPECT_EQ(variant->digest(), nine_mens_morris().digest());
}

TEST(Variant, RefusesWhatItDoesNotKnow) {
  EXPECT_TRUE(fails_with(parse_with("pieces = 9"), ErrorCode::kInvalidArgument,
                         "unknown rule field 'pieces'"));
  EXPECT_TRUE(fails_with(parse_variant("board = \"24\"\npieceCount = 9", "v.toml"),
                         ErrorCode::kInvalidArgument, "field 'pieceCount' is unknown"));
  EXPECT_TRUE(fails_with(parse_variant("board = \"24\"\nrules = 9", "v.toml"),
                         ErrorCode::kInvalidArgument, "field 'rules'"));
  EXPECT_TRUE(fails_with(parse_variant("board = \"23\"", "v.toml"), ErrorCode::kInvalidArgument,
                         "there is no board '23'"));
  EXPECT_TRUE(fails_with(parse_variant("board = ", "v.toml"), ErrorCode::kInvalidArgument,
                         "variant v.toml: not valid TOML, line 1"));
}

TEST(Variant, RefusesCountsThatContradictEachOther) {
  EXPECT_TRUE(fails_with(parse_with("pieceCount = 3\npiecesAtLeastCount = 4"),
                         ErrorCode::kInvalidArgument, "'piecesAtLeastCount' = 4 is above"));
}

TEST(Digest, DiffersWhenAnyFieldDiffers) {
  std::set<std::string> digests = {nine_mens_morris().digest()};
  for (std::string_view rules :
       {"pieceCount = 10", "flyPieceCount = 4", "flyCountsHand = false", "mayFly = false",
        "piecesAtLeastCount = 4", "mayRemoveFromMillsAlways = true", "boardFullAction = 4"}) {
    const Result<Variant> variant = parse_with(rules);
    ASSERT_TRUE(succeeds(variant));
    EXPECT_TRUE(digests.insert(variant->digest()).second) << rules;
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

}  // namespace
}  // namespace millstone
