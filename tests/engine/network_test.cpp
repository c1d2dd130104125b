#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <utility>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "engine/evaluation/network_evaluation.h"
#include "formats/codecs/zstd_frame.h"
#include "prober/position_samples.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {

#ifdef MILLSTONE_EMULATED_KERNEL
extern const NetworkKernel kEmulatedNetworkKernel;
#endif

namespace {

using Bytes = std::vector<std::uint8_t>;

const std::vector<std::vector<int>> kGroups = {{0, 1, 2, 3, 4, 5, 6, 7}, {8, 9, 10}, {21, 22, 23}};
const std::vector<int> kClasses = {0, 1, 1};
const Subspace kSubspace{5, 4, 0, 0};

Bytes rules_of(const Variant& variant) {
  Bytes bytes;
  const std::string digest = variant.digest();
  for (std::size_t i = 0; i < digest.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(digest.substr(i, 2), nullptr, 16)));
  return bytes;
}

/// A network with weights at random, as its file, and the same weights taken literally.
struct MadeUpNetwork {
  explicit MadeUpNetwork(const Variant& variant, std::uint32_t version = 1) {
    std::mt19937 random(7);
    const auto weight = [&] {
      return static_cast<std::int8_t>(static_cast<int>(random() % 61) - 30);
    };
    for (const char letter : std::string("MILLNETW"))
      bytes.push_back(static_cast<std::uint8_t>(letter));
    append_little_endian<std::uint32_t>(bytes, version);
    for (const std::uint8_t byte : rules_of(variant)) bytes.push_back(byte);
    Bytes head = std::exchange(bytes, {});
    for (const int number : {24, 3, 2, kNetworkWidth, kNetworkSecond, 1})
      append_little_endian<std::uint16_t>(bytes, static_cast<std::uint16_t>(number));
    append_little_endian<std::uint32_t>(bytes, 1);
    for (std::size_t i = 0; i < kGroups.size(); ++i) {
      bytes.push_back(static_cast<std::uint8_t>(kClasses[i]));
      bytes.push_back(static_cast<std::uint8_t>(kGroups[i].size()));
      for (const int point : kGroups[i]) bytes.push_back(static_cast<std::uint8_t>(point));
    }
    for (const int number : {kSubspace.own, kSubspace.opponent, 0, 0, 0})
      bytes.push_back(static_cast<std::uint8_t>(number));
    const auto fill = [&](std::vector<std::int8_t>& weights, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) weights.push_back(weight());
      for (const std::int8_t each : weights) bytes.push_back(static_cast<std::uint8_t>(each));
    };
    const auto fill_biases = [&](std::vector<std::int32_t>& biases, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) {
        biases.push_back(static_cast<std::int32_t>(random() % 20000) - 10000);
        append_little_endian<std::uint32_t>(bytes, static_cast<std::uint32_t>(biases.back()));
      }
    };
    fill(rows, (6561 + 27) * kNetworkWidth);
    fill(subspace_row, kNetworkWidth);
    fill(second, kNetworkSecond * kNetworkWidth);
    fill_biases(second_bias, kNetworkSecond);
    fill(third, kNetworkValues * kNetworkSecond);
    fill_biases(third_bias, kNetworkValues);
    bytes = with_frame(std::move(head), bytes);
  }

  /// What follows the digest, and the checksum.
  static Bytes with_frame(Bytes head, const Bytes& unpacked) {
    const Bytes packed = compress_frame(unpacked, 1);
    head.insert(head.end(), packed.begin(), packed.end());
    append_little_endian<std::uint64_t>(head, checksum(head));
    return head;
  }

  /// Stone by stone and weight by weight.
  NetworkLogits logits(const Position& position) const {
    std::vector<int> sums(subspace_row.begin(), subspace_row.end());
    for (std::size_t i = 0; i < kGroups.size(); ++i) {
      std::size_t state = 0, place = 1;
      for (const int point : kGroups[i]) {
        if (position.own & bit(point)) state += place;
        if (position.opponent & bit(point)) state += 2 * place;
        place *= 3;
      }
      const std::size_t row = state + (kClasses[i] == 1 ? 6561U : 0U);
      for (std::size_t w = 0; w < sums.size(); ++w) sums[w] += rows[row * kNetworkWidth + w];
    }
    std::vector<int> outputs;
    for (std::size_t o = 0; o < kNetworkSecond; ++o) {
      int sum = second_bias[o];
      for (std::size_t w = 0; w < kNetworkWidth; ++w)
        sum += std::clamp(sums[w], 0, 127) * second[o * kNetworkWidth + w];
      outputs.push_back(std::clamp(static_cast<int>(std::floor(sum / 64.0)), 0, 127));
    }
    NetworkLogits logits;
    for (std::size_t o = 0; o < logits.size(); ++o) {
      logits[o] = third_bias[o];
      for (std::size_t w = 0; w < outputs.size(); ++w)
        logits[o] += outputs[w] * third[o * kNetworkSecond + w];
    }
    return logits;
  }

  Bytes bytes;
  std::vector<std::int8_t> rows, subspace_row, second, third;
  std::vector<std::int32_t> second_bias, third_bias;
};

