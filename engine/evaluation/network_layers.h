#pragma once

// What kernels have in common. Compiled by each of them for its own processors.

#include <immintrin.h>

#include "engine/evaluation/network_kernels.h"

namespace mill {
namespace {

/// Logits from the activations of the second layer as bytes.
inline NetworkLogits third_layer(__m128i second, const NetworkStack& stack) {
  NetworkLogits logits;
  for (std::size_t o = 0; o < logits.size(); ++o) {
    const __m128i weights =
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(stack.third[o].data()));
    __m128i sum = _mm_madd_epi16(_mm_maddubs_epi16(second, weights), _mm_set1_epi16(1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xB1));
    logits[o] = stack.third_bias[o] + _mm_cvtsi128_si32(sum);
  }
  return logits;
}

/// All three layers, of which a kernel brings the first two.
template <auto FirstLayer, auto SecondLayer>
NetworkLogits logits(const NetworkRows& rows) {
  return third_layer(SecondLayer(FirstLayer(rows), *rows.stack), *rows.stack);
}

}  // namespace
}  // namespace mill
