#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace mill {

/// A learned weight as it is stored: the nearest whole number of those whose negative there is,
/// too.
template <typename Integer>
Integer rounded(float weight) {
  const float most = std::numeric_limits<Integer>::max();
  return static_cast<Integer>(std::floor(std::clamp(weight, -most, most) + 0.5F));
}

}  // namespace mill