/// Those this processor can run, and the one of wider processors in plain code.
std::vector<const NetworkKernel*> kernels_to_test() {
  std::vector<const NetworkKernel*> kernels = available_network_kernels();
#ifdef MILLSTONE_EMULATED_KERNEL
  kernels.push_back(&kEmulatedNetworkKernel);
#endif
  return kernels;
}

TEST(Network, ComesToTheSameInEveryKernelAsWeightByWeight) {
  const Variant variant = nine_mens_morris();
  const MadeUpNetwork made_up(variant);
  const auto network = Network::parse(variant, made_up.bytes, "made up");
  ASSERT_TRUE(succeeds(network));
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const Position position = random_position(*variant.board, kSubspace, random);
    const auto rows = network->find(position, kSubspace.own, kSubspace.opponent);
    ASSERT_TRUE(rows);
    for (const NetworkKernel* kernel : kernels_to_test())
      ASSERT_EQ(kernel->logits(*rows), made_up.logits(position)) << kernel->name;
  }
}

TEST(Network, LeavesSubspacesItDoesNotKnowToOthers) {
  const Variant variant = nine_mens_morris();
  const MadeUpNetwork made_up(variant);
  const auto network = Network::parse(variant, made_up.bytes, "made up");
  ASSERT_TRUE(succeeds(network));
  const MoveMaker moves(variant);
  const FeatureEvaluation features(moves, kDefaultWeights);
  const NetworkEvaluation evaluation(*network, features);
  std::mt19937_64 random(1);
  const SearchPosition known =
      SearchPosition::of(random_position(*variant.board, kSubspace, random), 0, 0);
  const SearchPosition other =
      SearchPosition::of(random_position(*variant.board, {4, 5, 0, 0}, random), 0, 0);
  EXPECT_EQ(evaluation.score(known), score_of_logits(made_up.logits(known.position)));
  EXPECT_EQ(evaluation.score(other), features.score(other));
}

TEST(Network, RefusesFilesByName) {
  const Variant variant = nine_mens_morris();
  const Bytes whole = MadeUpNetwork(variant).bytes;
  const auto refused = [&](const Bytes& bytes, ErrorCode code, std::string_view what) {
    return fails_with(Network::parse(variant, bytes, "some.network"), code,
                      fmt::format("some.network: {}", what));
  };
  for (std::size_t at = 0; at < whole.size(); at += at < 100 ? 1 : 997) {
    Bytes flipped = whole;
    flipped[at] ^= 0x20;
    EXPECT_TRUE(refused(flipped, ErrorCode::kDamagedFile, "is no")) << at;
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(at));
    EXPECT_TRUE(refused(cut, ErrorCode::kDamagedFile, "is no")) << at;
  }
  EXPECT_TRUE(
      refused(MadeUpNetwork(variant, 2).bytes, ErrorCode::kUnsupportedVersion, "is of version 2"));
  EXPECT_TRUE(refused(MadeUpNetwork(find_variant("lasker-morris").value()).bytes,
                      ErrorCode::kWrongRules, "was made for other rules"));
}

/// Whose checksum is right, but not what they say.
TEST(Network, RefusesShapesThatCannotBe) {
  const Variant variant = nine_mens_morris();
  const Bytes whole = MadeUpNetwork(variant).bytes;
  constexpr std::size_t kHead = 28;
  const Bytes head(whole.begin(), whole.begin() + kHead);
  const auto frame = std::span(whole).subspan(kHead, whole.size() - kHead - 8);
  Bytes unpacked(frame_content_size(frame).value());
  ASSERT_TRUE(decompress_frame(frame, unpacked));
  EXPECT_TRUE(
      succeeds(Network::parse(variant, MadeUpNetwork::with_frame(head, unpacked), "as it was")));
  for (const std::size_t at : {0, 2, 4, 6, 8, 10, 12, 16, 17, 18, 26, 36, 40}) {
    Bytes changed = unpacked;
    changed[at] = 0xEE;
    EXPECT_FALSE(Network::parse(variant, MadeUpNetwork::with_frame(head, changed), "x").has_value())
        << at;
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{15}, std::size_t{40},
                                 unpacked.size() - 1, unpacked.size() + 1}) {
    Bytes changed = unpacked;
    changed.resize(size);
    EXPECT_TRUE(fails_with(
        Network::parse(variant, MadeUpNetwork::with_frame(head, changed), "some.network"),
        ErrorCode::kDamagedFile, "some.network: "))
        << size;
  }
}

TEST(NetworkScore, FollowsTheLogits) {
  EXPECT_EQ(score_of_logits({0, 0, 0}), 0);
  EXPECT_EQ(score_of_logits({-4096, 0, 4096}), -score_of_logits({4096, 0, -4096}));
  Score last = -kMostEvaluated;
  for (int win = -40000; win <= 40000; win += 1000) {
    const Score score = score_of_logits({0, 4096, win});
    EXPECT_GE(score, last);
    last = score;
  }
  EXPECT_LE(score_of_logits({-1 << 24, 0, 1 << 24}), kMostEvaluated);
  EXPECT_GE(score_of_logits({1 << 24, 0, -1 << 24}), -kMostEvaluated);
}

}  // namespace
}  // namespace mill
