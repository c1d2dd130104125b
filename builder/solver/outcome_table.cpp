#include "builder/solver/outcome_table.h"

#include "builder/solver/solve_memory.h"

namespace mill {
std::uint64_t OutcomeTable::memory_bytes() const {
  const MajorIndex& major = geometry().major();
  return bytes().size() + index_memory(major.board(), major.stones()) +
         longs().entries().size() * sizeof(LongDistance);
}

}  // namespace mill
