// The rules are asked in many ways: by actions and by turns, forwards and backwards, by counts
// alone, by the search, by a game and its text. All must play the same game.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "engine/games/game.h"
#include "engine/positions/move_maker.h"
#include "game/notation.h"
#include "game/text_play.h"
#include "game/transitions.h"
#include "game/unmoves.h"
#include "tests/support/random_rules.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

constexpr int kRandomRules = 60;
constexpr std::uint32_t kRulesSeed = 14;
constexpr std::size_t kPositions = 250;  // of each variant
constexpr std::size_t kLongest = 120;    // actions of a game

/// The presets that this version plays, and rules drawn at random.
std::vector<RuleSetting> all_rules() {
  std::vector<RuleSetting> rules;
  for (const Preset& preset : list_presets()) rules.push_back({preset.name, preset.variant});
  for (RuleSetting& setting : random_rule_settings(kRandomRules, kRulesSeed))
    rules.push_back(std::move(setting));
  return rules;
}

/// A turn and what it leads to, found by playing actions one after another.
struct WalkedTurn {
  Turn turn;
  Played after;
};

void walk_turns(const Variant& variant, const Position& position, const Turn& begun,
                std::vector<WalkedTurn>& found) {
  for (const Action& action : generate_actions(variant, position)) {
    Turn turn = begun;
    if (action.kind == Action::Kind::kRemove) {
      turn.removed |= bit(action.to);
    } else {
      turn.from = action.from;
      turn.to = action.to;
    }
    const Played after = play(variant, position, action);
    if (turn_goes_on(position, action, after))
      walk_turns(variant, after.position, turn, found);
    else if (std::none_of(found.begin(), found.end(),
                          [&](const WalkedTurn& each) { return each.turn == turn; }))
      found.push_back({turn, after});
  }
}

std::vector<std::string> sorted_texts(const Board& board, const std::vector<Turn>& turns) {
  std::vector<std::string> texts;
  for (const Turn& turn : turns) texts.push_back(turn_text(board, turn));
  std::sort(texts.begin(), texts.end());
  return texts;
}

/// No text tells that a mill may have earned what a capture has, nor whether a side that is blocked
/// has too few stones, too, where counts do not say so.
TextPosition as_text_tells(const Variant& variant, TextPosition now) {
  Position& position = now.position;
  if (position.memory.has_lost) {
    position.memory.has_lost = false;
    position.memory.has_lost = status(variant, position) == Status::kOpen;
  }
  if (position.memory.cause != Memory::Cause::kCaptureOrMill) return now;
  position.memory.cause = Memory::Cause::kCapture;
  const int due = position.memory.together ? due_by_intervention(variant.rules, position) : 1;
  position.removals = static_cast<std::uint8_t>(due);
  return now;
}

class SameRules : public ::testing::TestWithParam<RuleSetting> {
 protected:
  const Variant& variant() const { return GetParam().variant; }

  /// Calls `visit(game)` for some positions of games played at random from the empty board.
  template <typename Visit>
  void for_each_game_position(Visit&& visit) {
    std::mt19937 random(5);
    std::size_t visited = 0;
    while (visited < kPositions) {
      Game game(variant());
      for (std::size_t length = 0; length < kLongest; ++length) {
        visit(game);
        ++visited;
        if (HasFailure()) return;
        const std::vector<Action> actions = generate_actions(variant(), game.position());
        if (actions.empty()) break;
        ASSERT_TRUE(succeeds(game.play(actions[random() % actions.size()])));
      }
    }
  }

  std::string shown_now(const Game& game) const { return shown(variant(), game.position()); }

  bool has_transition(const Position& before, const Turn& turn, const Played& played) const;
  void expect_foreseen(const std::vector<Subspace>& foreseen, const Position& position) const;
};

