#include "formats/codecs/packed_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/little_endian.h"
#include "tests/formats/filler.h"

namespace mill {
namespace {

TEST(PackedValues, GiveBackTheValueOfEveryOutcome) {
  for (std::size_t size : {0, 1, 2, 3, 4, 5, 31, 32, 33, 256, 1001}) {
    const std::vector<OutcomeByte> outcomes = filler_outcomes(Filler::kRandom, size);
    std::vector<std::uint8_t> packed(packed_size(size));
    pack_values(outcomes, packed);
    for (std::size_t i = 0; i < size; ++i)
      ASSERT_EQ(value_at(packed.data(), i), value_of(outcomes[i]))
          << "value " << i << " of " << size;
    EXPECT_TRUE(are_packed_values(packed, size));
  }
}

TEST(PackedValues, BecomeNumbersAndOutcomesAndComeBack) {
  for (std::size_t size : {0, 1, 2, 3, 4, 5, 31, 32, 33, 256, 1001}) {
    std::vector<std::uint8_t> packed(packed_size(size)), again(packed.size(), 255);
    pack_values(filler_outcomes(Filler::kRandom, size), packed);
    std::vector<std::uint8_t> numbers(size);
    std::vector<OutcomeByte> outcomes(size);
    unpack_numbers(packed, numbers);
    unpack_outcomes(packed, outcomes);
    for (std::size_t i = 0; i < size; ++i) {
      const Value value = value_at(packed.data(), i);
      ASSERT_EQ(numbers[i], static_cast<std::uint8_t>(value)) << i << " of " << size;
      ASSERT_EQ(outcomes[i], value == Value::kWin    ? win_byte(1)
                             : value == Value::kDraw ? kDrawByte
                                                     : kLostNowByte);
    }
    pack_numbers(numbers, again);
    EXPECT_EQ(again, packed);
  }
}

TEST(PackedValues, TheFirstStandsInTheLowestBits) {
  const std::vector<OutcomeByte> outcomes = {win_byte(1), kDrawByte, loss_byte(0), loss_byte(2),
                                             win_byte(3)};
  std::vector<std::uint8_t> packed(2);
  pack_values(outcomes, packed);
  EXPECT_EQ(packed, (std::vector<std::uint8_t>{0b00'00'01'10, 0b10}));
}

TEST(PackedValues, AreRefusedWithTheUnusedNumberAnywhere) {
  for (std::size_t size : {1, 4, 7, 40, 101}) {
    for (std::size_t wrong = 0; wrong < size; ++wrong) {
      std::vector<std::uint8_t> packed(packed_size(size), 0);
      packed[wrong / 4] = static_cast<std::uint8_t>(3 << (2 * (wrong % 4)));
      EXPECT_FALSE(are_packed_values(packed, size)) << wrong << " of " << size;
    }
  }
}

TEST(PackedValues, AreRefusedWithBitsBehindTheLast) {
  EXPECT_TRUE(are_packed_values(std::vector<std::uint8_t>{0b00'10'10'10}, 3));
  EXPECT_FALSE(are_packed_values(std::vector<std::uint8_t>{0b01'10'10'10}, 3));
}

TEST(PackedValues, AreAppendedFromAnyPlaceToAny) {
  constexpr std::size_t kSize = 64;
  std::vector<std::uint8_t> from(packed_size(kSize));
  pack_values(filler_outcomes(Filler::kRandom, kSize), from);
  for (std::size_t first = 0; first < 9; ++first)
    for (std::size_t at = 0; at < 9; ++at)
      for (std::size_t count = 0; count + std::max(first, at) <= kSize; ++count) {
        std::vector<std::uint8_t> to(packed_size(kSize), 0b10'10'10'10);
        append_values(from, first, count, to, at);
        const std::size_t end = at + count;
        for (std::size_t i = 0; i < kSize; ++i) {
          const bool is_behind = count > 0 && i >= end && i / 4 == (end - 1) / 4;
          const Value expected = i >= at && i < end ? value_at(from.data(), first + i - at)
                                 : is_behind        ? Value::kLoss
                                                    : Value::kWin;
          ASSERT_EQ(value_at(to.data(), i), expected)
              << i << ": " << count << " from " << first << " to " << at;
        }
      }
}

TEST(LittleEndian, StoresTheLeastSignificantByteFirst) {
  std::uint8_t bytes[4];
  store_little_endian(bytes, std::uint32_t{0x01020304});
  EXPECT_EQ(bytes[0], 4);
  EXPECT_EQ(bytes[3], 1);
  EXPECT_EQ(load_little_endian<std::uint32_t>(bytes), 0x01020304u);
}

TEST(LittleEndian, AReaderPastTheEndGivesZerosAndSaysSo) {
  const std::vector<std::uint8_t> bytes = {1, 2, 3};
  FieldReader in(bytes);
  EXPECT_EQ(in.take<std::uint16_t>(), 0x0201);
  EXPECT_TRUE(in.ok());
  EXPECT_EQ(in.take<std::uint16_t>(), 0);
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.take<std::uint8_t>(), 0);
}

}  // namespace
}  // namespace mill
