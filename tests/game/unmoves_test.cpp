#include "game/unmoves.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "game/notation.h"
#include "game/numbering.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

constexpr Subspace with_empty_hands(int own, int opponent) { return {own, opponent, 0, 0}; }

/// A set of turns, each with the positions before and after it, as their number and a sum of
/// hashes: enough to tell two such sets apart, whatever their order.
struct TurnSet {
  std::uint64_t size = 0, sum = 0;

  void add(const Position& before, const Turn& turn, const Position& after) {
    std::uint64_t hash = 0;
    for (std::uint64_t part : {std::uint64_t{before.own} << 32 | before.opponent,
                               std::uint64_t{after.own} << 32 | after.opponent,
                               std::uint64_t{turn.removed} << 32 |
                                   static_cast<std::uint64_t>(64 * turn.from + turn.to)}) {
      hash = (hash ^ part) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 29;
    }
    ++size;
    sum += hash;
  }
};

TurnSet unmoves_into(const Variant& variant, const Subspace& subspace) {
  TurnSet set;
  for_each_position(*variant.board, subspace, [&](const Position& after) {
    for (const Unmove& unmove : unmoves(variant, after)) set.add(unmove.before, unmove.turn, after);
  });
  return set;
}

/// @param most_removed  stones that a turn may take under the rules
TurnSet moves_into(const Variant& variant, const Subspace& subspace, int most_removed = 1) {
  TurnSet set;
  for (int removed = 0; removed <= most_removed; ++removed) {
    const Subspace from = with_empty_hands(subspace.opponent, subspace.own + removed);
    if (from.opponent > variant.rules.piece_count) continue;
    if (from.own + from.opponent > variant.board->points()) continue;
    for_each_position(*variant.board, from, [&](const Position& before) {
      for (const Turn& turn : generate_turns(variant, before)) {
        const Position after = apply(variant, before, turn);
        if (count(turn.removed) == removed && after.removals == 0) set.add(before, turn, after);
      }
    });
  }
  return set;
}

void expect_agreement(const Variant& variant, const std::vector<Subspace>& subspaces,
                      int most_removed = 1) {
  for (const Subspace& subspace : subspaces) {
    const TurnSet moves = moves_into(variant, subspace, most_removed);
    const TurnSet taken_back = unmoves_into(variant, subspace);
    EXPECT_EQ(taken_back.size, moves.size) << subspace.text();
    EXPECT_EQ(taken_back.sum, moves.sum) << subspace.text();
  }
}

std::vector<Subspace> all_subspaces(int most) {
  std::vector<Subspace> subspaces;
  for (int own = 0; own <= most; ++own)
    for (int opponent = 0; opponent <= most; ++opponent)
      subspaces.push_back(with_empty_hands(own, opponent));
  return subspaces;
}

TEST(Unmoves, AgreeWithMovesOnEveryPositionOfTheNinePointBoard) {
  Variant variant = three_mens_morris();
  expect_agreement(variant, all_subspaces(3));
  variant.rules.may_fly = false;
  expect_agreement(variant, all_subspaces(3));
  variant.rules.piece_count = 4;
  expect_agreement(variant, all_subspaces(4));
  variant.rules.remove_from_mills = true;
  expect_agreement(variant, all_subspaces(4));
}

TEST(Unmoves, AgreeWithMovesWhereABlockedSidePassesOrTakes) {
  Variant variant = three_mens_morris();
  variant.rules.piece_count = 4;
  variant.rules.may_fly = false;
  for (int action : {1, 2, 3, 4, 5}) {
    variant.rules.stalemate_action = static_cast<StalemateAction>(action);
    expect_agreement(variant, all_subspaces(4), 2);
  }
}

TEST(Unmoves, AgreeWithMovesThatTakeSeveralStones) {
  Variant variant = three_mens_morris();
  variant.rules.piece_count = 5;
  variant.rules.remove_multiple = true;
  expect_agreement(variant,
                   {with_empty_hands(1, 5), with_empty_hands(2, 5), with_empty_hands(3, 5)}, 2);
}

