#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "game/moves.h"
#include "game/notation.h"
#include "game/variant.h"
#include "prober/include/millstone/millstone.hpp"

namespace {

namespace api = millstone;

/// Variant and position of the C interface as our own.
mill::Position ours(const api::Position& position) {
  return {position.own,           position.opponent, position.own_hand,
          position.opponent_hand, position.removals, position.goes_on != 0};
}

template <typename Function>
millstone_status status_of(Function&& function) {
  try {
    function();
  } catch (const api::Error& error) {
    return error.status();
  }
  return MILLSTONE_OK;
}

TEST(CVariant, EveryPresetIsThereWithItsRules) {
  std::size_t supported = 0;
  for (const mill::Preset& preset : mill::list_presets())
    supported += !preset.variant.rules.one_time_mills;
  ASSERT_EQ(millstone_preset_count(), supported);
  EXPECT_GT(supported, 20u);
  EXPECT_EQ(millstone_preset_name(supported), nullptr);
  for (std::size_t i = 0; i < supported; ++i) {
    const std::string name = millstone_preset_name(i);
    const api::Variant variant = api::Variant::find(name);
    const mill::Variant expected = mill::find_variant(name).value();
    EXPECT_EQ(variant.name(), name);
    EXPECT_EQ(variant.digest(), expected.digest());
    EXPECT_EQ(variant.text(), expected.canonical_text());
    EXPECT_EQ(variant.rule("pieceCount"), expected.rules.piece_count);
  }
}

TEST(CVariant, EveryRuleFieldHasANameAndAValue) {
  const api::Variant variant = api::Variant::find("lasker-morris");
  for (std::size_t i = 0; i < millstone_rule_count(); ++i) {
    const std::string name = millstone_rule_name(i);
    if (name.find("Capture") != std::string::npos && !name.ends_with("Capture"))
      continue;  // of a capture that is off, and so in no text
    const std::string line = name + "=" + std::to_string(variant.rule(name)) + "\n";
    EXPECT_NE(variant.text().find(line), std::string::npos) << line;
  }
  EXPECT_EQ(millstone_rule_name(millstone_rule_count()), nullptr);
  EXPECT_EQ(variant.rule("mayMoveInPlacingPhase"), 1);
  EXPECT_EQ(status_of([&] { variant.rule("mayDream"); }), MILLSTONE_ERROR_INVALID_ARGUMENT);
}

TEST(CVariant, RulesComeFromTextAndSettings) {
  const api::Variant small =
      api::Variant::find("nine-mens-morris", {"pieceCount=4", "mayFly=false"});
  EXPECT_EQ(small.rule("pieceCount"), 4);
  EXPECT_EQ(small.rule("mayFly"), 0);
  const api::Variant own = api::Variant::parse(
      "name = \"own\"\nboard = \"16\"\n[rules]\npieceCount = 5\n", "own.toml", {"pieceCount=6"});
  EXPECT_EQ(own.name(), "own with pieceCount=6");
  EXPECT_EQ(own.digest(), api::Variant::find("six-mens-morris").digest());
  const std::pair<std::string, std::string> refused[] = {
      {"pieceCount", "field=value"}, {"pieceCount=99", "pieceCount"}, {"oops=1", "oops"}};
  for (const auto& each : refused) {
    EXPECT_EQ(status_of([&] { api::Variant::find("nine-mens-morris", {each.first}); }),
              MILLSTONE_ERROR_INVALID_ARGUMENT);
    EXPECT_NE(std::string(millstone_last_error()).find(each.second), std::string::npos)
        << millstone_last_error();
  }
  EXPECT_EQ(status_of([] { api::Variant::parse("board = [", "bad.toml"); }),
            MILLSTONE_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(std::string(millstone_last_error()).find("bad.toml"), std::string::npos);
}

TEST(CVariant, TheBoardCanBeDrawnFromItsPlacesEdgesAndLines) {
  for (const char* name : {"three-mens-morris", "nine-mens-morris", "morabaraba"}) {
    const api::Variant owner = api::Variant::find(name);
    const millstone_variant* variant = owner.get();
    const int32_t points = millstone_point_count(variant);
    std::set<std::pair<int32_t, int32_t>> places;
    std::size_t ends = 0;
    for (int32_t point = 0; point < points; ++point) {
      const std::string text = millstone_point_name(variant, point);
      int32_t column = -1, row = -1;
      ASSERT_EQ(millstone_point_place(variant, point, &column, &row), MILLSTONE_OK);
      EXPECT_EQ(text[0], 'a' + column);
      EXPECT_EQ(text[1], '1' + row);
      EXPECT_EQ(millstone_find_point(variant, text.c_str()), point);
      places.insert({column, row});
      ends += static_cast<std::size_t>(mill::count(millstone_neighbours(variant, point)));
    }
    EXPECT_EQ(places.size(), static_cast<std::size_t>(points));
    EXPECT_EQ(2 * millstone_edge_count(variant), ends);
    for (std::size_t i = 0; i < millstone_edge_count(variant); ++i) {
      int32_t from = -1, to = -1;
      ASSERT_EQ(millstone_edge(variant, i, &from, &to), MILLSTONE_OK);
      EXPECT_LT(from, to);
      EXPECT_TRUE(millstone_neighbours(variant, from) >> to & 1);
      EXPECT_TRUE(millstone_neighbours(variant, to) >> from & 1);
    }
    const mill::Variant expected = mill::find_variant(name).value();
    const std::vector<mill::Mask>& lines = expected.board->lines;
    ASSERT_EQ(millstone_line_count(variant), lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(millstone_line(variant, i), lines[i]);
    for (const int32_t nowhere : {-1, points}) {
      int32_t column = 0, row = 0;
      EXPECT_EQ(millstone_point_name(variant, nowhere), nullptr);
      EXPECT_EQ(millstone_neighbours(variant, nowhere), 0u);
      EXPECT_EQ(millstone_point_place(variant, nowhere, &column, &row),
                MILLSTONE_ERROR_INVALID_ARGUMENT);
    }
    EXPECT_EQ(millstone_find_point(variant, "z9"), -1);
    EXPECT_EQ(millstone_line(variant, lines.size()), 0u);
  }
}

/// Plays a game by the numbers of `random`; turn by turn, and each turn step by step as well.
void play_a_game(const api::Variant& variant, const mill::Variant& rules, unsigned random) {
  api::Position position = variant.start_position();
  for (int ply = 0; ply < 120; ++ply) {
    const std::vector<api::Move> moves = variant.legal_moves(position);
    const api::State state = variant.state(position);
    ASSERT_EQ(moves.size(), mill::generate_turns(rules, ours(position)).size());
    EXPECT_EQ(state.state == MILLSTONE_OPEN, !moves.empty());
    EXPECT_EQ(state.value == MILLSTONE_UNKNOWN, !moves.empty());
    if (moves.empty()) return;
    const api::Move& move = moves[(random = random * 1103515245u + 12345u) / 65536 % moves.size()];
    const api::Move read = variant.parse_move(position, variant.text(move));
    EXPECT_EQ(std::tie(read.from, read.to, read.removed),
              std::tie(move.from, move.to, move.removed));
    EXPECT_EQ(read.outcome.value, MILLSTONE_UNKNOWN);

    api::Position stepped = position;
    for (const mill::Action& action :
         mill::legal_actions(rules, ours(position), {move.from, move.to, move.removed})) {
      const std::string text = mill::action_text(*rules.board, action);
      const api::Action step = variant.parse_action(stepped, text);
      EXPECT_EQ(variant.text(step), text);
      stepped = variant.play(stepped, step);
    }
    const api::Position after = variant.play(position, move);
    EXPECT_EQ(variant.text(stepped), variant.text(after)) << variant.text(position);
    EXPECT_EQ(variant.text(variant.parse_position(variant.text(after))), variant.text(after));
    position = after;
  }
}

TEST(CVariant, GamesArePlayedByTurnsAndByStepsWithoutFiles) {
  for (const char* name : {"three-mens-morris", "nine-mens-morris", "lasker-morris", "morabaraba"})
    for (unsigned game = 0; game < 10; ++game) {
      SCOPED_TRACE(name);
      play_a_game(api::Variant::find(name), mill::find_variant(name).value(), game);
    }
  for (unsigned game = 0; game < 40; ++game)
    play_a_game(api::Variant::find("five-mens-morris", {"isDefenderMoveFirst=true"}),
                mill::find_variant("five-mens-morris", {{"isDefenderMoveFirst", "true"}}).value(),
                game);
}

TEST(CVariant, IllegalMovesAndActionsAreRefused) {
  const api::Variant variant = api::Variant::find("nine-mens-morris");
  const api::Position start = variant.start_position();
  for (const char* text : {"a1-a4", "xa1", "zz", "", "a1xa4", "pass"}) {
    EXPECT_EQ(status_of([&] { variant.parse_move(start, text); }), MILLSTONE_ERROR_INVALID_POSITION)
        << text;
    EXPECT_EQ(status_of([&] { variant.parse_action(start, text); }),
              MILLSTONE_ERROR_INVALID_POSITION)
        << text;
  }
  api::Move move = variant.parse_move(start, "a1");
  move.reserved[1] = 1;
  EXPECT_EQ(status_of([&] { variant.play(start, move); }), MILLSTONE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(status_of([&] { variant.text(move); }), MILLSTONE_ERROR_INVALID_ARGUMENT);
  move.reserved[1] = 0;
  for (const int point : {-2, 24, 127, -128}) {
    move.to = static_cast<std::int8_t>(point);
    EXPECT_EQ(status_of([&] { variant.play(start, move); }), MILLSTONE_ERROR_INVALID_POSITION);
    EXPECT_EQ(status_of([&] { variant.text(move); }), MILLSTONE_ERROR_INVALID_ARGUMENT);
    api::Action action{MILLSTONE_PLACE, -1, move.to, {}};
    EXPECT_EQ(status_of([&] { variant.play(start, action); }), MILLSTONE_ERROR_INVALID_POSITION);
    EXPECT_EQ(status_of([&] { variant.text(action); }), MILLSTONE_ERROR_INVALID_ARGUMENT);
  }
  const api::Action unknown{9, -1, 0, {}};
  EXPECT_EQ(status_of([&] { variant.play(start, unknown); }), MILLSTONE_ERROR_INVALID_POSITION);
  EXPECT_EQ(status_of([&] { variant.text(unknown); }), MILLSTONE_ERROR_INVALID_ARGUMENT);
}

TEST(CVariant, TheStateTellsALossFromADraw) {
  const api::Variant variant = api::Variant::find("nine-mens-morris");
  const api::State lost = variant.state(variant.parse_position("O@O*****/*****@*O/**@***** w"));
  EXPECT_EQ(lost.state, MILLSTONE_OPEN);
  const api::State few = variant.state(variant.parse_position("O@******/*****@*O/**@***** w"));
  EXPECT_EQ(few.state, MILLSTONE_TOO_FEW_STONES);
  EXPECT_EQ(few.value, MILLSTONE_LOSS);
}

TEST(CVariant, TheStateOfABlockedSideFollowsTheRules) {
  for (const auto& [rule, value] : {std::pair{"stalemateAction=0", MILLSTONE_LOSS},
                                    std::pair{"stalemateAction=4", MILLSTONE_DRAW}}) {
    const api::Variant variant = api::Variant::find("nine-mens-morris", {"mayFly=false", rule});
    api::Position position{};
    position.own = 7;
    for (int32_t point = 0; point < 3; ++point)
      position.opponent |= millstone_neighbours(variant.get(), point) & ~position.own;
    const api::State state = variant.state(position);
    EXPECT_EQ(state.state, MILLSTONE_BLOCKED) << variant.text(position);
    EXPECT_EQ(state.value, static_cast<int>(value)) << variant.text(position);
  }
}

}  // namespace
