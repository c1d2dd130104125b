#include "formats/codecs/network/distance_trainer.h"

#include "formats/codecs/network/network_learner.h"

namespace mill {
namespace {

using Learner = NetworkLearner<DistanceNetwork::kUnits, kDistanceQuestions>;

constexpr int kDistanceRounds = 3;

// Slots of the file that a row must be expected in for its weights to be worth a place in the
// header.
constexpr float kLeastDistanceRowSlots = 60;

// Examples that tell how much a network leaves open.
constexpr std::size_t kCheckedDistances = 100'000;

std::array<std::uint32_t, kDistanceInputs> rows_of(const DistanceClues& clues) {
  std::array<std::uint32_t, kDistanceInputs> rows;
  for (std::size_t i = 0; i < kDistanceInputs; ++i)
    rows[i] = kFirstDistanceRows[i] + clues.inputs[i];
  return rows;
}

/// The questions that lead to a half distance, and their answers.
class Answers {
 public:
  explicit Answers(const DistanceExample& example) {
    const auto ask = [&](std::size_t question, int low, int high) {
      const bool yes = low <= example.half && example.half <= high;
      answers_.at(count_++) = {question, yes};
      return yes;
    };
    find_half(example.clues.centre, ask, [](int, int, int) { return 0; });
  }

  std::span<const Learner::Answer> all() const { return std::span(answers_).first(count_); }

 private:
  std::array<Learner::Answer, 2 + kSteps.size()> answers_;
  std::size_t count_ = 0;
};

DistanceNetwork::Weights weights_of(const Learner& learner, int least) {
  DistanceNetwork::Weights weights;
  weights.rows.resize(kDistanceRows);
  for (std::size_t j = 0; j < DistanceNetwork::kUnits; ++j) {
    for (std::size_t row = 0; row < kDistanceRows; ++row)
      weights.rows[row][j] = without_small(learner.row(row, j), least);
    weights.bias[j] = learner.bias(j);
    for (std::size_t question = 0; question < kDistanceQuestions; ++question)
      weights.output[question][j] = learner.output(question, j);
  }
  for (std::size_t question = 0; question < kDistanceQuestions; ++question)
    weights.output_bias[question] = learner.output_bias(question);
  return weights;
}

/// Bits that the answers of some of the examples take, for each of these.
double bits_per_example(const DistanceNetwork& network,
                        const std::vector<DistanceExample>& examples) {
  const std::size_t stride = examples.size() / kCheckedDistances + 1;
  BitCounter counter;
  std::size_t count = 0;
  for (std::size_t i = 0; i < examples.size(); i += stride, ++count) {
    const DistanceNetwork::Units hidden = network.hidden(examples[i].clues);
    const Answers answers(examples[i]);
    for (const Learner::Answer& answer : answers.all()) {
      const std::uint32_t end = yes_end(network.log_odds(hidden, answer.output));
      counter.add(answer.yes ? end : kRangeTotal - end);
    }
  }
  return count == 0 ? 0 : counter.bits() / static_cast<double>(count);
}

}  // namespace

DistanceNetwork learn_distance_network(const std::vector<DistanceExample>& examples,
                                       std::uint64_t slots) {
  std::vector<std::uint32_t> counts(kDistanceRows);
  for (const DistanceExample& example : examples)
    for (const std::uint32_t row : rows_of(example.clues)) ++counts[row];
  const float least = slots == 0 ? 0
                                 : kLeastDistanceRowSlots * static_cast<float>(examples.size()) /
                                       static_cast<float>(slots);
  Learner learner(counts, least);
  const LearningRate rate;
  std::uint64_t step = 0;
  const float steps = static_cast<float>(examples.size()) * kDistanceRounds;
  for (int round = 0; round < kDistanceRounds; ++round)
    for (const DistanceExample& example : examples)
      learner.learn(rows_of(example.clues), Answers(example).all(),
                    rate.at(static_cast<float>(step++) / steps));
  return smallest_network(
      [&](int least_weight) { return DistanceNetwork(weights_of(learner, least_weight)); },
      [&](const DistanceNetwork& network) {
        return bits_per_example(network, examples) * static_cast<double>(slots);
      });
}

}  // namespace mill
