#include <immintrin.h>

#include "engine/evaluation/network_layers.h"

namespace mill {
namespace {

static_assert(kNetworkWidth == 32 && kNetworkSecond == 16);

__m256i load(const void* bytes) { return _mm256_loadu_si256(static_cast<const __m256i*>(bytes)); }

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

/// Adds what four activations give to eight sums. 127 times 127 twice is less than 2^15: no pair
/// of products is cut off.
__m256i add_products(__m256i sums, __m256i four, const void* weights) {
  const __m256i pairs = _mm256_maddubs_epi16(four, load(weights));
  return _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

/// Activations of the second layer as bytes.
__m128i second_layer(__m256i first, const NetworkStack& stack) {
  alignas(32) std::array<std::int32_t, kNetworkWidth / 4> fours;
  _mm256_store_si256(reinterpret_cast<__m256i*>(fours.data()), first);
  __m256i low = load(stack.second_bias.data()), high = load(stack.second_bias.data() + 8);
  for (std::size_t i = 0; i < fours.size(); ++i) {
    const __m256i four = _mm256_set1_epi32(fours[i]);
    low = add_products(low, four, &stack.second[i][0]);
    high = add_products(high, four, &stack.second[i][8]);
  }
  const __m256i words = _mm256_packs_epi32(_mm256_srai_epi32(low, kActivationShift),
                                           _mm256_srai_epi32(high, kActivationShift));
  const __m256i ordered = _mm256_permute4x64_epi64(words, 0xD8);
  const __m128i bytes =
      _mm_packs_epi16(_mm256_castsi256_si128(ordered), _mm256_extracti128_si256(ordered, 1));
  return _mm_max_epi8(bytes, _mm_setzero_si128());
}

}  // namespace

extern const NetworkKernel kAvx2NetworkKernel;
const NetworkKernel kAvx2NetworkKernel{"avx2", logits<first_layer, second_layer>};

}  // namespace mill
