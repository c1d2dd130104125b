#include "base/numbers.h"

#include <gmock/gmock.h>

#include <cstdint>

namespace mill {
namespace {

using ::testing::Eq;
using ::testing::Optional;

TEST(Numbers, AreTheWholeText) {
  EXPECT_THAT(number_in<int>("-17"), Optional(-17));
  EXPECT_THAT(number_in<double>("2.5"), Optional(2.5));
  for (const char* text : {"", " 1", "1 ", "+1", "1.5", "0x10", "one", "-"})
    EXPECT_THAT(number_in<int>(text), Eq(std::nullopt)) << text;
}

TEST(Numbers, FitTheirType) {
  EXPECT_THAT(number_in<std::uint8_t>("255"), Optional(255));
  EXPECT_THAT(number_in<std::uint8_t>("256"), Eq(std::nullopt));
  EXPECT_THAT(number_in<std::uint64_t>("-1"), Eq(std::nullopt));
}

TEST(Numbers, OutsideOfTheirRangeAreRefusedWithTheRange) {
  EXPECT_EQ(parse_number("3", 1, 3, "lines").value(), 3);
  for (const char* text : {"0", "4", "x", ""})
    EXPECT_EQ(parse_number(text, 1, 3, "lines").error().message,
              fmt::format("lines: found '{}', expected a number from 1 to 3", text));
  EXPECT_FALSE(parse_number("nan", 0.0, 1.0, "weight").has_value());
}

}  // namespace
}  // namespace mill
