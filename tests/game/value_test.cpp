#include "game/value.h"

#include <gtest/gtest.h>

namespace mill {
namespace {

bool better(Outcome left, Outcome right) {
  if (left.value != right.value) return left.value > right.value;
  return left.value == Value::kWin ? left.distance < right.distance
                                   : left.distance > right.distance;
}

TEST(OutcomeByte, HoldsEveryOutcomeInItsRange) {
  for (int distance = 1; distance <= kLongestExactWin; distance += 2) {
    const Outcome win{Value::kWin, distance};
    EXPECT_EQ(to_outcome(to_byte(win)), win);
  }
  for (int distance = 0; distance <= kLongestExactLoss; distance += 2) {
    const Outcome loss{Value::kLoss, distance};
    EXPECT_EQ(to_outcome(to_byte(loss)), loss);
  }
  EXPECT_EQ(to_outcome(to_byte({})), Outcome{});
  EXPECT_EQ(to_byte({Value::kLoss, 0}), kLostNowByte);
}

TEST(OutcomeByte, IsSmallerWhereTheOutcomeIsBetter) {
  for (int left = 0; left < 256; ++left)
    for (int right = 0; right < 256; ++right)
      EXPECT_EQ(left < right, better(to_outcome(static_cast<OutcomeByte>(left)),
                                     to_outcome(static_cast<OutcomeByte>(right))));
}

TEST(OutcomeByte, TurnsIntoTheByteOfTheSideThatMovedThere) {
  for (int byte = 0; byte < 256; ++byte) {
    const Outcome after = to_outcome(static_cast<OutcomeByte>(byte));
    EXPECT_EQ(byte_before(static_cast<OutcomeByte>(byte)), to_byte(outcome_before(after))) << byte;
  }
}

TEST(OutcomeByte, OnlySaysOfALongDistanceThatItIsLong) {
  for (int distance : {253, 255, 1001}) {
    EXPECT_EQ(to_byte({Value::kWin, distance}), kLongWinByte);
    EXPECT_EQ(to_byte({Value::kLoss, distance + 1}), kLongLossByte);
  }
  EXPECT_FALSE(is_long(to_byte({Value::kWin, 251})));
  EXPECT_FALSE(is_long(to_byte({Value::kLoss, 252})));
  EXPECT_FALSE(is_long(kDrawByte));
}

TEST(Value, HasNamesAndOpposites) {
  EXPECT_EQ(value_name(Value::kWin), "win");
  EXPECT_EQ(value_name(Value::kDraw), "draw");
  EXPECT_EQ(value_name(Value::kLoss), "loss");
  EXPECT_EQ(opposite(Value::kWin), Value::kLoss);
  EXPECT_EQ(opposite(Value::kDraw), Value::kDraw);
}

}  // namespace
}  // namespace mill
