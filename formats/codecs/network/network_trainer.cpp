#include "formats/codecs/network/network_trainer.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <utility>

#include "formats/codecs/prediction/rounded.h"
#include "formats/codecs/zstd_frame.h"

namespace mill {
namespace {

constexpr std::size_t kUnits = ValueNetwork::kUnits;

constexpr int kRounds = 3;
constexpr float kRate = 0.15F;
constexpr float kLastRate = 0.003F;  // the rate falls to this in a straight line

// Slots of the file that a row must be expected in for its weights to be worth a place in the
// header.
constexpr float kLeastRowSlots = 250;

// Examples that tell how much a network leaves open.
constexpr std::size_t kCheckedExamples = 200'000;

// Weights of rows are whole numbers of sixteenths; the log odds that training counts in are
// natural.
constexpr float kRowScale = 16;
constexpr float kEighthsPerNat = 11.5415603F;  // 8 / ln 2

using Hidden = std::array<float, kUnits>;

/// A weight of the output, or its bias: what has moved a lot moves less (AdaGrad).
struct Adaptive {
  float value = 0, squares = 0;

  void move(float gradient, float rate) {
    squares += gradient * gradient;
    value += rate * gradient / std::sqrt(squares + 1.0F);
  }
};

/// What is learned of one of the questions.
class Learner {
 public:
  Learner(const std::vector<ValueNetwork::Example>& examples, Question question,
          float least_examples)
      : examples_(examples), question_(question) {
    start(least_examples);
    std::uint64_t step = 0;
    const float steps = static_cast<float>(examples.size()) * kRounds;
    for (int round = 0; round < kRounds; ++round)
      for (const ValueNetwork::Example& example : examples) {
        const float done = static_cast<float>(step++) / steps;
        const auto value = static_cast<Value>(example.value);
        if (is_asked(question, value))
          learn(example, is_yes(question, value), kRate + (kLastRate - kRate) * done);
      }
  }

  ValueNetwork::Weights weights() const {
    ValueNetwork::Weights weights;
    for (std::size_t row = 0; row < rows_.size(); ++row)
      for (std::size_t j = 0; j < kUnits; ++j)
        weights.rows[row][j] = rounded<std::int8_t>(rows_[row].weights[j] * kRowScale);
    const float scale = kEighthsPerNat * (1 << kNetworkOutputBits);
    for (std::size_t j = 0; j < kUnits; ++j) {
      weights.bias[j] = rounded<std::int8_t>(bias_[j].value * kRowScale);
      weights.output[j] = rounded<std::int16_t>(output_[j].value * scale / kRowScale);
    }
    weights.output_bias = rounded<std::int16_t>(output_bias_.value * scale);
    return weights;
  }

 private:
  /// The weights that a number of an input adds, which move at one rate.
  struct Row {
    Hidden weights{};
    float squares = 0;
    bool is_dropped = true;
  };

  /// Small weights that tell the units apart, but for rows with fewer than `least` examples.
  void start(float least) {
    std::vector<std::uint32_t> counts(kNetworkRows);
    for (const ValueNetwork::Example& example : examples_)
      if (is_asked(question_, static_cast<Value>(example.value)))
        for (std::size_t i = 0; i < kNetworkInputs; ++i)
          ++counts[kFirstRows[i] + example.inputs[i]];
    std::mt19937 random(1);
    const auto any = [&](float most) {
      return most * (static_cast<float>(random() >> 8) / 8388608.0F - 1.0F);
    };
    rows_.resize(kNetworkRows);
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      rows_[row].is_dropped = static_cast<float>(counts[row]) < least || counts[row] == 0;
      for (float& weight : rows_[row].weights) {
        const float value = any(0.25F);
        weight = rows_[row].is_dropped ? 0.0F : value;
      }
    }
    for (Adaptive& each : output_) each.value = any(0.4F);
  }

