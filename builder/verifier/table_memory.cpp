#include "builder/verifier/table_memory.h"

#include <algorithm>

namespace mill::verifier {

Result<TableMemory::Table> TableMemory::take(std::size_t bytes) {
  MILLSTONE_CHECK(bytes <= most_bytes_);
  if (idle_.empty()) idle_.push_back(MILLSTONE_TRY(LargeArray<std::uint8_t>::make(most_bytes_)));
  Table table(*this, std::move(idle_.back()));
  idle_.pop_back();
  return table;
}

void TableMemory::keep(std::size_t tables, std::size_t bytes) {
  idle_.resize(std::min(idle_.size(), tables));
  const std::size_t kept = std::min(up_to_page(bytes), most_bytes_);
  for (LargeArray<std::uint8_t>& array : idle_)
    if (kept < most_bytes_) forget(array.data() + kept, most_bytes_ - kept);
}

}  // namespace mill::verifier
