#include "base/words.h"

#include <gmock/gmock.h>

namespace mill {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Words, StandBetweenBlanksOfAnyKind) {
  EXPECT_THAT(split_words("  go\tdepth  5 \r\n"), ElementsAre("go", "depth", "5"));
  EXPECT_THAT(split_words(" \v\f"), IsEmpty());
}

TEST(Words, PartsMayBeEmptyAndAreOneMoreThanSeparators) {
  EXPECT_THAT(split_at("a/bc//", '/'), ElementsAre("a", "bc", "", ""));
  EXPECT_THAT(split_at("", '/'), ElementsAre(""));
}

TEST(Words, AreAgainTheTextThatTheyStandIn) {
  const Words words = split_words(" setoption  name A  B ");
  EXPECT_EQ(text_of(std::span(words).subspan(2)), "A  B");
  EXPECT_EQ(text_of(std::span(words).first(0)), "");
}

TEST(Words, NamedValuesAreSplitAtTheFirstEqualsSign) {
  const auto split = split_named_value("name=a=b");
  ASSERT_TRUE(split);
  EXPECT_EQ(split->name, "name");
  EXPECT_EQ(split->value, "a=b");
  EXPECT_FALSE(split_named_value("name"));
  EXPECT_EQ(split_named_value("=")->name, "");
}

TEST(Words, SmallLettersAreThoseOfAscii) { EXPECT_EQ(lower_case("C4-D4\xC4"), "c4-d4\xC4"); }

}  // namespace
}  // namespace mill
