#include "engine/search/action_values.h"

#include <gtest/gtest.h>

#include "game/notation.h"
#include "tests/engine/shipped_match.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

Engine make_engine(const Variant& variant, std::shared_ptr<const Prober> prober) {
  EngineOptions options;
  options.hash_bytes = std::uint64_t{1} << 20;
  options.prober = std::move(prober);
  auto engine = Engine::create(variant, options);
  MILLSTONE_CHECK(engine.has_value());
  return std::move(*engine);
}

/// The best an action of a turn can come to, over all turns that begin with it.
RankedTurn best_turn_with(const Variant& variant, const Position& position,
                          const std::vector<RankedTurn>& turns, const Action& action) {
  for (const RankedTurn& ranked : turns)
    if (actions_of(variant, position, ranked.turn).front() == action) return ranked;
  MILLSTONE_CHECK(false);
}

/// Compares all positions of a game that `choice` decides with the ranked turns of the database.
void expect_same_as_ranked_turns(Engine& engine, const Prober& prober, Game game,
                                 std::size_t choice) {
  const Variant& variant = game.variant();
  for (int ply = 0; ply < 12; ++ply) {
    if (status(variant, game.position()) != Status::kOpen) return;
    const auto turns = prober.rank_turns(game.position());
    ASSERT_TRUE(turns.has_value());
    const auto values = value_actions(engine, game, {});
    ASSERT_EQ(values.size(), generate_actions(variant, game.position()).size());
    for (const ActionValue& found : values) {
      const RankedTurn expected =
          best_turn_with(game.variant(), game.position(), *turns, found.action);
      ASSERT_EQ(found.value, expected.value) << shown(variant, game.position());
      ASSERT_EQ(found.distance, expected.distance) << shown(variant, game.position());
    }
    EXPECT_EQ(values.front().value, turns->front().value);
    ASSERT_TRUE(game.play(values[choice % values.size()].action).has_value());
    choice = choice * 7 + 3;
  }
}

TEST(ActionValues, AreThoseOfTheDatabase) {
  const Variant variant = shipped_variant();
  const auto prober = shipped_prober();
  Engine engine = make_engine(variant, prober);
  HistoryRules endless{0, 0, false};
  for (std::size_t choice = 0; choice < 200; ++choice)
    expect_same_as_ranked_turns(engine, *prober, Game(variant, endless), choice);
}

TEST(ActionValues, OfASearchAreThoseOfTheDatabaseWhereItSeesTheEnd) {
  const Variant variant = shipped_variant();
  const auto prober = shipped_prober();
  Engine with = make_engine(variant, prober);
  Engine without = make_engine(variant, nullptr);
  Game game(variant);
  for (const char* move : {"b2", "b3", "c3", "a1"}) ASSERT_TRUE(game.play(move).has_value());
  ValueOptions options;
  options.limits.depth = 5;
  int certain = 0;
  const auto known = value_actions(with, game, {});
  for (const ActionValue& found : value_actions(without, game, options)) {
    if (!found.value || *found.value == Value::kDraw) continue;
    ++certain;
    for (const ActionValue& exact : known)
      if (exact.action == found.action) {
        EXPECT_EQ(found.value, exact.value);
      }
  }
  EXPECT_GT(certain, 0);
}

TEST(ActionValues, KnowWhatTheRulesEnd) {
  const Variant variant = nine_mens_morris();
  Engine engine = make_engine(variant, nullptr);
  // A removal is due, and the opponent has three stones.
  const auto start =
      parse_position_text(variant, "OO*****O/********/*@**@**@ w m r 3 0 3 0 1 0 0 0 0 0 0 0 9");
  ASSERT_TRUE(start.has_value());
  const auto values = value_actions(engine, Game(variant, *start), {});
  ASSERT_EQ(values.size(), 3);
  for (const ActionValue& found : values) {
    EXPECT_EQ(found.value, Value::kWin);
    EXPECT_EQ(found.distance, 1);
    EXPECT_EQ(found.score, mate_in(1));
  }
}

TEST(ActionValues, CallAThirdRepetitionADraw) {
  const Variant variant = nine_mens_morris();
  Engine engine = make_engine(variant, nullptr);
  const auto start = parse_position_text(variant, "O@O*****/*****@*O/**@***** w");
  ASSERT_TRUE(start.has_value());
  Game game(variant, *start);
  for (const char* move : {"b6-a7", "b2-a1", "a7-b6", "a1-b2", "b6-a7", "b2-a1", "a7-b6"})
    ASSERT_TRUE(game.play(move).has_value());
  ValueOptions options;
  options.limits.depth = 1;
  int draws = 0;
  for (const ActionValue& found : value_actions(engine, game, options)) {
    if (found.value != Value::kDraw) continue;
    EXPECT_EQ(action_text(*variant.board, found.action), "a1-b2");
    ++draws;
  }
  EXPECT_EQ(draws, 1);
}

TEST(ActionValues, ThatWereNotReachedBeforeTheStopComeLast) {
  const Variant variant = nine_mens_morris();
  Engine engine = make_engine(variant, nullptr);
  int asked = 0;
  ValueOptions options;
  options.limits.depth = 1;
  options.is_stopped = [&asked] { return ++asked > 3; };
  const auto values = value_actions(engine, Game(variant), options);
  ASSERT_EQ(values.size(), 24);
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(values[i].is_known, i < 3);
}

}  // namespace
}  // namespace mill