/// Whether the counts alone foresee what a turn does that only usual rules act on.
bool SameRules::has_transition(const Position& before, const Turn& turn,
                               const Played& played) const {
  using Kind = Transition::Kind;
  const bool relieved = turn.to < 0 || (before.opponent & bit(turn.to));
  const Kind kind = relieved ? Kind::kBlocked : turn.from < 0 ? Kind::kPlace : Kind::kMove;
  const Position& after = played.position;
  const int opponent_left = played.same_side ? after.opponent_total() : after.own_total();
  for (const Transition& each : transitions(variant(), subspace_of(variant(), before))) {
    if (each.kind != kind || each.taken != count(turn.removed)) continue;
    if (each.wins && opponent_left < variant().rules.pieces_at_least_count) return true;
    if (each.wins || each.keeps_turn != played.same_side) continue;
    // On a full board the other side takes a stone, too, before anybody moves.
    Subspace counts = subspace_of(variant(), after);
    if (after.removals) {
      counts.due = 0;
      --counts.opponent;
      counts = counts.mirror();
    }
    if (each.after == counts) return true;
  }
  return false;
}

/// The position that a turn leads to, or all that follow before anybody moves, lie in subspaces
/// that counts foresee, or the game is over.
void SameRules::expect_foreseen(const std::vector<Subspace>& foreseen,
                                const Position& position) const {
  if (has_lost(variant().rules, position) || opponent_has_lost(variant().rules, position)) return;
  const auto expect_one = [&](const Subspace& subspace) {
    ASSERT_NE(std::find(foreseen.begin(), foreseen.end(), subspace), foreseen.end())
        << subspace.text() << shown(variant(), position);
  };
  const Subspace subspace = subspace_of(variant(), position);
  if (is_settled(variant(), position)) return expect_one(subspace);
  // Where a step is forbidden the way to what is settled may be long.
  if (position.removals == 0) {
    for (const Subspace& next : successors(variant(), subspace)) expect_one(next);
    return expect_one(subspace);
  }
  for (const Turn& turn : generate_turns(variant(), position))
    expect_foreseen(foreseen, apply(variant(), position, turn));
}

TEST_P(SameRules, ActionByActionAndTurnByTurn) {
  for_each_game_position([&](const Game& game) {
    const Position& position = game.position();
    std::vector<WalkedTurn> walked;
    walk_turns(variant(), position, {}, walked);
    std::vector<Turn> by_actions;
    for (const WalkedTurn& each : walked) by_actions.push_back(each.turn);
    ASSERT_EQ(sorted_texts(*variant().board, generate_turns(variant(), position)),
              sorted_texts(*variant().board, by_actions))
        << shown_now(game);
    for (const WalkedTurn& each : walked) {
      const Played played = play(variant(), position, each.turn);
      ASSERT_EQ(played.position, each.after.position)
          << turn_text(*variant().board, each.turn) << shown_now(game);
      ASSERT_EQ(played.same_side, each.after.same_side)
          << turn_text(*variant().board, each.turn) << shown_now(game);
    }
  });
}

TEST_P(SameRules, GamesAndTheirTexts) {
  for_each_game_position([&](const Game& game) {
    const std::string text = position_text(variant(), game.now());
    const auto read = parse_position_text(variant(), text);
    ASSERT_TRUE(succeeds(read)) << text;
    ASSERT_EQ(*read, as_text_tells(variant(), game.now())) << text;
    for (const Turn& turn : generate_turns(variant(), game.position())) {
      Game next(variant(), game.now());
      ASSERT_TRUE(succeeds(next.play(turn_text(*variant().board, turn)))) << shown_now(game);
      ASSERT_EQ(next.now(), play(variant(), game.now(), turn))
          << turn_text(*variant().board, turn) << shown_now(game);
    }
  });
}

TEST_P(SameRules, TheSearch) {
  const MoveMaker moves(variant());
  for_each_game_position([&](const Game& game) {
    const SearchPosition at = SearchPosition::of(game.position(), 0, 7);
    const std::vector<Action> expected = generate_actions(variant(), game.position());
    ActionList found;
    if (!moves.has_too_few(at)) moves.generate(at, found);
    ASSERT_EQ(std::vector<Action>(found.begin(), found.end()), expected) << shown_now(game);
    for (const Action& action : expected) {
      const Played played = play(variant(), game.position(), action);
      const SearchPosition next = moves.play(at, action);
      const int quiet = is_irreversible(action) ? 0 : 8;
      ASSERT_EQ(next, SearchPosition::of(played.position, played.same_side ? 0 : 1, quiet))
          << action_text(*variant().board, action) << shown_now(game);
    }
  });
}