  void learn(const ValueNetwork::Example& example, bool answer, float rate) {
    std::array<Row*, kNetworkInputs> chosen;
    Hidden hidden;
    for (std::size_t j = 0; j < kUnits; ++j) hidden[j] = bias_[j].value;
    for (std::size_t i = 0; i < kNetworkInputs; ++i) {
      chosen[i] = &rows_[kFirstRows[i] + example.inputs[i]];
      for (std::size_t j = 0; j < kUnits; ++j) hidden[j] += chosen[i]->weights[j];
    }
    float sum = output_bias_.value;
    for (std::size_t j = 0; j < kUnits; ++j) sum += std::max(hidden[j], 0.0F) * output_[j].value;
    const float error = (answer ? 1.0F : 0.0F) - probability_between(sum * kEighthsPerNat);
    Hidden gradient;
    float squares = 0;
    for (std::size_t j = 0; j < kUnits; ++j) {
      gradient[j] = hidden[j] > 0 ? error * output_[j].value : 0.0F;
      squares += gradient[j] * gradient[j];
      output_[j].move(error * std::max(hidden[j], 0.0F), rate);
      bias_[j].move(gradient[j], rate);
    }
    output_bias_.move(error, rate);
    if (squares == 0) return;
    for (Row* const row : chosen) {
      if (row->is_dropped) continue;
      row->squares += squares / kUnits;
      const float step = rate / std::sqrt(row->squares + 0.1F);
      for (std::size_t j = 0; j < kUnits; ++j) row->weights[j] += step * gradient[j];
    }
  }

  const std::vector<ValueNetwork::Example>& examples_;
  Question question_;
  std::vector<Row> rows_;
  std::array<Adaptive, kUnits> bias_{}, output_{};
  Adaptive output_bias_;
};

using BothWeights = std::array<ValueNetwork::Weights, kQuestions>;

/// Without the weights of rows that are nearer to 0 than that: noughts are cheap in a header.
BothWeights without_small_weights(BothWeights weights, int least) {
  for (ValueNetwork::Weights& each : weights)
    for (auto& row : each.rows)
      for (std::int8_t& weight : row)
        if (std::abs(weight) < least) weight = 0;
  return weights;
}

/// Bits that some of the examples take, for each of these.
double bits_per_example(const ValueNetwork& network,
                        const std::vector<ValueNetwork::Example>& examples) {
  const std::size_t stride = examples.size() / kCheckedExamples + 1;
  // The logarithm of a product, whole bits of which are taken out before it becomes too small.
  constexpr double kManyBits = 512;
  double product = 1, bits = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < examples.size(); i += stride, ++count) {
    const LogOdds odds = network.log_odds(examples[i].inputs);
    const SymbolRange own =
        range_of(ranges_of(odds[0], odds[1]), static_cast<Value>(examples[i].value));
    product *= static_cast<double>(own.size) / kRangeTotal;
    if (product > 0x1p-512) continue;
    product *= 0x1p512;
    bits += kManyBits;
  }
  for (; product < 1; product *= 2) ++bits;
  return count == 0 ? 0 : bits / static_cast<double>(count);
}

/// The network of these weights that makes the smallest file: the less there is to predict, the
/// fewer weights pay for their place.
ValueNetwork smallest(const BothWeights& weights,
                      const std::vector<ValueNetwork::Example>& examples, std::uint64_t slots) {
  ValueNetwork best;
  double fewest_bits = 0;
  for (const int least : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64}) {
    ValueNetwork network(without_small_weights(weights, least));
    const double bits =
        8.0 * static_cast<double>(compress_frame(network.serialize(), kModelLevel).size()) +
        bits_per_example(network, examples) * static_cast<double>(slots);
    if (least > 1 && bits >= fewest_bits) break;
    fewest_bits = bits;
    best = std::move(network);
  }
  return best;
}

}  // namespace

ValueNetwork learn_value_network(const std::vector<ValueNetwork::Example>& examples,
                                 std::uint64_t slots, const ForEachIndex& for_each_index) {
  const float least =
      kLeastRowSlots * static_cast<float>(examples.size()) / static_cast<float>(slots);
  // The questions do not depend on each other: two threads have work, whatever their number.
  BothWeights weights;
  for_each_index(kQuestions, [&](std::uint32_t question) {
    weights[question] = Learner(examples, static_cast<Question>(question), least).weights();
  });
  return smallest(weights, examples, slots);
}

}  // namespace mill
