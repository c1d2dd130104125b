#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "formats/codecs/network/slot_facts.h"
#include "formats/codecs/network/value_kernels.h"
#include "formats/codecs/prediction/coding_order.h"
#include "formats/codecs/prediction/surroundings.h"
#include "formats/codecs/prediction/value_ranges.h"

namespace mill {

/// Predicts values by two small networks, one for each Question, of eight hidden units and one
/// output: log odds. What they look at are small numbers (inputs), each of which chooses one of the
/// rows of weights that stand for it; FORMAT.md has all of it. The weights are learned for each
/// file and stand in its header. For PredictedValues, see there. Immutable; any thread.
class ValueNetwork {
 public:
  static constexpr std::size_t kUnits = kHiddenUnits;  ///< of each network

  /// The inputs of a slot, each below kInputSizes, and its value as a number.
  struct Example {
    NetworkInputs inputs;
    std::uint8_t value;
  };

  /// The network that answers one question. Hidden unit j is bias[j] plus the weights of the rows
  /// that the inputs choose; where it is positive, it counts output[j] times. The sum and
  /// output_bias are log odds in eighths of a doubling, times 1 << kNetworkOutputBits.
  struct Weights {
    std::array<std::array<std::int8_t, kUnits>, kNetworkRows> rows{};
    std::array<std::int8_t, kUnits> bias{};
    std::array<std::int16_t, kUnits> output{};
    std::int16_t output_bias = 0;
  };

  class Predictor;

  ValueNetwork() = default;  ///< predicts nothing
  explicit ValueNetwork(const std::array<Weights, kQuestions>& weights);

  LogOdds log_odds(const NetworkInputs& inputs) const { return log_odds_of(layers_, inputs); }

  /// As stored in a header, and back; nothing if these bytes are no network.
  static constexpr std::size_t kStoredSize =
      kQuestions * (kUnits * kNetworkRows + kUnits + 2 * kUnits + 2);
  std::vector<std::uint8_t> serialize() const;
  static std::optional<ValueNetwork> parse(std::span<const std::uint8_t> bytes);

 private:
  NetworkLayers layers_;
};

/// Predicts the slots of one numbering block after the other.
class ValueNetwork::Predictor {
 public:
  explicit Predictor(const Surroundings& file);

  void begin(Mask major, std::span<const NumberingBlock> earlier, std::uint8_t* values);

  void predict(const ValueNetwork& network, std::span<const CodingOrder::Step> steps,
               std::span<ValueRanges> ranges) const {
    std::array<LogOdds, CodingOrder::kMostAtATime> odds;
    best_value_kernel().outputs(network.layers_, {states_.data(), facts_.data(), moved_}, steps,
                                odds.data());
    for (std::size_t i = 0; i < steps.size(); ++i) ranges[i] = ranges_of(odds[i][0], odds[i][1]);
  }

  Example example(const CodingOrder::Step& step, std::uint8_t value) const;

  void set(std::uint32_t slot, std::uint8_t value) {
    states_[slot] = static_cast<std::uint16_t>(states_[slot] - (kNotCoded - value) * kStateUnit);
  }
  void finish(std::uint8_t* values) const;

 protected:
  const Surroundings& surroundings() const { return file_; }
  /// The value that the most similar earlier block has in the slot's place, or kNoEarlier.
  std::uint32_t near(std::uint32_t slot) const { return states_[slot] / (4 * kStateUnit) % 4; }
  /// Puts another number in the place of one of the slot's facts, below its size.
  void set_fact(std::uint32_t slot, std::size_t fact, std::uint8_t number) {
    facts_[slot][fact] = number;
  }

 private:
  Surroundings file_;
  std::vector<SlotFacts> facts_;
  std::vector<std::uint16_t> states_;  // see SlotInputs::states
  std::uint32_t moved_ = 0;            // see SlotInputs::moved
};

}  // namespace mill
