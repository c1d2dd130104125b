#include "formats/database_directory.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <tuple>

#include "base/places.h"
#include "formats/build_hint.h"

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
  std::error_code error;
  std::filesystem::directory_iterator it(directory, error);
  std::vector<DatabaseEntry> entries;
  for (; !error && it != std::filesystem::directory_iterator(); it.increment(error))
    if (auto entry = entry_by_name(variant, it->path())) entries.push_back(std::move(*entry));
  if (error == std::errc::no_such_file_or_directory)
    return fail(ErrorCode::kMissingFile, "{}: there is no such directory; {} makes it",
                directory_place(directory),
                build_command(variant_options(variant), directory, "SUBSPACE"));
  if (error)
    return fail(ErrorCode::kInputOutput, "{}: cannot be read: {}", directory_place(directory),
                error.message());
  std::sort(entries.begin(), entries.end(),
            [](const auto& a, const auto& b) { return sort_key(a) < sort_key(b); });
  return entries;
}

}  // namespace mill
