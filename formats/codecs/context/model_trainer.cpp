#include "formats/codecs/context/model_trainer.h"

#include <array>
#include <cmath>

#include "formats/codecs/prediction/rounded.h"
#include "game/value.h"

namespace mill {
namespace {

constexpr int kRounds = 3;
constexpr float kRate = 1.15F;     // in eighths of a doubling of the odds
constexpr float kLastRate = 0.4F;  // of that, in the last round

// Slots of the file that a context must be expected in for its weight to be worth a place in the
// header. By measurement on the small boards; large files hardly feel it.
constexpr float kLeastSlots = 250;

/// What is learned of one of the two questions: is it a draw, and if not, a win?
struct Regression {
  struct Weight {
    float value = 0;
    float squares = 0;  // of all errors so far: what has moved a lot moves less (AdaGrad)
    bool dropped = false;
  };
  std::vector<Weight> weights = std::vector<Weight>(ValueModel::kContexts);

  void learn(const ValueModel::Contexts& contexts, bool answer, float rate) {
    float sum = 0;
    for (const std::uint16_t context : contexts) sum += weights[context].value;
    const float error = (answer ? 1.0F : 0.0F) - probability_between(sum);
    for (const std::uint16_t context : contexts) {
      Weight& weight = weights[context];
      if (weight.dropped) continue;
      weight.squares += error * error;
      weight.value += rate * error / std::sqrt(weight.squares + 0.1F);
    }
  }

  /// Leaves out the contexts with fewer than `least` examples.
  void drop_rare(const std::vector<std::uint32_t>& examples, float least) {
    for (std::size_t i = 0; i < weights.size(); ++i)
      weights[i].dropped = static_cast<float>(examples[i]) < least;
  }
};

/// Learns the answers to one question.
Regression learn_answers(const std::vector<ValueModel::Example>& examples, Question question,
                         float least_examples) {
  std::vector<std::uint32_t> counts(ValueModel::kContexts);
  for (const ValueModel::Example& example : examples)
    if (is_asked(question, static_cast<Value>(example.value)))
      for (const std::uint16_t context : example.contexts) ++counts[context];
  Regression regression;
  regression.drop_rare(counts, least_examples);
  for (int round = 1; round <= kRounds; ++round) {
    const float rate = round == kRounds ? kRate * kLastRate : kRate;
    for (const ValueModel::Example& example : examples) {
      const auto value = static_cast<Value>(example.value);
      if (is_asked(question, value))
        regression.learn(example.contexts, is_yes(question, value), rate);
    }
  }
  return regression;
}

}  // namespace

ValueModel learn_value_model(const std::vector<ValueModel::Example>& examples, std::uint64_t slots,
                             const ForEachIndex& for_each_index) {
  const float least = kLeastSlots * static_cast<float>(examples.size()) / static_cast<float>(slots);
  // The questions do not depend on each other: two threads have work, whatever their number.
  std::array<Regression, kQuestions> answers;
  for_each_index(kQuestions, [&](std::uint32_t question) {
    answers[question] = learn_answers(examples, static_cast<Question>(question), least);
  });
  std::vector<ValueModel::Weights> weights(ValueModel::kContexts);
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] = {rounded<std::int8_t>(answers[0].weights[i].value),
                  rounded<std::int8_t>(answers[1].weights[i].value)};
  return ValueModel(weights);
}

}  // namespace mill
