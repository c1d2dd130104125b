#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "formats/codecs/network/network_units.h"
#include "formats/codecs/prediction/rounded.h"
#include "formats/codecs/prediction/value_ranges.h"
#include "formats/codecs/zstd_frame.h"

namespace mill {

/// A weight that moves by gradients: what has moved a lot moves less (AdaGrad).
struct AdaptiveWeight {
  float value = 0, squares = 0;

  void move(float gradient, float rate) {
    squares += gradient * gradient;
    value += rate * gradient / std::sqrt(squares + 1.0F);
  }
};

/// How the rate of learning falls, in a straight line.
struct LearningRate {
  float first = 0.15F, last = 0.003F;

  /// @param done  share of the steps, 0..1
  float at(float done) const { return first + (last - first) * done; }
};

/// Learns a network whose inputs choose rows of weights, with one layer of hidden units and some
/// outputs, each the log odds of a yes. Floating point without a library function; compiled without
/// fused operations it gives the same on every machine. One thread.
template <std::size_t kUnits, std::size_t kOutputs>
class NetworkLearner {
 public:
  struct Answer {
    std::size_t output;
    bool yes;
  };

  /// @param counts  of examples, for each row
  /// @param least   rows of fewer examples stay 0
  NetworkLearner(std::span<const std::uint32_t> counts, float least)
      : rows_(counts.size()), squares_(counts.size()) {
    std::mt19937 random(1);
    const auto any = [&](float most) {
      return most * (static_cast<float>(random() >> 8) / 8388608.0F - 1.0F);
    };
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const bool is_dropped = static_cast<float>(counts[row]) < least || counts[row] == 0;
      if (is_dropped) squares_[row] = std::numeric_limits<float>::infinity();
      for (float& weight : rows_[row].weights) {
        const float value = any(0.25F);
        weight = is_dropped ? 0.0F : value;
      }
    }
    for (auto& of_output : output_)
      for (AdaptiveWeight& each : of_output) each.value = any(0.4F);
  }

  /// One step.
  /// @param rows     that the inputs of an example choose
  /// @param answers  to the questions that it is asked
  template <std::size_t kInputs>
  void learn(const std::array<std::uint32_t, kInputs>& rows, std::span<const Answer> answers,
             float rate) {
    Hidden hidden;
    for (std::size_t j = 0; j < kUnits; ++j) hidden[j] = bias_[j].value;
    for (const std::uint32_t row : rows)
      for (std::size_t j = 0; j < kUnits; ++j) hidden[j] += rows_[row].weights[j];
    Hidden gradient{};
    for (const Answer& answer : answers) learn_output(hidden, answer, rate, gradient);
    float squares = 0;
    for (std::size_t j = 0; j < kUnits; ++j) {
      if (!(hidden[j] > 0)) gradient[j] = 0;
      squares += gradient[j] * gradient[j];
      bias_[j].move(gradient[j], rate);
    }
    if (squares == 0) return;
    // All roots before the first weight, so that a processor takes several at once.
    std::array<float, kInputs> steps;
    for (std::size_t i = 0; i < kInputs; ++i) steps[i] = squares_[rows[i]] += squares / kUnits;
    for (float& step : steps) step = rate / std::sqrt(step + 0.1F);
    for (std::size_t i = 0; i < kInputs; ++i)
      for (std::size_t j = 0; j < kUnits; ++j) rows_[rows[i]].weights[j] += steps[i] * gradient[j];
  }

  // What was learned, as it is stored.
  std::int8_t row(std::size_t row, std::size_t unit) const {
    return rounded<std::int8_t>(rows_[row].weights[unit] * kRowScale);
  }
  std::int8_t bias(std::size_t unit) const {
    return rounded<std::int8_t>(bias_[unit].value * kRowScale);
  }
  std::int16_t output(std::size_t output, std::size_t unit) const {
    return rounded<std::int16_t>(output_[output][unit].value * kOutputScale / kRowScale);
  }
  std::int16_t output_bias(std::size_t output) const {
    return rounded<std::int16_t>(output_bias_[output].value * kOutputScale);
  }

 private:
  using Hidden = std::array<float, kUnits>;

  // Weights of rows are whole numbers of sixteenths; the log odds that training counts in are
  // natural, those that are stored eighths of a doubling.
  static constexpr float kRowScale = 16;
  static constexpr float kEighthsPerNat = 11.5415603F;  // 8 / ln 2
  static constexpr float kOutputScale = kEighthsPerNat * (1 << kNetworkOutputBits);

  /// The weights that a number of an input adds, which move at one rate.
  struct alignas(32) Row {
    Hidden weights{};
  };

  void learn_output(const Hidden& hidden, const Answer& answer, float rate, Hidden& gradient) {
    auto& weights = output_[answer.output];
    float sum = output_bias_[answer.output].value;
    for (std::size_t j = 0; j < kUnits; ++j) sum += std::max(hidden[j], 0.0F) * weights[j].value;
    const float error = (answer.yes ? 1.0F : 0.0F) - probability_between(sum * kEighthsPerNat);
    for (std::size_t j = 0; j < kUnits; ++j) {
      gradient[j] += error * weights[j].value;
      weights[j].move(error * std::max(hidden[j], 0.0F), rate);
    }
    output_bias_[answer.output].move(error, rate);
  }

  std::vector<Row> rows_;
  std::vector<float> squares_;  // for each row, infinite where that stays 0
  std::array<AdaptiveWeight, kUnits> bias_{};
  std::array<std::array<AdaptiveWeight, kUnits>, kOutputs> output_{};
  std::array<AdaptiveWeight, kOutputs> output_bias_{};
};

/// A weight, or 0 for one that is nearer to that than `least`.
inline std::int8_t without_small(std::int8_t weight, int least) {
  return std::abs(weight) < least ? std::int8_t{0} : weight;
}

/// The network that makes the smallest file, of those that make(least) without weights of rows that
/// are smaller than that: noughts are cheap in a header, and the less there is to predict, the
/// fewer weights pay for their place.
/// @param bits_of(network)  that the blocks of the file take with it
template <typename Make, typename BitsOf>
auto smallest_network(Make&& make, BitsOf&& bits_of) {
  auto best = make(1);
  double fewest_bits = 0;
  for (const int least : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64}) {
    auto network = make(least);
    const double header_bits =
        8.0 * static_cast<double>(compress_frame(network.serialize(), kModelLevel).size());
    const double bits = header_bits + bits_of(network);
    if (least > 1 && bits >= fewest_bits) break;
    fewest_bits = bits;
    best = std::move(network);
  }
  return best;
}

/// Adds up the bits of symbols: the logarithm of a product, whole bits of which are taken out
/// before it becomes too small.
class BitCounter {
 public:
  void add(std::uint32_t range_size) {
    product_ *= static_cast<double>(range_size) / kRangeTotal;
    if (product_ > 0x1p-512) return;
    product_ *= 0x1p512;
    bits_ += 512;
  }

  /// Rounded up.
  double bits() const {
    double bits = bits_;
    for (double rest = product_; rest < 1; rest *= 2) ++bits;
    return bits;
  }

 private:
  double product_ = 1, bits_ = 0;
};

}  // namespace mill
