#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace mill {

/// Processors this process may run on, 1 or more.
int available_processors();

/// Whether bits are gathered and spread by quick instructions (PEXT and PDEP): the baseline has
/// none, and AMD's before Zen 3 takes longer for them than tables do.
bool has_quick_pext() noexcept;

/// Bytes of a page of memory, a power of two.
std::size_t page_size();

/// Bytes that the program takes before it holds a table: its code and libraries as far as they are
/// read, and what the C library keeps. Measured, as all that a budget is for is: 10 to 12 MiB.
inline constexpr std::uint64_t kProgramMemory = std::uint64_t{12} << 20;

/// Memory of the machine in bytes; 0 if the system does not tell.
std::uint64_t physical_memory();

/// What a task may take that was given no budget: three quarters of it.
std::uint64_t usual_memory_budget();

/// Has the C library give freed memory back to the system at once, for the rest of the process.
/// Large arrays then cost the kernel's zeroing each time: for who has promised a budget.
void give_back_freed_memory();

/// Name of the processor as the system tells it, such as "AMD EPYC 7763"; "unknown processor" where
/// it does not.
std::string processor_name();

}  // namespace mill
