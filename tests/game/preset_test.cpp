#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "game/embedded_data.h"
#include "game/perft.h"
#include "game/variant.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

struct KnownPreset {
  std::string_view name, board;
  int stones;
  std::vector<RuleField> changes;  ///< beside pieceCount
};

// In the order of `millstone variants`.
const std::vector<KnownPreset> kPresets = {
    {"nine-mens-morris", "24", 9, {}},
    {"twelve-mens-morris", "24-diagonal", 12, {}},
    {"morabaraba", "24-diagonal", 12, {{"boardFullAction", "4"}}},
    {"morabaraba-multiple-removal", "24-diagonal", 12, {{"mayRemoveMultiple", "true"}}},
    {"morabaraba-app",
     "24-diagonal",
     12,
     {{"boardFullAction", "4"}, {"restrictRepeatedMillsFormation", "true"}}},
    {"lasker-morris", "24", 10, {{"mayMoveInPlacingPhase", "true"}}},
    {"dooz", "24-diagonal", 12, {{"millFormationActionInPlacingPhase", "1"}}},
    {"dooz-app",
     "24-diagonal",
     12,
     {{"boardFullAction", "3"},
      {"mayRemoveFromMillsAlways", "true"},
      {"millFormationActionInPlacingPhase", "1"}}},
    {"russian-mill", "24", 9, {{"oneTimeUseMill", "true"}}},
    {"one-time-mill", "24", 9, {{"mayRemoveFromMillsAlways", "true"}, {"oneTimeUseMill", "true"}}},
    {"cheng-san-qi", "24", 9, {{"mayFly", "false"}}},
    {"cheng-san-qi-app",
     "24",
     9,
     {{"mayFly", "false"}, {"millFormationActionInPlacingPhase", "4"}}},
    {"da-san-qi",
     "24-diagonal",
     12,
     {{"isDefenderMoveFirst", "true"},
      {"mayFly", "false"},
      {"mayRemoveFromMillsAlways", "true"},
      {"millFormationActionInPlacingPhase", "4"}}},
    {"da-san-qi-app",
     "24-diagonal",
     12,
     {{"isDefenderMoveFirst", "true"},
      {"mayFly", "false"},
      {"mayRemoveFromMillsAlways", "true"},
      {"mayRemoveMultiple", "true"},
      {"millFormationActionInPlacingPhase", "4"}}},
    {"zhi-qi", "24-diagonal", 12, {{"boardFullAction", "1"}, {"stalemateAction", "2"}}},
    {"zhi-qi-app",
     "24-diagonal",
     12,
     {{"boardFullAction", "1"},
      {"mayFly", "false"},
      {"mayRemoveFromMillsAlways", "true"},
      {"millFormationActionInPlacingPhase", "4"}}},
    {"cham-gonu",
     "24-diagonal",
     12,
     {{"mayFly", "false"},
      {"mayRemoveFromMillsAlways", "true"},
      {"millFormationActionInPlacingPhase", "4"}}},
    {"el-filja",
     "24",
     12,
     {{"boardFullAction", "1"},
      {"mayFly", "false"},
      {"mayRemoveFromMillsAlways", "true"},
      {"millFormationActionInPlacingPhase", "5"}}},
    {"mul-mulan",
     "24-diagonal",
     9,
     {{"interventionCapture", "true"}, {"mayFly", "false"}, {"mayRemoveFromMillsAlways", "true"}}},
    {"nerenchi",
     "24-diagonal",
     12,
     {{"isDefenderMoveFirst", "true"}, {"mayRemoveFromMillsAlways", "true"}}},
    {"experimental",
     "24-diagonal",
     12,
     {{"boardFullAction", "2"},
      {"isDefenderMoveFirst", "true"},
      {"mayFly", "false"},
      {"mayRemoveFromMillsAlways", "true"}}},
    {"three-mens-morris", "9", 3, {{"mayFly", "false"}}},
    {"five-mens-morris", "16", 5, {}},
    {"six-mens-morris", "16", 6, {}},
    {"seven-mens-morris", "17", 7, {}},
};

std::vector<RuleField> without_piece_count(std::vector<RuleField> changes) {
  std::erase_if(changes, [](const RuleField& change) { return change.field == "pieceCount"; });
  return changes;
}

TEST(Presets, AreThoseThatPlayersKnow) {
  const std::vector<Preset> presets = list_presets();
  ASSERT_EQ(presets.size(), kPresets.size());
  for (std::size_t i = 0; i < presets.size(); ++i) {
    EXPECT_EQ(presets[i].name, kPresets[i].name);
    EXPECT_EQ(presets[i].board, kPresets[i].board) << presets[i].name;
    EXPECT_EQ(presets[i].piece_count, kPresets[i].stones) << presets[i].name;
    EXPECT_EQ(without_piece_count(presets[i].changes), kPresets[i].changes) << presets[i].name;
  }
}

TEST(Presets, AreFoundByTheirNames) {
  for (const Preset& preset : list_presets()) {
    const Result<Variant> variant = find_variant(preset.name);
    ASSERT_TRUE(succeeds(variant)) << preset.name;
    EXPECT_EQ(variant->name, preset.name);
    EXPECT_EQ(variant->rules, preset.variant.rules);
    EXPECT_EQ(variant->board->name, preset.board);
    EXPECT_EQ(changed_rules(variant->rules), preset.changes);
  }
}

