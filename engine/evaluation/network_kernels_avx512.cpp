#include <immintrin.h>

#include "engine/evaluation/network_layers.h"

namespace mill {
namespace {

static_assert(kNetworkWidth == 32 && kNetworkSecond == 16);

/// Activations of the first layer as bytes.
__m256i first_layer(const NetworkRows& rows) {
  __m512i sums = _mm512_setzero_si512();
  for (int row = 0; row <= rows.patterns; ++row) {
    const auto* weights =
        reinterpret_cast<const __m256i*>(rows.rows[static_cast<std::size_t>(row)]);
    sums = _mm512_add_epi16(sums, _mm512_cvtepi8_epi16(_mm256_loadu_si256(weights)));
  }
  return _mm512_cvtsepi16_epi8(_mm512_max_epi16(sums, _mm512_setzero_si512()));
}

/// Activations of the second layer as bytes.
__m128i second_layer(__m256i first, const NetworkStack& stack) {
  alignas(32) std::array<std::int32_t, kNetworkWidth / 4> fours;
  _mm256_store_si256(reinterpret_cast<__m256i*>(fours.data()), first);
  __m512i sums = _mm512_loadu_si512(stack.second_bias.data());
  for (std::size_t i = 0; i < fours.size(); ++i)
    sums = _mm512_dpbusd_epi32(sums, _mm512_set1_epi32(fours[i]),
                               _mm512_loadu_si512(&stack.second[i]));
  const __m512i above_zero = _mm512_max_epi32(sums, _mm512_setzero_si512());
  return _mm512_cvtsepi32_epi8(_mm512_srli_epi32(above_zero, kActivationShift));
}

}  // namespace

extern const NetworkKernel kAvx512NetworkKernel;
const NetworkKernel kAvx512NetworkKernel{"avx512", logits<first_layer, second_layer>};

}  // namespace mill
