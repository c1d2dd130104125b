#pragma once

#include <algorithm>
#include <cstdint>

#include "base/parallel.h"
#include "base/split_mix.h"

namespace mill::verifier {

/// A well-mixed number that depends on both arguments.
inline std::uint64_t mix(std::uint64_t seed, std::uint64_t index) {
  return split_mix(seed + index * kSplitMixStep);
}

/// Of `total` things, one of every `stride` neighbours: is `index` the one?
inline bool is_picked(std::uint64_t index, std::uint64_t total, std::uint64_t stride,
                      std::uint64_t seed) {
  const std::uint64_t group = index / stride;
  const std::uint64_t size = std::min(stride, total - group * stride);
  return index % stride == mix(seed, group) % size;
}

inline constexpr std::uint64_t kPlainChecks = 20000;

/// Calls `look(slot)` for some kPlainChecks slots spread over a subspace, in parallel.
template <typename Look>
void for_each_spread(std::uint64_t slots, std::uint64_t seed, Look&& look) {
  const std::uint64_t stride = std::max<std::uint64_t>(1, slots / kPlainChecks);
  for_each_index(slots / stride,
                 [&](std::uint64_t group) { look(group * stride + mix(seed, group) % stride); });
}

}  // namespace mill::verifier
