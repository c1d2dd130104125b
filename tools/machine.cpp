#include "tools/machine.h"

#include <oneapi/tbb/info.h>
#include <unistd.h>

#include <fstream>
#include <string_view>

namespace millstone {

int available_processors() { return oneapi::tbb::info::default_concurrency(); }

std::uint64_t physical_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::string processor_name() {
  constexpr std::string_view kField = "model name";
  std::ifstream description("/proc/cpuinfo");
  for (std::string line; std::getline(description, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with(kField) && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

}  // namespace millstone
