#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "formats/codecs/half_distances.h"
#include "formats/codecs/network/slot_facts.h"
#include "formats/codecs/prediction/coding_order.h"
#include "formats/codecs/prediction/value_ranges.h"

namespace mill {

// Half distances (half_distances.h) are coded by questions, which a network of sixteen hidden units
// answers beforehand. FORMAT.md has all of it.

/// Slots that have a vote on the half distance of another: its neighbours, and those in its place
/// in the two most similar numbering blocks. Only those of its own value vote.
inline constexpr std::size_t kVoters = CodingOrder::kNeighbours + 2;

/// What an input says of a voter: kMostDeviation plus or minus the level of the difference between
/// its half distance and the centre; or, if it has no vote, kOtherValue plus its value; or that
/// there is no such slot.
inline constexpr int kMostDeviation = 7;
inline constexpr std::uint8_t kOtherValue = 2 * kMostDeviation + 1;
inline constexpr std::uint8_t kNoVoter = kOtherValue + 3;

/// The level of a difference that is not negative: 0 to 3 are their own, then they get wider.
constexpr int deviation_level(int difference) {
  constexpr std::array<int, kMostDeviation> kFirst = {1, 2, 3, 4, 6, 9, 15};
  int level = 0;
  while (level < kMostDeviation && difference >= kFirst[static_cast<std::size_t>(level)]) ++level;
  return level;
}

/// The voters; the centre and the value; the number of votes; how far they are apart; facts.
inline constexpr std::size_t kDistanceInputs = kVoters + 3 + kFacts;
inline constexpr int kMostCentre = 31, kMostSpread = 15;
inline constexpr std::array<std::uint32_t, kDistanceInputs> kDistanceInputSizes = [] {
  std::array<std::uint32_t, kDistanceInputs> sizes{};
  std::fill_n(sizes.begin(), kVoters, kNoVoter + 1);
  sizes[kVoters] = 2 * (kMostCentre + 1);
  sizes[kVoters + 1] = kVoters + 1;
  sizes[kVoters + 2] = kMostSpread + 1;
  std::ranges::copy(kFactSizes, sizes.end() - kFacts);
  return sizes;
}();
inline constexpr std::array<std::uint32_t, kDistanceInputs> kFirstDistanceRows = [] {
  std::array<std::uint32_t, kDistanceInputs> first{};
  for (std::size_t i = 1; i < kDistanceInputs; ++i)
    first[i] = first[i - 1] + kDistanceInputSizes[i - 1];
  return first;
}();
inline constexpr std::uint32_t kDistanceRows =
    kFirstDistanceRows.back() + kDistanceInputSizes.back();

/// Half distances that are asked for by one question, by how far they are from the centre.
struct DistanceStep {
  int nearest, size;
};
inline constexpr std::array<DistanceStep, 11> kSteps = {
    {{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}, {7, 2}, {9, 4}, {13, 8}, {21, 16}, {37, 32}}};
inline constexpr int kBeyondSteps = kSteps.back().nearest + kSteps.back().size;

/// One output for each question: is it the centre, is it above, is it in this step above, below.
inline constexpr std::size_t kIsCentre = 0, kIsAbove = 1, kIsUp = 2,
                             kIsDown = kIsUp + kSteps.size();
inline constexpr std::size_t kDistanceQuestions = kIsDown + kSteps.size();

/// What is known of a half distance before it is.
struct DistanceClues {
  std::array<std::uint8_t, kDistanceInputs> inputs;  ///< each below its size
  int centre;                                        ///< the mean of the votes, or 0
};

/// Finds a half distance by questions.
/// @param ask(question, low, high)       whether it is one of low..high
/// @param offset(nearest, direction, size)  how far it is from `nearest`, upwards (1) or downwards
///                                          (-1): less than `size`; any number if that is 0
template <typename Ask, typename Offset>
int find_half(int centre, Ask&& ask, Offset&& offset) {
  if (ask(kIsCentre, centre, centre)) return centre;
  const bool above = centre == 0 || ask(kIsAbove, centre + 1, kMostHalf);
  const int direction = above ? 1 : -1;
  std::size_t question = above ? kIsUp : kIsDown;
  for (const DistanceStep& step : kSteps) {
    const int nearest = centre + direction * step.nearest;
    const int furthest = nearest + direction * (step.size - 1);
    const bool certain = furthest <= 0;  // there is nothing below
    if (certain || ask(question++, std::min(nearest, furthest), std::max(nearest, furthest)))
      return nearest + direction * (step.size == 1 ? 0 : offset(nearest, direction, step.size));
  }
  const int nearest = centre + direction * kBeyondSteps;
  return nearest + direction * offset(nearest, direction, 0);
}

/// The end of the range that a yes has of a symbol's numbers; a no has the rest.
/// @param log_odds  in eighths of a doubling
inline std::uint32_t yes_end(std::int32_t log_odds) {
  return 1 + (probability_of(log_odds) * (kRangeTotal - 2) >> 16);
}

/// The network of one file. Immutable; any thread.
class DistanceNetwork {
 public:
  static constexpr std::size_t kUnits = 16;
  using Units = std::array<std::int16_t, kUnits>;

  /// Rows of weights and biases in -128..127; outputs are log odds in eighths of a doubling, times
  /// 1 << kNetworkOutputBits.
  struct Weights {
    std::vector<std::array<std::int8_t, kUnits>> rows;  ///< kDistanceRows
    std::array<std::int8_t, kUnits> bias{};
    std::array<Units, kDistanceQuestions> output{};
    std::array<std::int16_t, kDistanceQuestions> output_bias{};
  };

  DistanceNetwork() = default;  ///< predicts nothing
  explicit DistanceNetwork(const Weights& weights);

  Units hidden(const DistanceClues& clues) const;
  std::int32_t log_odds(const Units& hidden, std::size_t question) const;

  /// As stored in a header, and back; nothing if these bytes are no network.
  static constexpr std::size_t kStoredSize =
      kUnits * (kDistanceRows + 1) + 2 * kDistanceQuestions * (kUnits + 1);
  std::vector<std::uint8_t> serialize() const;
  static std::optional<DistanceNetwork> parse(std::span<const std::uint8_t> bytes);

 private:
  struct alignas(32) Row {
    Units units{};
  };
  std::vector<Row> rows_;
  Row bias_;
  std::array<Row, kDistanceQuestions> output_;
  std::array<std::int16_t, kDistanceQuestions> output_bias_{};
};

}  // namespace mill
