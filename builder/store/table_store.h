#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include "builder/solver/solver.h"
#include "game/variant.h"

namespace mill {

/// The two files of a finished subspace.
struct OutcomeFiles {
  std::filesystem::path values, distances;
};

/// Reads the outcomes of some blocks of a finished subspace from its files, on all threads of the
/// arena. Errors as DatabaseFile; kNotEnoughMemory when the system refuses.
Result<std::shared_ptr<const OutcomeTable>> load_outcomes(
    const OutcomeFiles& files, const Variant& variant, const Subspace& subspace, BlockRange part,
    const std::shared_ptr<ByteArrayPool>& pool);

/// Tables kept in memory because pairs still to be solved capture into them. One thread.
class TableStore {
 public:
  void put(const Subspace& subspace, std::shared_ptr<const OutcomeTable> table) {
    tables_[subspace] = std::move(table);
  }

  /// The table, null if it is not kept.
  std::shared_ptr<const OutcomeTable> find(const Subspace& subspace) const {
    const auto found = tables_.find(subspace);
    return found == tables_.end() ? nullptr : found->second;
  }

  /// Lets go of every table that is not in `needed`.
  void keep_only(const std::set<Subspace>& needed) {
    std::erase_if(tables_, [&](const auto& entry) { return !needed.contains(entry.first); });
  }

  /// Bytes of the tables that are in `wanted`.
  std::uint64_t bytes_of(const std::set<Subspace>& wanted) const {
    return bytes_without({}) - bytes_without(wanted);
  }

  /// Bytes of the tables that are not in `except`.
  std::uint64_t bytes_without(const std::set<Subspace>& except) const {
    std::uint64_t total = 0;
    for (const auto& [subspace, table] : tables_)
      if (!except.contains(subspace)) total += table->memory_bytes();
    return total;
  }

 private:
  std::map<Subspace, std::shared_ptr<const OutcomeTable>> tables_;
};

}  // namespace mill
