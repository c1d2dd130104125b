#pragma once

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

}  // namespace mill
