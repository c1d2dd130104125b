#include "formats/codecs/network/value_kernels.h"

namespace mill {
namespace {

void plain_outputs(const NetworkLayers& layers, const SlotInputs& slots,
                   std::span<const CodingOrder::Step> steps, LogOdds* odds) {
  for (const CodingOrder::Step& step : steps) *odds++ = log_odds_of(layers, inputs_of(slots, step));
}

constexpr ValueKernel kPlainValueKernel{"plain", plain_outputs};

}  // namespace

NetworkInputs inputs_of(const SlotInputs& slots, const CodingOrder::Step& step) {
  NetworkInputs inputs;
  auto input = inputs.begin();
  for (const std::uint16_t neighbour : step.neighbours)
    *input++ = static_cast<std::uint8_t>(slots.states[neighbour] / kStateUnit);
  *input++ = static_cast<std::uint8_t>(slots.place(step.slot));
  std::copy_n(slots.facts[step.slot].begin(), kFacts, input);
  return inputs;
}

LogOdds log_odds_of(const NetworkLayers& layers, const NetworkInputs& inputs) {
  NetworkUnits hidden = layers.bias.units;
  for (std::size_t input = 0; input < kNetworkInputs; ++input) {
    const NetworkUnits& row = layers.rows[kFirstRows[input] + inputs[input]].units;
    for (std::size_t question = 0; question < kQuestions; ++question)
      for (std::size_t j = 0; j < kHiddenUnits; ++j)
        hidden[question][j] = static_cast<std::int16_t>(hidden[question][j] + row[question][j]);
  }
  LogOdds odds;
  for (std::size_t question = 0; question < kQuestions; ++question)
    odds[question] = output_log_odds(hidden[question], layers.output.units[question],
                                     layers.output_bias[question]);
  return odds;
}

#ifdef MILLSTONE_X86_KERNELS
extern const ValueKernel kAvx2ValueKernel;
#endif

std::vector<const ValueKernel*> available_value_kernels() {
  std::vector<const ValueKernel*> list{&kPlainValueKernel};
#ifdef MILLSTONE_X86_KERNELS
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) list.push_back(&kAvx2ValueKernel);
#endif
  return list;
}

const ValueKernel& best_value_kernel() {
  static const ValueKernel& best = *available_value_kernels().back();
  return best;
}

}  // namespace mill
