#include "reports/svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <sstream>

namespace mill {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Svg, TextIsEscaped) {
  EXPECT_EQ(xml_escaped("a<b & \"c\">'d'"), "a&lt;b &amp; &quot;c&quot;&gt;&#39;d&#39;");
  EXPECT_EQ(xml_escaped("two\nlines\x01"), "two lines ");
  EXPECT_EQ(xml_escaped("3 · 4"), "3 · 4");
}

TEST(Svg, WhatIsDrawnIsEscapedInTitlesTooltipsAndTexts) {
  Svg svg;
  svg.rectangle({0, 0, 1, 1}, Colour{}, "<tip>");
  svg.text(1, 2, "<text>", "body");
  const std::string document = svg.document(10, 20, "<name>");
  for (const char* raw : {"<tip>", "<text>", "<name>"}) EXPECT_THAT(document, Not(HasSubstr(raw)));
  for (const char* escaped : {"&lt;tip&gt;", "&lt;text&gt;", "&lt;name&gt;"})
    EXPECT_THAT(document, HasSubstr(escaped));
}

TEST(Svg, ThePictureStylesNothingButItself) {
  const std::string document = Svg().document(10, 20, "name");
  EXPECT_THAT(document, HasSubstr("<svg class=\"millstone\""));
  // Every rule of the style sheet, also within @media, begins with the class of the picture.
  const std::size_t first = document.find("<style>") + 7;
  std::istringstream lines(document.substr(first, document.find("</style>") - first));
  int rules = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t brace = line.find('{');
    if (brace == std::string::npos || line.starts_with("@media")) continue;
    ++rules;
    std::istringstream selectors(line.substr(0, brace));
    for (std::string selector; std::getline(selectors, selector, ',');)
      EXPECT_TRUE(std::regex_match(selector, std::regex(" *\\.millstone [.a-z]+ *"))) << selector;
  }
  EXPECT_GT(rules, 15);
}

TEST(Svg, ColoursAreWrittenInHexadecimalAndKnowHowDarkTheyAre) {
  EXPECT_EQ((Colour{255, 0, 10}.text()), "#ff000a");
  EXPECT_TRUE((Colour{35, 101, 176}.is_dark()));
  EXPECT_FALSE((Colour{243, 230, 194}.is_dark()));
}

}  // namespace
}  // namespace mill
