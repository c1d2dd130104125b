#include "engine/positions/move_maker.h"

#include <gtest/gtest.h>

#include <random>

#include "game/notation.h"
#include "game/perft.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

/// A variant by name with settings, as on the command line.
struct Setting {
  std::string name;
  std::vector<RuleField> fields;
};

void PrintTo(const Setting& setting, std::ostream* stream) {
  *stream << setting.name;
  for (const RuleField& field : setting.fields) *stream << " " << field.field << "=" << field.value;
}

std::vector<Setting> all_settings() {
  return {{"nine-mens-morris", {}},
          {"nine-mens-morris", {{"pieceCount", "4"}}},
          {"nine-mens-morris", {{"mayRemoveMultiple", "true"}}},
          {"nine-mens-morris", {{"mayRemoveFromMillsAlways", "true"}}},
          {"nine-mens-morris", {{"stalemateAction", "1"}, {"mayFly", "false"}}},
          {"nine-mens-morris", {{"stalemateAction", "2"}, {"mayFly", "false"}}},
          {"nine-mens-morris", {{"stalemateAction", "3"}, {"flyPieceCount", "4"}}},
          {"nine-mens-morris", {{"stalemateAction", "4"}, {"isDefenderMoveFirst", "true"}}},
          {"lasker-morris", {}},
          {"lasker-morris", {{"flyCountsHand", "false"}, {"pieceCount", "5"}}},
          {"morabaraba", {}},
          {"morabaraba-multiple-removal", {}},
          {"twelve-mens-morris", {{"boardFullAction", "1"}}},
          {"experimental", {}},
          {"twelve-mens-morris", {{"boardFullAction", "3"}}},
          {"twelve-mens-morris", {{"stopPlacingWhenTwoEmptySquares", "true"}}},
          {"dooz", {}},
          {"three-mens-morris", {}},
          {"five-mens-morris", {}},
          {"seven-mens-morris", {}}};
}

class MoveMakerTest : public ::testing::TestWithParam<Setting> {
 protected:
  void SetUp() override {
    auto variant = find_variant(GetParam().name, GetParam().fields);
    ASSERT_TRUE(succeeds(variant));
    variant_ = *variant;
  }

  /// Plays at random from the start, calling `visit(at, actions)` before each action.
  template <typename Visit>
  void play_games(int games, Visit&& visit) {
    const MoveMaker moves(variant_);
    std::mt19937 random(7);
    for (int game = 0; game < games; ++game) {
      SearchPosition at = SearchPosition::of(start_position(variant_), 0, 0);
      for (int length = 0; length < 200; ++length) {
        const std::vector<Action> actions = generate_actions(variant_, at.position);
        visit(moves, at, actions);
        if (actions.empty() || ::testing::Test::HasFailure()) break;
        at = moves.play(at, actions[random() % actions.size()]);
      }
    }
  }

  /// The position after an action that does no more than it says and ends the turn.
  static Position played_plainly(Position position, const Action& action) {
    position.removals = 0;
    if (action.kind == Action::Kind::kRemove) position.opponent &= ~bit(action.to);
    if (action.kind == Action::Kind::kMove) position.own &= ~bit(action.from);
    if (action.kind == Action::Kind::kPlace) --position.own_hand;
    if (action.kind == Action::Kind::kPlace || action.kind == Action::Kind::kMove)
      position.own |= bit(action.to);
    return turned(position);
  }

  Variant variant_;
};

TEST_P(MoveMakerTest, FindsTheActionsOfTheReference) {
  play_games(60, [&](const MoveMaker& moves, const SearchPosition& at,
                     const std::vector<Action>& expected) {
    ActionList found;
    if (!moves.has_too_few(at)) moves.generate(at, found);
    ASSERT_EQ(std::vector<Action>(found.begin(), found.end()), expected)
        << shown(variant_, at.position);
  });
}

