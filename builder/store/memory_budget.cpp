#include "builder/store/memory_budget.h"

#include <unistd.h>

namespace millstone {

std::uint64_t usual_memory_budget() {
  const auto pages = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES));
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) / 4 * 3;
}

}  // namespace millstone
