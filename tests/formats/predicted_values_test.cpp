#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <random>
#include <vector>

#include "formats/codecs/network/distance_network.h"
#include "formats/codecs/network/value_kernels.h"
#include "formats/codecs/prediction/slot_slices.h"
#include "formats/codecs/prediction/symbol_coder.h"
#include "formats/database_file.h"
#include "formats/subspace_files.h"
#include "tests/formats/filler.h"
#include "tests/support/file_contents.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

using Bytes = std::vector<std::uint8_t>;

Variant variant_named(const char* name, const std::vector<RuleField>& settings = {}) {
  return find_variant(name, settings).value();
}

WriteOptions options_of(Codec codec) {
  WriteOptions options;
  options.codec = codec;
  return options;
}

/// Of each codec that predicts values.
class PredictedValuesOfCodec : public testing::TestWithParam<Codec> {
 protected:
  const WriteOptions options_ = options_of(GetParam());
};

INSTANTIATE_TEST_SUITE_P(Codecs, PredictedValuesOfCodec,
                         testing::Values(Codec::kContext, Codec::kNetwork),
                         [](const auto& codec) { return std::string(codec_name(codec.param)); });

/// A board with subspaces that differ in what matters to the codec: who is major, hands, flying,
/// runs of one slot and of many.
struct Case {
  Variant variant;
  std::vector<Subspace> subspaces;
};

std::vector<Case> cases() {
  return {
      {variant_named("three-mens-morris"),
       {{3, 3}, {2, 3, 1, 0}, {1, 1, 2, 2}, {0, 1, 3, 2}, {0, 0, 3, 3}}},
      {variant_named("six-mens-morris"), {{3, 3}, {4, 3}, {3, 4}, {2, 2, 4, 4}, {0, 2, 6, 4}}},
      {variant_named("seven-mens-morris"), {{3, 3}, {5, 3}, {2, 3, 2, 2}}},
      {nine_mens_morris(), {{3, 3}, {2, 3, 1, 0}, {3, 3, 1, 2}, {1, 4, 5, 2}}},
      {without_flying(), {{3, 3}}},
      {variant_named("nine-mens-morris", {{"board", "25"}}), {{2, 3, 1, 0}, {2, 2, 7, 7}}},
      {variant_named("lasker-morris"), {{2, 3, 7, 7}}},
  };
}

/// The values of a file, a byte each.
Bytes values_of(const std::filesystem::path& path, const Variant& variant) {
  const auto file = DatabaseFile::open(path, variant);
  EXPECT_TRUE(succeeds(file));
  Bytes values;
  for (std::uint32_t block = 0; file && block < file->header().block_count; ++block) {
    const std::uint32_t slots = file->header().slots_in_block(block);
    Bytes packed(packed_size(slots));
    EXPECT_TRUE(succeeds(file->decode_values(block, packed)));
    EXPECT_TRUE(are_packed_values(packed, slots));
    for (std::uint32_t i = 0; i < slots; ++i)
      values.push_back(static_cast<std::uint8_t>(value_at(packed.data(), i)));
  }
  return values;
}

/// The outcomes of both files, all of them short.
Bytes outcomes_of(const SubspaceFiles& files) {
  Bytes all;
  for (std::uint32_t block = 0; block < files.values.header().block_count; ++block) {
    Bytes outcomes(files.values.header().slots_in_block(block));
    std::vector<LongDistance> longs;
    EXPECT_TRUE(succeeds(files.decode(block, outcomes, longs)));
    all.insert(all.end(), outcomes.begin(), outcomes.end());
  }
  return all;
}

TEST_P(PredictedValuesOfCodec, EveryFillerComesBackSlotBySlotOnEveryBoard) {
  for (const Case& each : sample_for_build(cases()))
    for (const Subspace& subspace : each.subspaces)
      for (const Filler filler : kAllFillers) {
        const TemporaryDirectory directory;
        write_filler_files(directory.path(), each.variant, subspace, filler, options_);
        const auto files = open_subspace_files(directory.path(), each.variant, subspace);
        ASSERT_TRUE(succeeds(files));
        EXPECT_EQ(files->values.header().codec, GetParam());
        EXPECT_EQ(files->distances->header().codec == GetParam(),
                  find_codec(GetParam())->has(Metric::kDistance));
        EXPECT_EQ(outcomes_of(*files), filler_outcomes(filler, files->values.header().counts.slots))
            << each.variant.name << " " << subspace.text();
      }
}

