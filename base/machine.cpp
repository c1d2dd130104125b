#include "base/machine.h"

#include <malloc.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string_view>
#include <thread>

namespace mill {

int available_processors() {
  // The C++ library counts all that are online, and oneTBB warns of threads beyond the affinity.
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return std::max(1, CPU_COUNT(&allowed));
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

bool has_quick_pext() noexcept {
#if defined(__x86_64__) && defined(__GNUC__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") &&
         !__builtin_cpu_is("znver2") && !__builtin_cpu_is("bdver4");
#else
  return false;
#endif
}

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

std::uint64_t physical_memory() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  return pages <= 0 ? 0 : static_cast<std::uint64_t>(pages) * page_size();
}

std::uint64_t usual_memory_budget() { return physical_memory() / 4 * 3; }

void give_back_freed_memory() {
  // Left alone, glibc raises both with the largest piece that is freed, up to 32 MiB.
  ::mallopt(M_TRIM_THRESHOLD, 64 << 10);
  ::mallopt(M_MMAP_THRESHOLD, 128 << 10);
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

}  // namespace mill
