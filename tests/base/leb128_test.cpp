#include "base/leb128.h"

#include <gtest/gtest.h>

#include <vector>

namespace mill {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes written(std::uint32_t value) {
  Bytes bytes;
  append_leb128(bytes, value);
  return bytes;
}

// The first three are the examples of the DWARF standard, version 5, figure 7.4.
TEST(Leb128, TakesAsManyBytesAsANumberNeeds) {
  EXPECT_EQ(written(2), (Bytes{2}));
  EXPECT_EQ(written(127), (Bytes{127}));
  EXPECT_EQ(written(12857), (Bytes{57 + 0x80, 100}));
  EXPECT_EQ(written(0), (Bytes{0}));
  EXPECT_EQ(written(0xFFFFFFFF), (Bytes{0xFF, 0xFF, 0xFF, 0xFF, 0x0F}));
}

TEST(Leb128, ReadsBackWhatWasWritten) {
  Bytes bytes;
  std::vector<std::uint32_t> numbers;
  for (std::uint64_t power = 1; power <= 0xFFFFFFFF; power *= 2)
    for (const std::uint64_t number : {power - 1, power, power + 1})
      numbers.push_back(static_cast<std::uint32_t>(number));
  for (const std::uint32_t number : numbers) append_leb128(bytes, number);
  Leb128Reader in(bytes);
  for (const std::uint32_t number : numbers) EXPECT_EQ(in.take(), number);
  EXPECT_TRUE(in.at_end());
}

TEST(Leb128, WordsStandBetweenNumbers) {
  Bytes bytes = written(300);
  append_little_endian(bytes, std::uint64_t{0x0123456789ABCDEF});
  append_leb128(bytes, 7);
  Leb128Reader in(bytes);
  EXPECT_EQ(in.take(), 300U);
  EXPECT_EQ(in.take_word(), 0x0123456789ABCDEF);
  EXPECT_FALSE(in.at_end());
  EXPECT_EQ(in.take(), 7);
}

TEST(Leb128, NothingIsReadBeyondTheEnd) {
  const Bytes endless(9, 0xFF);
  for (std::size_t length = 0; length <= endless.size(); ++length) {
    Leb128Reader in({endless.data(), length});
    in.take();
    EXPECT_EQ(in.at_end(), length <= kMostLeb128Bytes);
    in.take();
    EXPECT_TRUE(in.at_end());
    EXPECT_EQ(in.take(), 0);
    EXPECT_EQ(in.take_word(), 0);
  }
}

}  // namespace
}  // namespace mill
