// Of a block of a slow codec no more is decoded than the first who ask for it need. What they are
// answered must not depend on who asked before.

#include <gtest/gtest.h>

#include <random>

#include "formats/codecs/codec.h"
#include "game/numbering.h"
#include "prober/prober.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

const std::filesystem::path kShipped = MILLSTONE_SOURCE_DIR "/data/databases/seven-mens-morris-4-3";

class DecodedParts : public testing::Test {
 protected:
  Prober open(Codec codec, std::uint64_t cache_bytes) const {
    ProberOptions options;
    options.cache_bytes = cache_bytes;
    options.only = {{3, 4}, {4, 3}};
    return Prober::open(kShipped / codec_name(codec), variant_, options).value();
  }

  std::vector<Position> positions(const Subspace& subspace) const {
    const Numbering numbering = Numbering::make(variant_, subspace);
    std::vector<Position> all;
    for (std::uint64_t slot = 0; slot < numbering.slots(); ++slot)
      all.push_back(numbering.position(subspace, slot));
    return all;
  }

  Variant variant_ = find_variant("seven-mens-morris").value();
};

class DecodedPartsOfCodec : public DecodedParts, public testing::WithParamInterface<Codec> {};

TEST_P(DecodedPartsOfCodec, AnswerAlikeInAnyOrderWithAnyCache) {
  const Prober expected = open(Codec::kZstd, std::uint64_t{1} << 20);
  std::mt19937 random(1);
  for (const Subspace& subspace : {Subspace{3, 4}, Subspace{4, 3}}) {
    std::vector<Position> all = positions(subspace);
    for (const std::uint64_t cache_bytes :
         {std::uint64_t{4096}, std::uint64_t{3 * 4096}, std::uint64_t{1} << 20}) {
      const Prober prober = open(GetParam(), cache_bytes);
      std::shuffle(all.begin(), all.end(), random);
      // With a small cache nearly every question decodes.
      const std::size_t asked = cache_bytes < std::uint64_t{1} << 20 ? 150 : all.size();
      for (std::size_t i = 0; i < asked; ++i)
        ASSERT_EQ(prober.value(all[i]).value(), expected.value(all[i]).value()) << i;
    }
  }
}

TEST_P(DecodedPartsOfCodec, AreNoMoreThanIsAskedFor) {
  constexpr std::uint64_t kBlock = 16374;  // bytes of the first: 229 numbering blocks of 286 slots
  constexpr std::uint64_t kPart = 72;      // of one of those
  const Prober prober = open(GetParam(), std::uint64_t{1} << 20);
  const std::vector<Position> all = positions({4, 3});
  const std::uint64_t before = prober.counters().decoded_bytes;
  ASSERT_TRUE(succeeds(prober.value(all[0])));
  const std::uint64_t first = prober.counters().decoded_bytes - before;
  const bool decodes_in_parts = GetParam() == Codec::kContext || GetParam() == Codec::kNetwork ||
                                GetParam() == Codec::kMirror;
  EXPECT_EQ(first, decodes_in_parts ? kPart : kBlock);
  // Who asks once more gets the rest.
  ASSERT_TRUE(succeeds(prober.value(all[50000])));
  EXPECT_EQ(prober.counters().decoded_bytes - before, decodes_in_parts ? first + kBlock : first);
  ASSERT_TRUE(succeeds(prober.value(all[20000])));
  EXPECT_EQ(prober.counters().decoded_bytes - before, decodes_in_parts ? first + kBlock : first);
}

TEST_F(DecodedParts, AreNoneWhereTheGuideTells) {
  constexpr std::uint64_t kBlock = 16374;  // as above, of a file of the same size
  const Prober prober = open(Codec::kMirror, std::uint64_t{1} << 20);
  const Prober expected = open(Codec::kZstd, std::uint64_t{1} << 20);
  const std::vector<Position> all = positions({3, 4});
  const auto decoded_for = [&](const Position& position) {
    const std::uint64_t before = prober.counters().decoded_bytes;
    EXPECT_EQ(prober.value(position).value(), expected.value(position).value());
    return prober.counters().decoded_bytes - before;
  };
  // A position that the guide tells, and one that it does not.
  const auto is_told = [&](const Position& position) {
    const Prober fresh = open(Codec::kMirror, std::uint64_t{1} << 20);
    EXPECT_TRUE(succeeds(fresh.value(position)));
    return fresh.counters().decoded_bytes == 0;
  };
  const auto told = std::ranges::find_if(all, is_told);
  const auto not_told = std::ranges::find_if_not(all, is_told);
  ASSERT_TRUE(told != all.end() && not_told != all.end());
  EXPECT_EQ(decoded_for(*told), 0U);
  // Who asks once more gets the block.
  EXPECT_EQ(decoded_for(*told), kBlock);
  EXPECT_EQ(decoded_for(*not_told), 0U);
}

INSTANTIATE_TEST_SUITE_P(Codecs, DecodedPartsOfCodec,
                         testing::Values(Codec::kZstd, Codec::kTriples, Codec::kStripes,
                                         Codec::kContext, Codec::kNetwork, Codec::kMirror),
                         [](const auto& of) { return std::string(codec_name(of.param)); });

}  // namespace
}  // namespace mill
