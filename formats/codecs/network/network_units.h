#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace mill {

/// Output weights and their sums are log odds times 1 << kNetworkOutputBits.
inline constexpr int kNetworkOutputBits = 8;

/// The log odds of an output, in eighths of a doubling: where a hidden unit is positive, it counts
/// as often as its weight says.
template <std::size_t kUnits>
std::int32_t output_log_odds(const std::array<std::int16_t, kUnits>& hidden,
                             const std::array<std::int16_t, kUnits>& weights, std::int32_t bias) {
  std::int32_t sum = bias;
  for (std::size_t j = 0; j < kUnits; ++j) sum += std::max<int>(hidden[j], 0) * weights[j];
  return sum >> kNetworkOutputBits;
}

}  // namespace mill
