// Values three to a byte, in blocks of every size, and stripe by stripe.

#include "formats/codecs/triples_codec.h"

#include <gtest/gtest.h>

#include <bit>

#include "formats/codecs/packed_values.h"
#include "formats/codecs/zstd_frame.h"
#include "formats/database_writer.h"
#include "game/subset_rank.h"
#include "tests/formats/filler.h"
#include "tests/support/test_results.h"

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

/// 3-3 of Three Men's Morris as the stripes codec has it: 9 points, so 6 free ones, and 20 slots in
/// a numbering block.
class StripesCodec : public testing::Test {
 protected:
  static constexpr std::uint32_t kSlots = 3 * 20;

  Bytes encoded(std::span<const OutcomeByte> outcomes) const {
    const auto encoder = stripes_codec().prepare({layout_, Metric::kValue, variant_, 0, {}, {}});
    return encode_block(*encoder.value()->block_encoder(), 0, outcomes).value().bytes;
  }

  std::optional<Bytes> decoded(const Bytes& block, std::uint32_t slots = kSlots) const {
    const auto decoder = open(layout_).value();
    Bytes packed(packed_size(slots), 0xFF);
    if (!decoder->decode_values(block, slots, packed)) return std::nullopt;
    return packed;
  }

  Result<std::shared_ptr<const BlockDecoder>> open(const SlotLayout& layout) const {
    return stripes_codec().open({layout, Metric::kValue, {}, variant_.board, {"3-3.value", ""}});
  }

  /// The triples of a block, slot by slot: a new one begins where the highest minor stone is
  /// another.
  static Bytes expected_triples(const Bytes& packed) {
    const std::vector<Mask> minor = SubsetRank(6, 3).all();
    Bytes triples;
    Mask highest = 0;
    std::size_t in_triple = 0;
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      const Mask now = std::bit_floor(minor[slot % minor.size()]);
      if (now != highest || in_triple == 3) {
        triples.push_back(0);
        in_triple = 0;
      }
      highest = now;
      const auto value = static_cast<unsigned>(value_at(packed.data(), slot));
      triples.back() = static_cast<std::uint8_t>(triples.back() | value << (2 * in_triple++));
    }
    return triples;
  }

  Variant variant_ = find_variant("three-mens-morris").value();
  SlotLayout layout_ = header_of(variant_, {3, 3}, Metric::kValue, {}).layout();
};

TEST_F(StripesCodec, BeginsAByteWhereTheHighestMinorStoneIsAnother) {
  for (const Filler filler : kAllFillers) {
    const std::vector<OutcomeByte> outcomes = filler_outcomes(filler, kSlots);
    Bytes packed(packed_size(kSlots));
    pack_values(outcomes, packed);
    const Bytes expected = expected_triples(packed);
    Bytes triples(expected.size());
    const Bytes block = encoded(outcomes);
    ASSERT_TRUE(decompress_frame(block, triples));
    EXPECT_EQ(triples, expected);
    EXPECT_EQ(decoded(block), packed);
  }
}

TEST_F(StripesCodec, RefusesWhatNoBlockHolds) {
  const auto block = [](const Bytes& triples) { return compress_frame(triples, 1); };
  const Bytes losses(3 * 8);  // stripes of 1, 3, 6 and 10 slots
  ASSERT_TRUE(decoded(block(losses)));
  EXPECT_FALSE(decoded(block(losses), kSlots - 20));
  EXPECT_FALSE(decoded(block(losses), kSlots + 20));
  EXPECT_FALSE(decoded(block(losses), kSlots - 1)) << "no whole numbering blocks";
  EXPECT_FALSE(decoded({}));
  for (std::size_t i = 0; i < losses.size(); ++i) {
    const auto with = [&](int triple) {
      Bytes triples = losses;
      triples[i] = static_cast<std::uint8_t>(triple);
      return block(triples);
    };
    for (const int wrong : {0b11, 0b11'00, 0b11'00'00, 0b01'00'00'00, 0b10'00'00'00})
      EXPECT_FALSE(decoded(with(wrong))) << "byte " << i;
    // Stripes of 1 and of 10 slots end with the first of three.
    const bool has_one = i % 8 == 0 || i % 8 == 7;
    EXPECT_TRUE(decoded(with(0b10)));
    EXPECT_EQ(decoded(with(0b10'00)).has_value(), !has_one);
    EXPECT_EQ(decoded(with(0b10'00'00)).has_value(), !has_one);
  }
}

TEST_F(StripesCodec, FitsWholeNumberingBlocksWithoutMarkedPoints) {
  SlotLayout layout = layout_;
  EXPECT_TRUE(open(layout));
  layout.block_slots = 30;
  EXPECT_TRUE(fails_with(open(layout), ErrorCode::kDamagedFile, "3-3.value"));
  layout = layout_;
  layout.subspace.marked = 1;
  EXPECT_TRUE(fails_with(open(layout), ErrorCode::kDamagedFile, "3-3.value"));

  WriteOptions options;
  options.codec = Codec::kStripes;
  const auto codec_of = [&](const Subspace& subspace, Metric metric = Metric::kValue) {
    return effective_codec(*variant_.board, subspace, metric, options);
  };
  EXPECT_EQ(codec_of({3, 3}), Codec::kStripes);
  EXPECT_EQ(codec_of({3, 3}, Metric::kDistance), Codec::kZstd);
  EXPECT_EQ(codec_of({0, 3, 3, 0}), Codec::kStripes);
  EXPECT_EQ(codec_of({3, 3, 0, 0, 1}), Codec::kTriples);
  options.block_slots = 30;
  EXPECT_EQ(codec_of({3, 3}), Codec::kTriples);
}

TEST_F(StripesCodec, HasSlotsWithoutMinorStones) {
  layout_ = header_of(variant_, {0, 2, 3, 1}, Metric::kValue, {}).layout();
  const auto slots = static_cast<std::uint32_t>(layout_.slots);
  const std::vector<OutcomeByte> outcomes = filler_outcomes(Filler::kRandom, slots);
  Bytes packed(packed_size(slots));
  pack_values(outcomes, packed);
  Bytes triples(slots);
  const Bytes block = encoded(outcomes);
  ASSERT_TRUE(decompress_frame(block, triples)) << "a byte for each slot";
  EXPECT_EQ(decoded(block, slots), packed);
}

}  // namespace
}  // namespace mill