TEST_P(SameRules, CountsAlone) {
  if (!check_solvable(variant())) GTEST_SKIP() << "more than counts is remembered";
  for_each_game_position([&](const Game& game) {
    const Position& position = game.position();
    if (!is_settled(variant(), position)) return;
    const Subspace subspace = subspace_of(variant(), position);
    if (is_decided(variant(), subspace)) return;
    const std::vector<Subspace> foreseen = looked_up(variant(), subspace);
    for (const Turn& turn : generate_turns(variant(), position)) {
      const Played played = play(variant(), position, turn);
      SCOPED_TRACE(turn_text(*variant().board, turn) + shown_now(game));
      expect_foreseen(foreseen, played.position);
      if (has_usual_turns(variant(), subspace)) {
        ASSERT_TRUE(has_transition(position, turn, played));
      }
      if (HasFatalFailure()) return;
    }
  });
}

/// On small boards, since there is no quick way back under some rules; unmoves_test.cpp has larger
/// ones.
class SameRulesOnSmallBoards : public SameRules {
 protected:
  /// Whether the side to move remembers what its turn may forget, so that no way leads back.
  static bool forgets(const Position& before) { return before.memory.own_mill.exists(); }
};

TEST_P(SameRulesOnSmallBoards, Backwards) {
  const auto is_plain = [](const Position& position) {
    return position.hands() + position.removals == 0;
  };
  for_each_game_position([&](const Game& game) {
    const Position& before = game.position();
    if (!is_plain(before) || forgets(before)) return;
    for (const Turn& turn : generate_turns(variant(), before)) {
      const Played played = play(variant(), before, turn);
      if (played.same_side || !is_plain(played.position)) continue;
      const std::vector<Unmove> back = unmoves(variant(), played.position);
      ASSERT_EQ(std::count(back.begin(), back.end(), Unmove{turn, before}), 1)
          << turn_text(*variant().board, turn) << shown_now(game);
      for (const Unmove& unmove : back)
        ASSERT_EQ(play(variant(), unmove.before, unmove.turn).position, played.position)
            << turn_text(*variant().board, unmove.turn) << shown(variant(), unmove.before);
    }
  });
}

/// Turns that neither set nor take a stone, with stones in hand, too.
TEST_P(SameRulesOnSmallBoards, BackwardsWhereNothingIsTaken) {
  for_each_game_position([&](const Game& game) {
    const Position& before = game.position();
    if (before.removals > 0 || forgets(before)) return;
    for (const Turn& turn : generate_turns(variant(), before)) {
      const Played played = play(variant(), before, turn);
      const bool is_quiet = (turn.from >= 0 || turn.to < 0) && turn.removed == 0;
      if (!is_quiet || played.same_side || played.position.removals > 0) continue;
      if (played.position.hands() != before.hands()) continue;
      const std::vector<Unmove> back = quiet_unmoves(variant(), played.position);
      ASSERT_EQ(std::count(back.begin(), back.end(), Unmove{turn, before}), 1)
          << turn_text(*variant().board, turn) << shown_now(game);
      for (const Unmove& unmove : back) {
        const std::vector<Turn> legal = generate_turns(variant(), unmove.before);
        ASSERT_EQ(std::count(legal.begin(), legal.end(), unmove.turn), 1)
            << turn_text(*variant().board, unmove.turn) << shown(variant(), unmove.before);
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, SameRules, ::testing::ValuesIn(sample_for_build(all_rules())));
INSTANTIATE_TEST_SUITE_P(All, SameRulesOnSmallBoards,
                         ::testing::ValuesIn(sample_for_build(random_rule_settings(kRandomRules,
                                                                                   kRulesSeed))));

}  // namespace
}  // namespace mill