TEST(Unmoves, AgreeWithMovesOnASixteenPointBoard) {
  Variant variant = six_mens_morris();
  expect_agreement(variant, all_subspaces(3));
  variant.rules.fly_piece_count = 4;
  variant.rules.piece_count = 4;
  expect_agreement(variant, {with_empty_hands(4, 3)});
}

TEST(LongUnmoves, AgreeWithMovesInLargerSubspacesOfASixteenPointBoard) {
  Variant variant = six_mens_morris();
  expect_agreement(variant, {with_empty_hands(4, 4), with_empty_hands(6, 3)});
  variant.rules.may_fly = false;
  variant.rules.remove_from_mills = true;
  expect_agreement(variant, {with_empty_hands(4, 4)});
}

TEST(LongUnmoves, AgreeWithMovesOnEveryPositionOf3And4StonesOfNineMensMorris) {
  expect_agreement(nine_mens_morris(), {with_empty_hands(3, 3), with_empty_hands(3, 4)});
}

TEST(LongUnmoves, AgreeWithMovesOnEveryPositionOf4Against3OfNineMensMorris) {
  expect_agreement(nine_mens_morris(), {with_empty_hands(4, 3)});
}

void expect_legal(const Variant& variant, const Unmove& unmove, const Position& after) {
  ASSERT_TRUE(check_position(variant, unmove.before)) << shown(variant, after);
  const std::vector<Turn> legal = generate_turns(variant, unmove.before);
  ASSERT_EQ(std::count(legal.begin(), legal.end(), unmove.turn), 1)
      << turn_text(*variant.board, unmove.turn) << shown(variant, unmove.before);
  ASSERT_EQ(apply(variant, unmove.before, unmove.turn), after)
      << turn_text(*variant.board, unmove.turn) << shown(variant, unmove.before);
}

void expect_agreement_at(const Variant& variant, const Position& position) {
  for (const Turn& turn : generate_turns(variant, position)) {
    const std::vector<Unmove> list = unmoves(variant, apply(variant, position, turn));
    ASSERT_EQ(std::count(list.begin(), list.end(), Unmove{turn, position}), 1)
        << turn_text(*variant.board, turn) << shown(variant, position);
  }
  for (const Unmove& unmove : unmoves(variant, position)) expect_legal(variant, unmove, position);
}

TEST(Unmoves, AgreeWithMovesTurnByTurnOnSamplesOfNineMensMorris) {
  const Variant variant = nine_mens_morris();
  for (const Subspace& subspace :
       {with_empty_hands(3, 3), with_empty_hands(4, 3), with_empty_hands(3, 4),
        with_empty_hands(4, 4), with_empty_hands(5, 5)}) {
    const Numbering numbering = Numbering::make(variant, subspace);
    for (std::uint64_t slot = 0; slot < numbering.slots(); slot += numbering.slots() / 997)
      expect_agreement_at(variant, numbering.position(subspace, slot));
  }
}

TEST(Unmoves, PutBackTheStoneThatAMillTook) {
  const Variant variant = nine_mens_morris();
  const Position position = placed(variant, "f2 e5 d3", "a7 d7 g7 c3");
  const Unmove expected{*parse_turn(*variant.board, "g4-g7xb6"),
                        placed(variant, "a7 d7 g4 c3", "f2 e5 d3 b6")};
  const std::vector<Unmove> list = unmoves(variant, position);
  EXPECT_EQ(std::count(list.begin(), list.end(), expected), 1) << shown(variant, position);
}

TEST(Unmoves, LeadNowhereFromASideThatHadLostBefore) {
  const Variant variant = nine_mens_morris();
  EXPECT_TRUE(unmoves(variant, placed(variant, "a7 d7 g7", "f2 e5")).empty());
}

}  // namespace
}  // namespace mill
