#pragma once

#include <cstdint>

namespace mill {

/// What two neighbouring states of SplitMix64 differ by.
inline constexpr std::uint64_t kSplitMixStep = 0x9E3779B97F4A7C15;

/// A number that looks random, the next after a state: SplitMix64.
/// Source: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014.
constexpr std::uint64_t split_mix(std::uint64_t state) {
  std::uint64_t word = state + kSplitMixStep;
  word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9;
  word = (word ^ word >> 27) * 0x94D049BB133111EB;
  return word ^ word >> 31;
}

}  // namespace mill