TEST(Presets, ThatNeedTheHistoryOfAGameAreNotSolved) {
  const std::map<std::string_view, std::string_view> refused = {
      {"russian-mill", "'oneTimeUseMill' = true"}, {"one-time-mill", "'oneTimeUseMill' = true"}};
  for (const Preset& preset : list_presets()) {
    const auto field = refused.find(preset.name);
    const Result<void> solvable = check_solvable(preset.variant);
    if (field == refused.end())
      EXPECT_TRUE(succeeds(solvable)) << preset.name;
    else
      EXPECT_TRUE(fails_with(solvable, ErrorCode::kUnsupportedRule, field->second));
  }
}

TEST(Presets, AreDifferentGames) {
  std::set<std::string> digests;
  for (const Preset& preset : list_presets())
    EXPECT_TRUE(digests.insert(preset.variant.digest()).second) << preset.name;
}

TEST(Presets, StartWithAPlacementOnEachPoint) {
  for (const Preset& preset : list_presets()) {
    if (preset.variant.rules.move_while_placing) continue;
    const auto points = static_cast<std::uint64_t>(preset.variant.board->points());
    EXPECT_EQ(perft_actions(preset.variant, start_position(preset.variant), 3),
              points * (points - 1) * (points - 2))
        << preset.name;
  }
}

TEST(EmbeddedData, HoldsBoardsAndVariantsAndNothingElse) {
  for (std::string_view path : embedded_paths()) {
    EXPECT_TRUE(path.starts_with("boards/") || path.starts_with("variants/")) << path;
    EXPECT_TRUE(embedded_text(path));
  }
  EXPECT_FALSE(embedded_text("boards/none.toml"));
}

TEST(CanonicalText, OfEveryPresetIsReadBack) {
  for (const Preset& preset : list_presets()) {
    const Result<Variant> again =
        parse_canonical_text(preset.variant.canonical_text(), preset.name, "test");
    ASSERT_TRUE(succeeds(again));
    EXPECT_EQ(again->name, preset.name);
    EXPECT_EQ(again->rules, preset.variant.rules);
    EXPECT_EQ(again->board->name, preset.board);
    EXPECT_EQ(again->board->rings, preset.variant.board->rings);
    EXPECT_EQ(again->digest(), preset.variant.digest());
  }
}

TEST(CanonicalText, OfAnotherBoardIsReadBackAsOneGroup) {
  Variant variant = three_mens_morris();  // a board of the tests
  const Result<Variant> again = parse_canonical_text(variant.canonical_text(), "mine", "test");
  ASSERT_TRUE(succeeds(again));
  EXPECT_EQ(again->canonical_text(), variant.canonical_text());
  EXPECT_TRUE(same_graph(*again->board, *variant.board));
  EXPECT_EQ(again->board->rings, (std::vector<int>{9}));
  EXPECT_EQ(again->board->symmetries.size(), 8);
}

TEST(CanonicalText, WithANameThatCannotBePrintedIsReadBackWithoutIt) {
  EXPECT_EQ(parse_canonical_text(nine_mens_morris().canonical_text(), "\x1b[2J", "test")->name,
            "unnamed");
}

TEST(CanonicalText, ThatIsNoneIsRefused) {
  const std::string text = nine_mens_morris().canonical_text();
  const auto replaced = [&](std::string_view part, std::string_view by) {
    std::string changed = text;
    const std::size_t place = changed.find(part);
    MILLSTONE_CHECK(place != std::string::npos);
    return changed.replace(place, part.size(), by);
  };
  const auto refuses = [](const std::string& wrong, ErrorCode code, std::string_view message) {
    return fails_with(parse_canonical_text(wrong, "n", "3-3.value"), code, message);
  };
  EXPECT_TRUE(refuses("", ErrorCode::kInvalidArgument, "rules of 3-3.value: board"));
  EXPECT_TRUE(refuses(replaced("mayFly=1\n", ""), ErrorCode::kInvalidArgument, "field is missing"));
  EXPECT_TRUE(refuses(replaced("mayFly=1\n", "mayFly=1\nmayFly=1\n"), ErrorCode::kInvalidArgument,
                      "field is missing or not in its place"));
  EXPECT_TRUE(refuses(replaced("mayFly=1", "mayFly=true"), ErrorCode::kInvalidArgument,
                      "field is missing or not in its place"));
  EXPECT_TRUE(refuses(replaced("d5-e5", "d5-d5"), ErrorCode::kInvalidArgument, "'d5-d5'"));
  EXPECT_TRUE(refuses(replaced("mayFly=1", "mayGlide=1"), ErrorCode::kUnsupportedRule,
                      "rules of 3-3.value: unknown rule field 'mayGlide'"));
  EXPECT_TRUE(refuses(replaced("mayFly=1", "mayFly=7"), ErrorCode::kUnsupportedRule, "'mayFly'"));
  EXPECT_TRUE(refuses(replaced("leapCapture=0", "leapCapture=1"), ErrorCode::kInvalidArgument,
                      "field is missing or not in its place"))
      << "a capture that is on has fields of its own";
}

}  // namespace
}  // namespace mill
