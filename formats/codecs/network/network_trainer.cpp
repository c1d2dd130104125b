#include "formats/codecs/network/network_trainer.h"

#include <algorithm>
#include <utility>

#include "formats/codecs/network/network_learner.h"

namespace mill {
namespace {

constexpr std::size_t kUnits = ValueNetwork::kUnits;

constexpr int kRounds = 3;

// Slots of the file that a row must be expected in for its weights to be worth a place in the
// header.
constexpr float kLeastRowSlots = 250;

// Examples that tell how much a network leaves open.
constexpr std::size_t kCheckedExamples = 200'000;

/// Examples of each row that are asked a question.
std::vector<std::uint32_t> count_rows(const std::vector<ValueNetwork::Example>& examples,
                                      Question question) {
  std::vector<std::uint32_t> counts(kNetworkRows);
  for (const ValueNetwork::Example& example : examples)
    if (is_asked(question, static_cast<Value>(example.value)))
      for (std::size_t i = 0; i < kNetworkInputs; ++i) ++counts[kFirstRows[i] + example.inputs[i]];
  return counts;
}

/// What is learned of one of the questions.
/// @param least  rows of fewer examples stay 0
ValueNetwork::Weights learn_question(const std::vector<ValueNetwork::Example>& examples,
                                     Question question, float least) {
  using Learner = NetworkLearner<kUnits, 1>;
  Learner learner(count_rows(examples, question), least);
  const LearningRate rate;
  std::uint64_t step = 0;
  const float steps = static_cast<float>(examples.size()) * kRounds;
  for (int round = 0; round < kRounds; ++round)
    for (const ValueNetwork::Example& example : examples) {
      const float done = static_cast<float>(step++) / steps;
      const auto value = static_cast<Value>(example.value);
      if (!is_asked(question, value)) continue;
      std::array<std::uint32_t, kNetworkInputs> rows;
      for (std::size_t i = 0; i < kNetworkInputs; ++i) rows[i] = kFirstRows[i] + example.inputs[i];
      const Learner::Answer answer{0, is_yes(question, value)};
      learner.learn(rows, {&answer, 1}, rate.at(done));
    }
  ValueNetwork::Weights weights;
  for (std::size_t j = 0; j < kUnits; ++j) {
    for (std::size_t row = 0; row < kNetworkRows; ++row) weights.rows[row][j] = learner.row(row, j);
    weights.bias[j] = learner.bias(j);
    weights.output[j] = learner.output(0, j);
  }
  weights.output_bias = learner.output_bias(0);
  return weights;
}

using BothWeights = std::array<ValueNetwork::Weights, kQuestions>;

BothWeights without_small_weights(BothWeights weights, int least) {
  for (ValueNetwork::Weights& each : weights)
    for (auto& row : each.rows)
      for (std::int8_t& weight : row) weight = without_small(weight, least);
  return weights;
}

/// Bits that some of the examples take, for each of these.
double bits_per_example(const ValueNetwork& network,
                        const std::vector<ValueNetwork::Example>& examples) {
  const std::size_t stride = examples.size() / kCheckedExamples + 1;
  BitCounter counter;
  std::size_t count = 0;
  for (std::size_t i = 0; i < examples.size(); i += stride, ++count) {
    const LogOdds odds = network.log_odds(examples[i].inputs);
    counter.add(range_of(ranges_of(odds[0], odds[1]), static_cast<Value>(examples[i].value)).size);
  }
  return count == 0 ? 0 : counter.bits() / static_cast<double>(count);
}

}  // namespace

ValueNetwork learn_value_network(const std::vector<ValueNetwork::Example>& examples,
                                 std::uint64_t slots, const ForEachIndex& for_each_index) {
  const float least =
      kLeastRowSlots * static_cast<float>(examples.size()) / static_cast<float>(slots);
  // The questions do not depend on each other: two threads have work, whatever their number.
  BothWeights weights;
  for_each_index(kQuestions, [&](std::uint32_t question) {
    weights[question] = learn_question(examples, static_cast<Question>(question), least);
  });
  return smallest_network(
      [&](int least_weight) { return ValueNetwork(without_small_weights(weights, least_weight)); },
      [&](const ValueNetwork& network) {
        return bits_per_example(network, examples) * static_cast<double>(slots);
      });
}

}  // namespace mill
