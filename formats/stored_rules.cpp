#include "formats/stored_rules.h"

#include <algorithm>
#include <numeric>
#include <system_error>
#include <vector>

#include "base/places.h"
#include "formats/build_hint.h"
#include "formats/database_file.h"
#include "formats/stored_files.h"

namespace mill {
namespace {

/// Files that may be databases, sorted by name.
Result<std::vector<std::filesystem::path>> candidates(const std::filesystem::path& directory) {
  auto paths = MILLSTONE_TRY(list_stored(directory, ""));
  std::erase_if(paths, [](const std::filesystem::path& path) {
    return std::ranges::none_of(kMetrics, [&](Metric metric) {
      return path.extension() == fmt::format(".{}", metric_name(metric));
    });
  });
  return paths;
}

Result<FileHeader> header_of(const std::filesystem::path& path) {
  // Positioned: of a large file only the first page is wanted.
  const auto bytes = MILLSTONE_TRY(open_stored(path, FileAccess::kPositioned));
  return read_header(*bytes, file_place(path));
}

/// The rules of a header, with the groups that it tells.
Result<Variant> rules_of(const FileHeader& header, const std::string& file) {
  auto rules = parse_canonical_text(header.rules_text, header.variant_name, file);
  if (!rules && rules.error().code == ErrorCode::kInvalidArgument)
    return fail(ErrorCode::kDamagedFile, "{}", rules.error().message);
  if (!rules || header.groups.empty()) return rules;
  Board board = *rules->board;
  board.rings.assign(header.groups.begin(), header.groups.end());
  const int grouped = std::accumulate(board.rings.begin(), board.rings.end(), 0);
  if (grouped != board.points())
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: its groups hold {} points, the board {}",
                file, grouped, board.points());
  rules->board = std::make_shared<const Board>(std::move(board));
  return rules;
}

}  // namespace

Result<Variant> stored_rules(const std::filesystem::path& directory) {
  const auto paths = MILLSTONE_TRY(candidates(directory));
  Result<Variant> rules =
      fail(ErrorCode::kMissingFile, "{}: there is no database file here; {} makes some",
           directory_place(directory), build_command("", directory, "SUBSPACE"));
  for (const std::filesystem::path& path : paths) {
    const auto header = header_of(path);
    if (!header) {
      if (path == paths.front()) rules = tl::unexpected(header.error());
      continue;
    }
    rules = rules_of(*header, path.string());
    break;
  }
  return rules;
}

}  // namespace mill
