#include "builder/store/memory_budget.h"

#include "base/machine.h"

namespace mill {

std::uint64_t usual_memory_budget() { return physical_memory() / 4 * 3; }

}  // namespace mill