/// Every half distance is found by its questions, and by no others.
TEST(NetworkDistances, QuestionsFindEveryHalf) {
  for (const int centre : {0, 1, 2, 6, 7, 8, 9, 36, 68, 69, 70, 200, 65'535})
    for (int half = 0; half <= kMostHalf; half += half < 500 ? 1 : 61) {
      struct Said {
        std::size_t question;
        bool yes;
      };
      std::vector<Said> said;
      std::vector<int> offsets;
      const auto tell = [&](std::size_t question, int low, int high) {
        said.push_back({question, low <= half && half <= high});
        return said.back().yes;
      };
      const auto tell_offset = [&](int nearest, int direction, int size) {
        offsets.push_back(direction * (half - nearest));
        EXPECT_GE(offsets.back(), 0);
        EXPECT_TRUE(size == 0 || offsets.back() < size);
        return offsets.back();
      };
      ASSERT_EQ(find_half(centre, tell, tell_offset), half) << centre;
      std::size_t next = 0;
      const auto hear = [&](std::size_t question, int, int) {
        EXPECT_EQ(question, said[next].question);
        EXPECT_LT(question, kDistanceQuestions);
        return said[next++].yes;
      };
      const auto hear_offset = [&](int, int, int) { return offsets[0]; };
      EXPECT_EQ(find_half(centre, hear, hear_offset), half);
      EXPECT_EQ(next, said.size());
      EXPECT_LE(offsets.size(), 1U);
    }
}

TEST(NetworkDistances, NetworksComeBackFromTheirBytes) {
  std::mt19937 random(3);
  Bytes bytes(DistanceNetwork::kStoredSize);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  const auto network = DistanceNetwork::parse(bytes);
  ASSERT_TRUE(network.has_value());
  EXPECT_EQ(network->serialize(), bytes);
  bytes.pop_back();
  EXPECT_FALSE(DistanceNetwork::parse(bytes).has_value());
}

TEST_P(PredictedValuesOfCodec, RealValuesComeBackAndDistancesAreReadBesideThem) {
  const Variant variant = variant_named("three-mens-morris");
  const std::filesystem::path shipped = MILLSTONE_SOURCE_DIR "/data/databases/three-mens-morris";
  const TemporaryDirectory directory;
  for (const Subspace& subspace : {Subspace{3, 3}, Subspace{2, 2, 1, 1}}) {
    const auto name = file_name(subspace, Metric::kValue);
    const auto source = DatabaseFile::open(shipped / name, variant);
    const auto distances =
        DatabaseFile::open(shipped / file_name(subspace, Metric::kDistance), variant);
    ASSERT_TRUE(succeeds(source));
    ASSERT_TRUE(succeeds(distances));
    const Bytes values = values_of(shipped / name, variant);
    const FillOutcomes fill = [&](std::uint64_t first, std::span<OutcomeByte> out) {
      for (std::size_t i = 0; i < out.size(); ++i) {
        const auto value = static_cast<Value>(values[first + i]);
        out[i] = to_byte({value, value == Value::kWin ? 1 : 0});
      }
    };
    const auto size = write_subspace_file(directory.path(), variant, subspace, Metric::kValue,
                                          source->header().counts, options_, fill);
    ASSERT_TRUE(succeeds(size));
    EXPECT_EQ(values_of(directory.path() / name, variant), values);
    const auto written = DatabaseFile::open(directory.path() / name, variant);
    ASSERT_TRUE(succeeds(written));
    EXPECT_EQ(written->header().values_checksum, source->header().values_checksum);
    EXPECT_TRUE(succeeds(check_pair(*written, *distances)));
  }
}

TEST_P(PredictedValuesOfCodec, BytesDoNotDependOnTheNumberOfThreads) {
  const Variant variant = variant_named("six-mens-morris");
  const auto write = [&](std::size_t threads) {
    const TemporaryDirectory directory;
    const oneapi::tbb::global_control limit(oneapi::tbb::global_control::max_allowed_parallelism,
                                            threads);
    write_filler_files(directory.path(), variant, {5, 4}, Filler::kSkewed, options_);
    Bytes bytes = read_bytes(directory.path() / "5-4.value");
    const Bytes distances = read_bytes(directory.path() / "5-4.distance");
    bytes.insert(bytes.end(), distances.begin(), distances.end());
    return bytes;
  };
  const Bytes expected = write(1);
  EXPECT_EQ(write(2), expected);
  EXPECT_EQ(write(5), expected);
}

TEST_P(PredictedValuesOfCodec, WhatItDoesNotHaveIsCompressedWithZstd) {
  const Variant variant = nine_mens_morris();
  for (const std::uint32_t block_slots : {97u, 1330u, 1331u, 2660u}) {
    const TemporaryDirectory directory;
    WriteOptions options = options_;
    options.block_slots = block_slots;
    write_filler_files(directory.path(), variant, {3, 3}, Filler::kSkewed, options);
    const auto values = DatabaseFile::open(directory.path() / "3-3.value", variant);
    const auto distances = DatabaseFile::open(directory.path() / "3-3.distance", variant);
    ASSERT_TRUE(succeeds(values));
    ASSERT_TRUE(succeeds(distances));
    const bool fits = block_slots % 1330 == 0;
    const bool has_distances = find_codec(GetParam())->has(Metric::kDistance);
    EXPECT_EQ(values->header().codec, fits ? GetParam() : Codec::kZstd);
    EXPECT_EQ(distances->header().codec, fits && has_distances ? GetParam() : Codec::kZstd);
    EXPECT_TRUE(succeeds(check_pair(*values, *distances)));
  }
}

TEST_P(PredictedValuesOfCodec, AnErrorOfTheSourceEndsTheWritingAndLeavesNothing) {
  const TemporaryDirectory directory;
  const Variant variant = nine_mens_morris();
  const ClassCounts counts = filler_counts(variant, {3, 3}, Filler::kDraws);
  for (const Codec codec : {Codec::kZstd, GetParam()}) {
    const WriteOptions options = options_of(codec);
    const ReadOutcomes read = [](std::uint32_t block, std::span<OutcomeByte> outcomes,
                                 std::vector<LongDistance>&) -> Result<void> {
      std::fill(outcomes.begin(), outcomes.end(), kDrawByte);
      if (block == 2) return fail(ErrorCode::kInputOutput, "block 2 can't be read");
      return {};
    };
    EXPECT_TRUE(fails_with(write_subspace_file(directory.path(), variant, {3, 3}, Metric::kValue,
                                               counts, options, read),
                           ErrorCode::kInputOutput, "block 2"));
    EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
  }
}

TEST(ValueKernels, ComeToTheSameLogOdds) {
  std::mt19937 random(5);
  const CodingOrder order(SubsetRank(9, 4));
  NetworkLayers layers;
  layers.rows.resize(kNetworkRows);
  const auto fill = [&](NetworkUnits& units, int most) {
    for (auto& of_question : units)
      for (std::int16_t& each : of_question)
        each = static_cast<std::int16_t>(static_cast<int>(random() % (2u * most + 1)) - most);
  };
  for (const int most : {3, 40, 127}) {
    for (auto& row : layers.rows) fill(row.units, most);
    fill(layers.bias.units, most);
    fill(layers.output.units, 32767);
    layers.output_bias = {32767, -32768};
    std::vector<std::uint16_t> states(order.size() + 1);
    for (std::uint16_t& each : states)
      each = static_cast<std::uint16_t>(random() % kStates * kStateUnit);
    std::vector<SlotFacts> facts(order.size());
    for (SlotFacts& each : facts)
      for (std::size_t i = 0; i < kFacts; ++i)
        each[i] = static_cast<std::uint8_t>(random() % kFactSizes[i]);
    const SlotInputs slots{states.data(), facts.data(),
                           16 * static_cast<std::uint32_t>(random() % (kMostMoved + 1))};
    const auto odds_of = [&](const ValueKernel& kernel) {
      std::vector<LogOdds> odds(order.size());
      kernel.outputs(layers, slots, order.steps(), odds.data());
      return odds;
    };
    const auto kernels = available_value_kernels();
    const std::vector<LogOdds> expected = odds_of(*kernels[0]);
    EXPECT_NE(expected.front(), expected.back());
    for (const ValueKernel* kernel : kernels) EXPECT_EQ(odds_of(*kernel), expected) << kernel->name;
  }
}

TEST(CodingOrder, StepsTakenTogetherDoNotDependOnEachOther) {
  const CodingOrder order(SubsetRank(12, 5));
  std::vector<bool> is_coded(order.size() + 1);
  is_coded.back() = true;  // the neighbour that does not exist
  std::size_t coded = 0;
  order.for_each_steps([&](std::span<const CodingOrder::Step> steps) {
    EXPECT_GT(steps.size(), 0u);
    EXPECT_LE(steps.size(), CodingOrder::kMostAtATime);
    for (const CodingOrder::Step& step : steps)
      for (const std::uint16_t neighbour : step.neighbours) EXPECT_TRUE(is_coded[neighbour]);
    for (const CodingOrder::Step& step : steps) is_coded[step.slot] = true;
    coded += steps.size();
  });
  EXPECT_EQ(coded, order.size());
}

TEST(SlotSlices, BytesHoldTheCountsOfEachSlot) {
  std::mt19937_64 random(3);
  SlicedCounts<3> low;
  SlicedCounts<4> high;
  std::array<std::uint8_t, kSliceSlots> expected_low{}, expected_high{};
  for (int i = 0; i < 20; ++i) {
    Slice where{};
    for (std::size_t slot = 0; slot < kSliceSlots; ++slot)
      if (random() % 4 == 0) set_slot(where, slot);
    low.add(where);
    high.add(~where);
    for (std::size_t slot = 0; slot < kSliceSlots; ++slot) {
      const bool is_in = has_slot(where, slot);
      if (is_in && expected_low[slot] < 7) ++expected_low[slot];
      if (!is_in && expected_high[slot] < 15) ++expected_high[slot];
    }
  }
  const SliceBytes bytes = bytes_of(low, high);
  for (std::size_t slot = 0; slot < kSliceSlots; ++slot)
    EXPECT_EQ(bytes[slot], expected_low[slot] + 8 * expected_high[slot]) << slot;
}

TEST(SymbolCoder, SymbolsOfAnyLikelihoodComeBack) {
  std::mt19937 random(7);
  for (std::size_t length : {0u, 1u, 2u, 3u, 1000u, 65535u}) {
    std::vector<SymbolRange> symbols(length);
    for (SymbolRange& symbol : symbols) {
      const std::uint32_t limit = random() % 4 == 0 ? kRangeTotal - 1 : 3;
      const auto size = static_cast<std::uint32_t>(1 + random() % limit);
      symbol = {static_cast<std::uint16_t>(random() % (kRangeTotal - size + 1)),
                static_cast<std::uint16_t>(size)};
    }
    Bytes bytes = {42};  // what is there stays
    encode_symbols(symbols, bytes);
    EXPECT_EQ(bytes[0], 42);
    const std::span<const std::uint8_t> all = bytes;
    SymbolDecoder decoder(all.subspan(1));
    for (const SymbolRange& symbol : symbols) {
      const std::uint32_t number = decoder.peek();
      ASSERT_GE(number, symbol.start);
      ASSERT_LT(number, symbol.start + symbol.size);
      decoder.skip(symbol.start, symbol.size);
    }
    EXPECT_TRUE(decoder.finished());
  }
}

TEST(SymbolCoder, BytesThatAreMissingOrTooManyAreNoticed) {
  const std::vector<SymbolRange> symbols(500, {100, 50});
  Bytes bytes;
  encode_symbols(symbols, bytes);
  const auto finishes = [&](std::span<const std::uint8_t> part) {
    SymbolDecoder decoder(part);
    for (const SymbolRange& symbol : symbols) decoder.skip(symbol.start, symbol.size);
    return decoder.finished();
  };
  EXPECT_TRUE(finishes(bytes));
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(finishes({bytes.data(), size})) << size;
  bytes.insert(bytes.end(), {0, 0});
  EXPECT_FALSE(finishes(bytes));
}

}  // namespace
}  // namespace mill
