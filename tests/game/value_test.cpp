#include "game/value.h"

#include <gtest/gtest.h>

namespace millstone {
namespace {

bool better(Outcome left, Outcome right) {
  if (left.value != right.value) return left.value > right.value;
  return left.value == Value::kWin ? left.distance < right.distance
                                   : left.distance > right.distance;
}

TEST(Key, HoldsEveryOutcomeInItsRange) {
  for (int distance = 1; distance <= kMaxWinDistance; distance += 2) {
    const Outcome win{Value::kWin, distance};
    EXPECT_EQ(to_outcome(to_key(win)), win);
  }
  for (int distance = 0; distance <= kMaxLossDistance; distance += 2) {
    const Outcome loss{Value::kLoss, distance};
    EXPECT_EQ(to_outcome(to_key(loss)), loss);
  }
  EXPECT_EQ(to_outcome(to_key({})), Outcome{});
  EXPECT_EQ(to_key({Value::kLoss, 0}), kKeyLostNow);
}

TEST(Key, IsSmallerWhereTheOutcomeIsBetter) {
  for (int left = 0; left < 256; ++left)
    for (int right = 0; right < 256; ++right)
      EXPECT_EQ(left < right,
                better(to_outcome(static_cast<Key>(left)), to_outcome(static_cast<Key>(right))));
}

TEST(Key, TurnsIntoTheKeyOfTheSideThatMovedThere) {
  for (int key = 0; key < 256; ++key) {
    const Outcome after = to_outcome(static_cast<Key>(key));
    if (after == Outcome{Value::kLoss, kMaxLossDistance}) continue;  // a win too long for a key
    EXPECT_EQ(to_outcome(key_before(static_cast<Key>(key))), outcome_before(after)) << key;
  }
}

TEST(Value, HasNamesAndOpposites) {
  EXPECT_EQ(value_name(Value::kWin), "win");
  EXPECT_EQ(value_name(Value::kDraw), "draw");
  EXPECT_EQ(value_name(Value::kLoss), "loss");
  EXPECT_EQ(opposite(Value::kWin), Value::kLoss);
  EXPECT_EQ(opposite(Value::kDraw), Value::kDraw);
}

}  // namespace
}  // namespace millstone
