#pragma once

// The intrinsics of processors that this one need not be, for files that are compiled to be tested
// without them: in plain code, by SIMDe (https://github.com/simd-everywhere/simde).

// NOLINTNEXTLINE(readability-identifier-naming): a name of SIMDe's
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx512.h>
