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
  for (int distance = 1; distance <= kLongestExactWin; distance += 2) {
    const Outcome win{Value::kWin, distance};
    EXPECT_EQ(to_outcome(to_key(win)), win);
  }
  for (int distance = 0; distance <= kLongestExactLoss; distance += 2) {
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
    EXPECT_EQ(key_before(static_cast<Key>(key)), to_key(outcome_before(after))) << key;
  }
}

TEST(Key, OnlySaysOfALongDistanceThatItIsLong) {
  for (int distance : {253, 255, 1001}) {
    EXPECT_EQ(to_key({Value::kWin, distance}), kKeyLongWin);
    EXPECT_EQ(to_key({Value::kLoss, distance + 1}), kKeyLongLoss);
  }
  EXPECT_FALSE(is_long(to_key({Value::kWin, 251})));
  EXPECT_FALSE(is_long(to_key({Value::kLoss, 252})));
  EXPECT_FALSE(is_long(kKeyDraw));
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
