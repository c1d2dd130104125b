#include "formats/database_directory.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "formats/build_hint.h"
#include "formats/stored_files.h"

namespace mill {
namespace {

auto sort_key(const DatabaseEntry& entry) {
  const Subspace& s = entry.subspace;
  return std::make_tuple(s.own + s.opponent, std::max(s.own, s.opponent), s, entry.metric);
}

}  // namespace

std::optional<DatabaseEntry> entry_by_name(const Variant& variant,
                                           const std::filesystem::path& path) {
  const auto subspace = parse_subspace(variant, path.stem().string());
  if (!subspace) return std::nullopt;
  for (const Metric metric : kMetrics)
    if (path.filename() == file_name(*subspace, metric))
      return DatabaseEntry{*subspace, metric, path, {}};
  return std::nullopt;
}

Result<std::vector<DatabaseEntry>> list_database(const std::filesystem::path& directory,
                                                 const Variant& variant) {
  const auto paths = MILLSTONE_TRY(list_stored(directory, variant_options(variant)));
  std::vector<DatabaseEntry> entries;
  for (const std::filesystem::path& path : paths)
    if (auto entry = entry_by_name(variant, path)) entries.push_back(std::move(*entry));
  std::sort(entries.begin(), entries.end(),
            [](const auto& a, const auto& b) { return sort_key(a) < sort_key(b); });
  return entries;
}

}  // namespace mill
