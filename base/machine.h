#pragma once

#include <cstdint>
#include <string>

namespace mill {

/// Processors this process may run on, 1 or more.
int available_processors();

/// Memory of the machine in bytes; 0 if the system does not tell.
std::uint64_t physical_memory();

/// Name of the processor as the system tells it, such as "AMD EPYC 7763"; "unknown processor" where
/// it does not.
std::string processor_name();

}  // namespace mill
