#pragma once

#include <cstddef>
#include <random>
#include <utility>
#include <vector>

namespace mill {

/// A number below `count`, the same on every machine, unlike std::uniform_int_distribution.
/// @param count  1 or more
inline std::size_t random_below(std::mt19937_64& random, std::size_t count) {
  // A remainder favours small numbers by count / 2^64, which nobody can measure.
  return static_cast<std::size_t>(random() % count);
}

/// Puts elements into an order drawn by lot, the same on every machine, unlike std::shuffle.
template <typename Element>
void shuffle(std::vector<Element>& elements, std::mt19937_64& random) {
  for (std::size_t left = elements.size(); left > 1; --left)
    std::swap(elements[left - 1], elements[random_below(random, left)]);
}

}  // namespace mill
