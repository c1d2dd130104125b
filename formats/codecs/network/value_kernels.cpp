#include "formats/codecs/network/value_kernels.h"

namespace mill {
namespace {

void plain_outputs(const NetworkLayers& layers, const SlotInputs& slots,
                   std::span<const CodingOrder::Step> steps, LogOdds* odds) {
  for (const CodingOrder::Step& step : steps) {
    NetworkUnits hidden = layers.bias.units;
    const auto add = [&](std::size_t input, std::uint32_t number) {
      const NetworkUnits& row = layers.rows[kFirstRows[input] + number].units;
      for (std::size_t question = 0; question < kQuestions; ++question)
        for (std::size_t j = 0; j < kHiddenUnits; ++j)
          hidden[question][j] = static_cast<std::int16_t>(hidden[question][j] + row[question][j]);
    };
    for (std::size_t i = 0; i < CodingOrder::kNeighbours; ++i)
      add(i, slots.states[step.neighbours[i]] / kStateUnit);
    add(CodingOrder::kNeighbours, slots.place(step.slot));
    for (std::size_t i = 0; i < kFactSizes.size(); ++i)
      add(CodingOrder::kNeighbours + 1 + i, slots.facts[step.slot][i]);
    for (std::size_t question = 0; question < kQuestions; ++question) {
      std::int32_t sum = layers.output_bias[question];
      for (std::size_t j = 0; j < kHiddenUnits; ++j)
        sum += std::max<int>(hidden[question][j], 0) * layers.output.units[question][j];
      (*odds)[question] = sum >> kNetworkOutputBits;
    }
    ++odds;
  }
}

constexpr ValueKernel kPlainValueKernel{"plain", plain_outputs};

}  // namespace

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
