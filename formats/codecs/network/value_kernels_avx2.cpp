#include <immintrin.h>

#include "formats/codecs/network/value_kernels.h"

namespace mill {
namespace {

static_assert(kHiddenUnits == 8 && kQuestions == 2 && kStateUnit == 32);

__m256i load_units(const NetworkLayers::Aligned& units) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(&units));
}

void avx2_outputs(const NetworkLayers& layers, const SlotInputs& slots,
                  std::span<const CodingOrder::Step> steps, LogOdds* odds) {
  const NetworkLayers::Aligned* const rows = layers.rows.data();
  const auto* const bytes = reinterpret_cast<const char*>(rows);
  const __m256i output = load_units(layers.output), bias = load_units(layers.bias);
  const std::uint16_t* const states = slots.states;
  for (const CodingOrder::Step& step : steps) {
    __m256i hidden = bias;
    const auto add_state = [&](std::size_t i) {
      const char* const row = bytes + kFirstRows[i] * kStateUnit + states[step.neighbours[i]];
      hidden = _mm256_add_epi16(hidden, _mm256_load_si256(reinterpret_cast<const __m256i*>(row)));
    };
    for (std::size_t i = 0; i < CodingOrder::kNeighbours; ++i) add_state(i);
    const auto add = [&](std::size_t input, std::uint32_t number) {
      hidden = _mm256_add_epi16(hidden, load_units(rows[kFirstRows[input] + number]));
    };
    add(CodingOrder::kNeighbours, slots.place(step.slot));
    const SlotFacts& facts = slots.facts[step.slot];
    for (std::size_t i = 0; i < kFacts; ++i) add(CodingOrder::kNeighbours + 1 + i, facts[i]);
    // The units of a network fill one half of the register each.
    const __m256i positive = _mm256_max_epi16(hidden, _mm256_setzero_si256());
    __m256i sums = _mm256_madd_epi16(positive, output);
    sums = _mm256_hadd_epi32(sums, sums);
    sums = _mm256_hadd_epi32(sums, sums);
    (*odds)[0] = (_mm_cvtsi128_si32(_mm256_castsi256_si128(sums)) + layers.output_bias[0]) >>
                 kNetworkOutputBits;
    (*odds)[1] = (_mm_cvtsi128_si32(_mm256_extracti128_si256(sums, 1)) + layers.output_bias[1]) >>
                 kNetworkOutputBits;
    ++odds;
  }
}

}  // namespace

extern const ValueKernel kAvx2ValueKernel;
const ValueKernel kAvx2ValueKernel{"avx2", avx2_outputs};

}  // namespace mill
