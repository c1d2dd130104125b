#include "formats/stored_rules.h"

#include <algorithm>
#include <system_error>
#include <vector>

#include "formats/database_file.h"

namespace millstone {
namespace {

/// Files that may be databases, sorted by name.
Result<std::vector<std::filesystem::path>> candidates(const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::directory_iterator it(directory, error);
  std::vector<std::filesystem::path> paths;
  for (; !error && it != std::filesystem::directory_iterator(); it.increment(error))
    for (Metric metric : {Metric::kValue, Metric::kDistance})
      if (it->path().extension() == fmt::format(".{}", metric_name(metric)))
        paths.push_back(it->path());
  if (error == std::errc::no_such_file_or_directory)
    return fail(ErrorCode::kMissingFile, "{}: there is no such directory", directory.string());
  if (error)
    return fail(ErrorCode::kInputOutput, "{}: cannot be read: {}", directory.string(),
                error.message());
  std::sort(paths.begin(), paths.end());
  return paths;
}

Result<FileHeader> header_of(const std::filesystem::path& path) {
  // Positioned: of a large file only the first page is wanted.
  const auto bytes = FileBytes::open(path, FileAccess::kPositioned);
  if (!bytes) return tl::unexpected(bytes.error());
  return read_header(**bytes, path.string());
}

}  // namespace

Result<Variant> stored_rules(const std::filesystem::path& directory) {
  const auto paths = candidates(directory);
  if (!paths) return tl::unexpected(paths.error());
  Result<Variant> rules =
      fail(ErrorCode::kMissingFile, "{}: there is no database file here", directory.string());
  for (const std::filesystem::path& path : *paths) {
    const auto header = header_of(path);
    if (!header) {
      if (path == paths->front()) rules = tl::unexpected(header.error());
      continue;
    }
    rules = parse_canonical_text(header->rules_text, header->variant_name, path.string());
    if (!rules && rules.error().code == ErrorCode::kInvalidArgument)
      rules = fail(ErrorCode::kDamagedFile, "{}", rules.error().message);
    break;
  }
  return rules;
}

}  // namespace millstone
