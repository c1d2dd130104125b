// Values three to a byte, in blocks of every size.

#include "formats/codecs/triples_codec.h"

#include <gtest/gtest.h>

#include <random>

#include "formats/codecs/packed_values.h"
#include "formats/codecs/zstd_frame.h"
#include "tests/formats/filler.h"

namespace mill {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes encoded(std::span<const OutcomeByte> outcomes) {
  const auto encoder =
      triples_codec()
          .prepare({{}, Metric::kValue, find_variant("three-mens-morris").value(), 0, {}, {}})
          .value();
  return encode_block(*encoder->block_encoder(), 0, outcomes).value().bytes;
}

/// The packed values of a block; nothing if it is refused.
std::optional<Bytes> decoded(const Bytes& block, std::uint32_t slots) {
  const auto decoder = triples_codec().open({}).value();
  Bytes packed(packed_size(slots));
  if (!decoder->decode_values(block, slots, packed)) return std::nullopt;
  return packed;
}

TEST(TriplesCodec, BlocksOfEverySizeComeBack) {
  for (std::uint32_t slots = 1; slots < 200; ++slots) {
    const std::vector<OutcomeByte> outcomes = filler_outcomes(Filler::kRandom, slots);
    Bytes packed(packed_size(slots));
    pack_values(outcomes, packed);
    EXPECT_EQ(decoded(encoded(outcomes), slots), packed) << slots;
  }
}

TEST(TriplesCodec, TheFirstOfThreeStandsInTheLowestBits) {
  const std::vector<OutcomeByte> outcomes = {win_byte(1), kDrawByte, loss_byte(0), loss_byte(2),
                                             win_byte(3)};
  Bytes triples(2);
  ASSERT_TRUE(decompress_frame(encoded(outcomes), triples));
  EXPECT_EQ(triples, (Bytes{0b00'01'10, 0b10'00}));
}

TEST(TriplesCodec, RefusesWhatNoBlockHolds) {
  const auto block = [](Bytes triples) { return compress_frame(triples, 1); };
  for (const std::uint32_t slots : {4u, 12u, 14u, 26u}) {
    const Bytes losses((slots + 2) / 3);
    ASSERT_TRUE(decoded(block(losses), slots));
    EXPECT_FALSE(decoded(block(losses), slots + 3)) << "too few";
    EXPECT_FALSE(decoded(block(losses), slots - 3)) << "too many";
    EXPECT_FALSE(decoded({}, slots));
    for (std::size_t i = 0; i < losses.size(); ++i)
      for (const int wrong : {0b11, 0b11'00, 0b11'00'00, 0b01'00'00'00, 0b10'00'00'00}) {
        Bytes triples = losses;
        triples[i] = static_cast<std::uint8_t>(wrong);
        EXPECT_FALSE(decoded(block(triples), slots)) << slots << " slots, byte " << i;
      }
  }
  // Bits behind the last value.
  EXPECT_TRUE(decoded(block({0, 0b00'00'10}), 4));
  EXPECT_FALSE(decoded(block({0, 0b00'10'00}), 4));
  EXPECT_FALSE(decoded(block({0, 0b10'00'00}), 5));
}

}  // namespace
}  // namespace mill
