#include "engine/search/time_manager.h"

#include <gtest/gtest.h>

namespace mill {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kOverhead(10);

TEST(TimeManager, SharesTheClockAmongTheMovesToCome) {
  EXPECT_EQ(thinking_time({milliseconds(30'010), {}, {}}, kOverhead), milliseconds(1000));
  EXPECT_EQ(thinking_time({milliseconds(10'010), {}, 10}, kOverhead), milliseconds(1000));
}

TEST(TimeManager, SpendsMostOfTheIncrement) {
  EXPECT_EQ(thinking_time({milliseconds(30'010), milliseconds(400), {}}, kOverhead),
            milliseconds(1300));
}

TEST(TimeManager, KeepsHalfOfAShortClockForTheNextMove) {
  EXPECT_EQ(thinking_time({milliseconds(110), milliseconds(1000), {}}, kOverhead),
            milliseconds(50));
}

TEST(TimeManager, UsesTheWholeClockForTheLastMoveButTheOverhead) {
  EXPECT_EQ(thinking_time({milliseconds(500), {}, 1}, kOverhead), milliseconds(490));
  EXPECT_EQ(thinking_time({milliseconds(500), milliseconds(900), 1}, kOverhead), milliseconds(490));
}

TEST(TimeManager, ThinksForAMillisecondWhenThereIsNoTime) {
  EXPECT_EQ(thinking_time({milliseconds(5), {}, {}}, kOverhead), milliseconds(1));
  EXPECT_EQ(thinking_time({milliseconds(0), {}, 1}, kOverhead), milliseconds(1));
  EXPECT_EQ(thinking_time({milliseconds(-500), milliseconds(100), {}}, kOverhead), milliseconds(1));
}

TEST(TimeManager, NeverLosesOnTimeByItself) {
  for (const int increment : {0, 20, 500}) {
    milliseconds left(1000);
    for (int move = 0; move < 200; ++move) {
      const milliseconds spent = thinking_time({left, milliseconds(increment), {}}, kOverhead);
      ASSERT_LT(spent + milliseconds(1), left) << "move " << move;
      left += milliseconds(increment) - spent;
      if (left < 2 * kOverhead) break;  // with so little nobody could go on
    }
  }
}

}  // namespace
}  // namespace mill
