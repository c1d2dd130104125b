#include "game/notation.h"

#include <gtest/gtest.h>

#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

class Notation : public ::testing::Test {
 protected:
  const Variant variant_ = nine_mens_morris();
  const Board& board_ = *variant_.board;
};

TEST_F(Notation, OfActionsGoesBothWays) {
  for (std::string_view text : {"d6", "a1-a4", "xg7"}) {
    const Result<Action> action = parse_action(board_, text);
    ASSERT_TRUE(succeeds(action));
    EXPECT_EQ(action_text(board_, *action), text);
  }
  EXPECT_EQ(parse_action(board_, "d6")->kind, Action::Kind::kPlace);
  EXPECT_EQ(parse_action(board_, "a1-a4")->kind, Action::Kind::kMove);
  EXPECT_EQ(parse_action(board_, "xg7")->kind, Action::Kind::kRemove);
}

TEST_F(Notation, OfTurnsGoesBothWays) {
  for (std::string_view text : {"d6", "a1-a4", "xg7", "a1-a4xg7", "a7xd1", "a7xd1xa1"}) {
    const Result<Turn> turn = parse_turn(board_, text);
    ASSERT_TRUE(succeeds(turn));
    EXPECT_EQ(turn_text(board_, *turn), text);
  }
}

TEST_F(Notation, OfATurnIsTheNotationOfItsActions) {
  const Turn turn = *parse_turn(board_, "a1-a4xg7");
  const std::vector<Action> actions = actions_of(variant_, placed(variant_, "a1", "g7"), turn);
  ASSERT_EQ(actions.size(), 2u);
  EXPECT_EQ(action_text(board_, actions[0]), "a1-a4");
  EXPECT_EQ(action_text(board_, actions[1]), "xg7");
}

TEST_F(Notation, ThatIsWrongIsRefusedWithThePartThatIs) {
  struct Wrong {
    std::string_view text, message;
  };
  for (const Wrong& wrong : {Wrong{"", "found ''"},
                             {"d4", "found 'd4'"},
                             {"a", "found 'a'"},
                             {"A1", "found 'A1'"},
                             {"a1-", "found ''"},
                             {"a1-d4", "found 'd4'"},
                             {"a1-a4-a7", "found '-a'"},
                             {"a1-a1", "ends where it starts"},
                             {"a1a4", "only removals"},
                             {"xg7a1", "only removals"},
                             {"a1x", "found ''"},
                             {"a1xd4", "found 'd4'"},
                             {"a1 xg7", "found ' x'"},
                             {"a7xd1xd1", "removes d1 twice"},
                             {"x", "found ''"}})
    EXPECT_TRUE(
        fails_with(parse_turn(board_, wrong.text), ErrorCode::kInvalidArgument, wrong.message))
        << wrong.text;
  EXPECT_TRUE(fails_with(parse_action(board_, "a7xd1"), ErrorCode::kInvalidArgument,
                         "found 'xd1' after one action"));
}

TEST_F(Notation, OfALegalTurnIsToldFromThatOfAForbiddenOne) {
  const Position position = placed(variant_, "a7 d7 g4", "d6 c5 f2");
  EXPECT_TRUE(succeeds(parse_legal_turn(variant_, position, "g4-g7xd6")));
  for (std::string_view text : {"g4-g7", "g4-g1xd6", "a1", "xd6", "d6-f6", "g4-g7xa7"})
    EXPECT_TRUE(fails_with(parse_legal_turn(variant_, position, text), ErrorCode::kInvalidArgument,
                           "is not legal"))
        << text;
  EXPECT_TRUE(fails_with(parse_legal_turn(variant_, position, "g4-g8"), ErrorCode::kInvalidArgument,
                         "found 'g8'"));
}

TEST_F(Notation, OfEveryLegalTurnReadsBack) {
  const Variant six = six_mens_morris();
  for_each_position(*six.board, {3, 2, 0, 0}, [&](const Position& position) {
    for (const Turn& turn : generate_turns(six, position)) {
      const Result<Turn> read = parse_turn(*six.board, turn_text(*six.board, turn));
      ASSERT_TRUE(succeeds(read));
      ASSERT_EQ(*read, turn) << shown(six, position);
    }
  });
}

}  // namespace
}  // namespace mill
