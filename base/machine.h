#pragma once

#include <string>

namespace millstone {

/// Processors this process may run on.
int available_processors();

/// Name of the processor as the system tells it, such as "AMD EPYC 7763"; "unknown processor" where
/// it does not.
std::string processor_name();

}  // namespace millstone
