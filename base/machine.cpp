#include "base/machine.h"

#include <oneapi/tbb/info.h>

#include <fstream>
#include <string_view>

namespace millstone {

int available_processors() { return oneapi::tbb::info::default_concurrency(); }

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
