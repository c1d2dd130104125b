// Databases of rules that few variants have, and what is played from them, against brute force:
// also in the middle of turns, where stones are due.

#include <gtest/gtest.h>

#include <random>

#include "builder/database_builder.h"
#include "engine/games/game.h"
#include "engine/search/engine.h"
#include "game/mill_memory.h"
#include "game/transitions.h"
#include "prober/prober.h"
#include "tests/builder/brute_force.h"
#include "tests/support/rule_settings.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

constexpr int kRareGames = 60;
constexpr std::size_t kRareLength = 60;  // actions of a game
constexpr int kAsked = 150;              // positions that the engine is asked about

/// Those that are worked out turn by turn.
std::vector<RuleSetting> rare_rules() {
  std::vector<RuleSetting> rules = quick_rule_settings();
  std::erase_if(rules, [](const RuleSetting& each) {
    const Subspace start = subspace_of(each.variant, start_position(each.variant));
    const std::vector<Subspace> all = closure(each.variant, {start});
    return std::ranges::all_of(
        all, [&](const Subspace& subspace) { return has_usual_turns(each.variant, subspace); });
  });
  return rules;
}

class RareRules : public ::testing::TestWithParam<RuleSetting> {
 protected:
  void SetUp() override {
    BuildOptions options;
    options.directory = directory_.path();
    options.roots = {start()};
    ASSERT_TRUE(succeeds(build_database(variant(), options)));
    auto prober = Prober::open(directory_.path(), variant());
    ASSERT_TRUE(succeeds(prober));
    prober_ = std::make_shared<const Prober>(*std::move(prober));
  }

  const Variant& variant() const { return GetParam().variant; }
  Subspace start() const { return subspace_of(variant(), start_position(variant())); }

  /// Calls `visit(game)` for the positions of games played at random, pending removals among them.
  template <typename Visit>
  void for_each_position_of_games(const Visit& visit) {
    std::mt19937 random(19);
    for (int number = 0; number < kRareGames; ++number) {
      Game game(variant());
      for (std::size_t length = 0; length < kRareLength && !HasFatalFailure(); ++length) {
        visit(game);
        const std::vector<Action> actions = generate_actions(variant(), game.position());
        if (actions.empty()) break;
        ASSERT_TRUE(succeeds(game.play(actions[random() % actions.size()])));
      }
    }
  }

  std::shared_ptr<const Prober> prober_;

 private:
  TemporaryDirectory directory_;
};

TEST_P(RareRules, ADatabaseAnswersAsBruteForceDoes) {
  const BruteForce expected(variant(), start());
  int steps_forbidden = 0;
  for_each_position_of_games([&](const Game& game) {
    steps_forbidden += forbidden_step(variant(), game.position()).exists();
    const auto found = prober_->outcome(game.position());
    ASSERT_TRUE(succeeds(found)) << shown(variant(), game.position());
    ASSERT_EQ(*found, expected.outcome(game.position())) << shown(variant(), game.position());
  });
  EXPECT_EQ(steps_forbidden > 0, variant().rules.restrict_repeated_mills);
}

TEST_P(RareRules, TheEngineKeepsTheValueOfItsDatabase) {
  EngineOptions options;
  options.prober = prober_;
  auto engine = Engine::create(variant(), options);
  ASSERT_TRUE(succeeds(engine));
  int asked = 0;
  for_each_position_of_games([&](const Game& game) {
    if (asked >= kAsked || game.result().ending != Ending::kOpen) return;
    if (generate_actions(variant(), game.position()).empty()) return;
    ++asked;
    SearchLimits limits;
    limits.depth = 2;
    const Action chosen = engine->think(game, limits).lines.front().actions.front();
    const Played played = play(variant(), game.position(), chosen);
    const auto before = prober_->value(game.position());
    const auto after = prober_->value(played.position);
    ASSERT_TRUE(succeeds(before) && succeeds(after));
    ASSERT_EQ(played.same_side ? *after : opposite(*after), *before)
        << shown(variant(), game.position());
  });
}

INSTANTIATE_TEST_SUITE_P(All, RareRules, ::testing::ValuesIn(sample_for_build(rare_rules())),
                         [](const auto& setting) { return setting.param.name; });

}  // namespace
}  // namespace mill
