#include "tools/command_line/progress_display.h"

#include <gtest/gtest.h>

#include "reports/terminal.h"

namespace mill {
namespace {

TEST(ProgressLine, HasABarWhereThereIsRoom) {
  EXPECT_EQ(progress_line(0.5, 3, "solving 5-4", 80),
            "[############............]  50 %  solving 5-4, 3.0 s to go");
}

TEST(ProgressLine, FitsLinesOfAnyWidth) {
  const std::string what = "solving 5-4 and 4-5 of a game whose name is long";
  for (std::size_t width = 0; width < 120; ++width)
    for (const double share : {0.0, 0.37, 1.0})
      EXPECT_LE(display_width(progress_line(share, 100, what, width)), width);
}

TEST(ProgressLine, TheBarShrinksBeforeTheWordsDo) {
  const std::string line = progress_line(0.5, -1, "solving 5-4", 36);
  EXPECT_EQ(line, "[#######........]  50 %  solving 5-4");
  EXPECT_EQ(progress_line(0.5, -1, "solving 5-4", 20), " 50 %  solving 5-4");
  EXPECT_EQ(progress_line(0.5, -1, "solving 5-4", 12), " 50 %  so...");
}

TEST(ProgressLine, IsWholeWhereNobodyLooks) {
  EXPECT_EQ(progress_line(0.5, -1, "solving 5-4", std::nullopt), " 50 %  solving 5-4");
  EXPECT_EQ(progress_line(std::nullopt, -1, "a search", std::nullopt), "working: a search");
}

}  // namespace
}  // namespace mill
