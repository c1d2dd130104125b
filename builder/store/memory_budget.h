#pragma once

#include <cstdint>

namespace mill {

/// What a task may take that was given no budget: three quarters of the machine's memory, in bytes.
std::uint64_t usual_memory_budget();

}  // namespace mill
