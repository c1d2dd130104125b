#include "reports/text_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace mill {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TextTable sample() {
  TextTable table({"subspace", "positions found", "longest win", "value"});
  table.add_row({"3-3", "1,234,567", "33", "win"});
  table.add_row({"3-4", "7", "5", "loss"});
  table.add_rule();
  table.add_row({"2 in all", "1,234,574", "33", "draw"});
  return table;
}

TEST(TextTable, IsAsWideAsItsCellsWhereThereIsRoom) {
  EXPECT_EQ(sample().text({}),
            "subspace  positions found  longest win  value\n"
            "--------  ---------------  -----------  -----\n"
            "3-3             1,234,567           33    win\n"
            "3-4                     7            5   loss\n"
            "--------  ---------------  -----------  -----\n"
            "2 in all        1,234,574           33   draw\n");
  EXPECT_EQ(sample().text({.width = 200}), sample().text({}));
}

TEST(TextTable, HeadingsGoOnInTheNextLineBeforeCellsDo) {
  EXPECT_EQ(sample().text({.width = 35}),
            "          positions  longest\n"
            "subspace      found      win  value\n"
            "--------  ---------  -------  -----\n"
            "3-3       1,234,567       33    win\n"
            "3-4               7        5   loss\n"
            "--------  ---------  -------  -----\n"
            "2 in all  1,234,574       33   draw\n");
}

TEST(TextTable, ColumnsThatDoNotFitFollowBelow) {
  const std::string text = sample().text({.width = 24});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2 * 7 + 1);
  for (const std::string& line : lines_of(text)) EXPECT_LE(display_width(line), 24U) << line;
  for (const char* shown : {"1,234,567", "longest", "value", "draw"})
    EXPECT_THAT(text, HasSubstr(shown));
}

TEST(TextTable, NoLineIsLongerThanTheTerminalWhereTwoColumnsFit) {
  for (std::size_t width = 20; width < 60; ++width)
    for (const std::string& line : lines_of(sample().text({.width = width})))
      EXPECT_LE(display_width(line), width) << line;
}

TEST(TextTable, ColumnsOfWordsWrap) {
  TextTable table({"name", "reads"});
  table.align_left(1);
  table.add_row({"5-4", "4-4 3-5 3-4"});
  EXPECT_EQ(table.text({.width = 13}), "name  reads\n----  -------\n5-4   4-4 3-5\n      3-4\n");
}

TEST(TextTable, NamesGoOnBehindAHyphenWhereTwoColumnsDoNotFitOtherwise) {
  TextTable table({"variant", "digest"});
  table.add_row({"nine-mens-morris", "0123456789"});
  table.add_row({"2-2+1-1", "9876543210"});
  EXPECT_EQ(table.text({.width = 22}),
            "variant         digest\n"
            "----------  ----------\n"
            "nine-mens-  0123456789\n"
            "morris\n"
            "2-2+1-1     9876543210\n");
}

TEST(TextTable, ColoursAreThoseOfTheValuesAndTakeNoRoom) {
  TextTable table({"turn", "value", "wins"});
  table.colour_by_name(1);
  table.colour(2, Value::kWin);
  table.add_row({"d6", "loss", "12"});
  table.add_row({"f4", "unknown", "1"});
  const std::string text = table.text({.width = {}, .colours = true});
  EXPECT_THAT(text, HasSubstr("   " + coloured("loss", Value::kLoss)));
  EXPECT_THAT(text, HasSubstr("  " + coloured("12", Value::kWin)));
  EXPECT_THAT(text, HasSubstr("  unknown"));
  EXPECT_THAT(lines_of(text)[0], Not(HasSubstr("\033")));
  EXPECT_THAT(table.text({}), Not(HasSubstr("\033")));
}

}  // namespace
}  // namespace mill
