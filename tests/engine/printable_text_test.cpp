#include "engine/printable_text.h"

#include <gtest/gtest.h>

namespace millstone {
namespace {

TEST(PrintableText, KeepsWhatCanBePrinted) {
  for (const char* text :
       {"", "a7xd1", "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "\xc2\xa0", "~ \"quoted\" \\"})
    EXPECT_EQ(printable_text(text), text);
}

TEST(PrintableText, ReplacesControlCharactersAndWhatIsNoUtf8) {
  EXPECT_EQ(printable_text("a\x1b[2Jb\nc\td\x7f"), "a?[2Jb?c?d?");
  EXPECT_EQ(printable_text(std::string_view("\0x", 2)), "?x");
  EXPECT_EQ(printable_text("\xc2\x9b[J"), "??[J") << "a control character in two bytes";
  EXPECT_EQ(printable_text("\x9b\xff\xc3"), "???");
  EXPECT_EQ(printable_text("\xc0\x80\xe0\x80\x80"), "?????") << "written longer than they are";
  EXPECT_EQ(printable_text("\xed\xa0\x80"), "???");
  EXPECT_EQ(printable_text("\xf4\x90\x80\x80"), "????");
}

TEST(PrintableText, EndsWithDotsWhereItIsTooLong) {
  EXPECT_EQ(printable_text("0123456789", 10), "0123456789");
  EXPECT_EQ(printable_text("0123456789a", 10), "0123456...");
  EXPECT_EQ(printable_text("12345\xe2\x82\xac"
                           "789",
                           10),
            "12345...")
      << "no character is cut";
  EXPECT_EQ(printable_text("abc", 2), "..");
  EXPECT_LE(printable_text(std::string(100'000, '\n')).size(), 300u);
}

}  // namespace
}  // namespace millstone
