#pragma once

#include <cstddef>
#include <random>

namespace mill {

/// A number below `count`, the same on every machine, unlike std::uniform_int_distribution.
/// @param count  1 or more
inline std::size_t random_below(std::mt19937_64& random, std::size_t count) {
  // A remainder favours small numbers by count / 2^64, which nobody can measure.
  return static_cast<std::size_t>(random() % count);
}

}  // namespace mill