TEST_P(MoveMakerTest, FindsTheActionsThatCompleteALine) {
  play_games(60, [&](const MoveMaker& moves, const SearchPosition& at,
                     const std::vector<Action>& actions) {
    if (at.position.removals > 0 || moves.has_too_few(at)) return;
    std::vector<Action> expected;
    for (const Action& action : actions) {
      if (action.kind != Action::Kind::kPlace && action.kind != Action::Kind::kMove) continue;
      const Mask own = turned(played_plainly(at.position, action)).own;
      if (std::ranges::any_of(variant_.board->lines, [&](Mask line) {
            return (line & bit(action.to)) != 0 && (line & ~own) == 0;
          }))
        expected.push_back(action);
    }
    ActionList found;
    moves.generate_completing(at, found);
    ASSERT_EQ(std::vector<Action>(found.begin(), found.end()), expected)
        << shown(variant_, at.position);
  });
}

TEST_P(MoveMakerTest, SeesWhetherALineMayBeCompleted) {
  play_games(60, [&](const MoveMaker& moves, const SearchPosition& at,
                     const std::vector<Action>& actions) {
    if (at.position.removals > 0 || moves.has_too_few(at)) return;
    const Position& position = at.position;
    const Board& board = *variant_.board;
    const bool in_reach_from_anywhere = std::ranges::any_of(actions, [&](const Action& action) {
      return action.kind == Action::Kind::kPlace ||
             (action.kind == Action::Kind::kMove &&
              !(board.neighbours[static_cast<std::size_t>(action.from)] & bit(action.to)));
    });
    Mask beside = 0;
    for_each_bit(position.own,
                 [&](int point) { beside |= board.neighbours[static_cast<std::size_t>(point)]; });
    const bool expected = std::ranges::any_of(board.lines, [&](Mask line) {
      const Mask wanted = line & ~position.own;
      return count(wanted) == 1 && !(wanted & position.opponent) &&
             (in_reach_from_anywhere || (wanted & beside));
    });
    ASSERT_EQ(moves.may_complete(at), expected) << shown(variant_, position);
    ActionList completing;
    moves.generate_completing(at, completing);
    ASSERT_TRUE(expected || completing.empty()) << shown(variant_, position);
  });
}

TEST_P(MoveMakerTest, PlaysAsTheReferenceAndKeepsKeysAndCounts) {
  play_games(40, [&](const MoveMaker& moves, const SearchPosition& at,
                     const std::vector<Action>& actions) {
    for (const Action& action : actions) {
      const SearchPosition next = moves.play(at, action);
      const Played expected = play(variant_, at.position, action);
      ASSERT_EQ(next.position, expected.position)
          << action_text(*variant_.board, action) << shown(variant_, at.position);
      ASSERT_EQ(next.side == at.side, expected.same_side);
      ASSERT_EQ(next, SearchPosition::of(next.position, next.side, next.quiet))
          << action_text(*variant_.board, action) << shown(variant_, at.position);
      const bool is_quiet =
          action.kind == Action::Kind::kMove || action.kind == Action::Kind::kPass;
      ASSERT_EQ(next.quiet, is_quiet ? at.quiet + 1 : 0);
      if (next.position == played_plainly(at.position, action)) {
        ASSERT_EQ(at.key_after(action), next.key) << action_text(*variant_.board, action);
      }
    }
  });
}

TEST_P(MoveMakerTest, CountsTurnsAsTheReference) {
  play_games(
      3, [&](const MoveMaker& moves, const SearchPosition& at, const std::vector<Action>& actions) {
        const int depth = actions.size() > 20 ? 2 : 3;
        ASSERT_EQ(moves.perft_turns(at, depth), perft_turns(variant_, at.position, depth))
            << shown(variant_, at.position);
      });
}

INSTANTIATE_TEST_SUITE_P(Rules, MoveMakerTest,
                         ::testing::ValuesIn(sample_for_build(all_settings())));

TEST(SearchPosition, TellsSidesHandsAndRemovalsApart) {
  const Variant variant = nine_mens_morris();
  const Position position = placed(variant, "a1 d7", "g4", 3, 4);
  const auto key = [](const Position& of) { return SearchPosition::of(of, 0, 0).key; };
  Position pending = position;
  pending.removals = 1;
  Position other_hand = position;
  other_hand.own_hand = 4;
  EXPECT_NE(key(position), key(turned(position)));
  EXPECT_NE(key(position), key(pending));
  EXPECT_NE(key(position), key(other_hand));
  SearchPosition at = SearchPosition::of(position, 0, 0);
  at.turn();
  EXPECT_EQ(at.key, key(turned(position)));
}

}  // namespace
}  // namespace mill
