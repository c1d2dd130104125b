#include <immintrin.h>

#include "engine/evaluation/network_kernels.h"

namespace mill {
namespace {

static_assert(kNetworkWidth == 32 && kNetworkSecond == 16);

__m256i load(const void* bytes) { return _mm256_loadu_si256(static_cast<const __m256i*>(bytes)); }

/// The sum of the numbers of 16 bits in pairs, as 32 bits.
__m256i widened(__m256i pairs) { return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)); }

/// Four sums of eight numbers each, in the order of the arguments.
__m128i sums_of_four(__m256i a, __m256i b, __m256i c, __m256i d) {
  const __m256i ab = _mm256_hadd_epi32(a, b);
  const __m256i cd = _mm256_hadd_epi32(c, d);
  const __m256i all = _mm256_hadd_epi32(ab, cd);
  return _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
}

/// Activations of the first layer as bytes.
__m256i first_layer(const NetworkRows& rows) {
  __m256i low = _mm256_setzero_si256(), high = _mm256_setzero_si256();
  for (int row = 0; row <= rows.patterns; ++row) {
    const __m256i weights = load(rows.rows[static_cast<std::size_t>(row)]);
    low = _mm256_add_epi16(low, _mm256_cvtepi8_epi16(_mm256_castsi256_si128(weights)));
    high = _mm256_add_epi16(high, _mm256_cvtepi8_epi16(_mm256_extracti128_si256(weights, 1)));
  }
  // Saturating packs cut off above 127; they work in halves, whose quarters are put in order.
  const __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi16(low, high), 0xD8);
  return _mm256_max_epi8(packed, _mm256_setzero_si256());
}

/// 127 times 127 twice is less than 2^15: no pair of products is cut off.
__m256i products(__m256i activations, const std::array<std::int8_t, kNetworkWidth>& weights) {
  return widened(_mm256_maddubs_epi16(activations, load(weights.data())));
}

NetworkLogits logits(const NetworkRows& rows) {
  const __m256i first = first_layer(rows);
  const NetworkStack& stack = *rows.stack;
  alignas(16) std::array<std::int32_t, kNetworkSecond> sums;
  for (std::size_t o = 0; o < kNetworkSecond; o += 4) {
    const __m128i four =
        sums_of_four(products(first, stack.second[o]), products(first, stack.second[o + 1]),
                     products(first, stack.second[o + 2]), products(first, stack.second[o + 3]));
    const __m128i bias =
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(stack.second_bias.data() + o));
    _mm_store_si128(reinterpret_cast<__m128i*>(sums.data() + o),
                    _mm_srai_epi32(_mm_add_epi32(four, bias), kActivationShift));
  }
  const auto part = [&](std::size_t from) {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(sums.data() + from));
  };
  const __m128i packed =
      _mm_packs_epi16(_mm_packs_epi32(part(0), part(4)), _mm_packs_epi32(part(8), part(12)));
  const __m128i second = _mm_max_epi8(packed, _mm_setzero_si128());
  NetworkLogits found;
  for (std::size_t o = 0; o < found.size(); ++o) {
    const __m128i weights =
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(stack.third[o].data()));
    __m128i sum = _mm_madd_epi16(_mm_maddubs_epi16(second, weights), _mm_set1_epi16(1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xB1));
    found[o] = stack.third_bias[o] + _mm_cvtsi128_si32(sum);
  }
  return found;
}

}  // namespace

extern const NetworkKernel kAvx2NetworkKernel;
const NetworkKernel kAvx2NetworkKernel{"avx2", logits};

}  // namespace mill
