#include "reports/terminal.h"

#include <gtest/gtest.h>

namespace mill {
namespace {

TEST(Terminal, WidthCountsCharactersAndNotBytes) {
  EXPECT_EQ(display_width("83 · 0"), 6U);
  EXPECT_EQ(display_width(""), 0U);
}

TEST(Terminal, WhatDoesNotFitIsCutBetweenCharacters) {
  EXPECT_EQ(shortened("solving", 7), "solving");
  EXPECT_EQ(shortened("solving", 6), "sol...");
  EXPECT_EQ(shortened("·····", 4), "·...");
  EXPECT_EQ(shortened("solving", 2), "..");
  EXPECT_EQ(shortened("solving", 0), "");
}

TEST(Terminal, LinesBreakBetweenWords) {
  EXPECT_EQ(wrapped("one two three", 7), "one two\nthree\n");
  EXPECT_EQ(wrapped("one two three", 9, "  "), "one two\n  three\n");
  EXPECT_EQ(wrapped("incomprehensible word", 4), "incomprehensible\nword\n");
  EXPECT_EQ(wrapped("", 4), "\n");
}

TEST(Terminal, ColoursEndWithTheText) {
  for (const Value value : {Value::kLoss, Value::kDraw, Value::kWin}) {
    const std::string text = coloured("x", value);
    EXPECT_TRUE(text.starts_with("\033[") && text.ends_with("x\033[0m"));
  }
  EXPECT_NE(coloured("x", Value::kLoss), coloured("x", Value::kWin));
}

}  // namespace
}  // namespace mill
