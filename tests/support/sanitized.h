#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace mill {

/// Whether this is compiled with sanitizers. Tests of large subspaces then take ones that walk the
/// same code in a tenth of the time.
#ifdef MILLSTONE_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

/// Of a size for ordinary builds and one for sanitizers, that of this build.
template <typename T>
constexpr T size_for_build(T ordinary, T sanitized) {
  return kSanitized ? sanitized : ordinary;
}

/// Of a list of rules or games that a test goes through: all, with sanitizers, which look for other
/// mistakes than wrong outcomes, one in four.
template <typename T>
std::vector<T> sample_for_build(std::vector<T> all) {
  if (!kSanitized) return all;
  std::vector<T> sample;
  for (std::size_t number = 0; number < all.size(); number += 4)
    sample.push_back(std::move(all[number]));
  return sample;
}

}  // namespace mill
