#include "formats/stored_files.h"

#include <algorithm>
#include <optional>
#include <system_error>

#include "base/places.h"
#include "formats/build_hint.h"
#include "formats/pack_index.h"

namespace mill {
namespace {

/// A file that begins as packs do; none for any other.
Result<std::unique_ptr<const FileBytes>> open_if_pack(const std::filesystem::path& path) {
  auto file = FileBytes::open(path, FileAccess::kPositioned);
  if (!file) return std::unique_ptr<const FileBytes>();
  if (!MILLSTONE_TRY(begins_as_pack(**file))) return std::unique_ptr<const FileBytes>();
  return file;
}

}  // namespace

bool is_pack(const std::filesystem::path& path) {
  const auto pack = open_if_pack(path);
  return pack && *pack;
}

Result<void> refuse_pack(const std::filesystem::path& directory) {
  if (!is_pack(directory)) return {};
  return fail(ErrorCode::kInvalidArgument,
              "{}: is a pack, which nothing is written into; `millstone unpack` makes a directory "
              "of it",
              file_place(directory));
}

Result<std::unique_ptr<const FileBytes>> open_stored(const std::filesystem::path& path,
                                                     FileAccess access) {
  auto file = FileBytes::open(path, access);
  if (file || file.error().code != ErrorCode::kMissingFile) return file;
  const std::filesystem::path pack_path = path.parent_path();
  const auto pack = MILLSTONE_TRY(open_if_pack(pack_path));
  if (!pack) return file;
  const auto packed = MILLSTONE_TRY(read_pack_index(*pack, file_place(pack_path)));
  const auto found = std::ranges::find(packed, path.filename().string(), &PackedFile::name);
  if (found == packed.end()) return file;
  return FileBytes::open_part(pack_path, access, found->part, file_place(path));
}

Result<std::string> read_stored_text(const std::filesystem::path& path, std::size_t largest) {
  const auto file = MILLSTONE_TRY(open_stored(path, FileAccess::kPositioned));
  if (file->size() > largest)
    return fail(ErrorCode::kInvalidArgument, "{}: is larger than {} bytes", file_place(path),
                largest);
  std::vector<std::uint8_t> scratch;
  const auto bytes = MILLSTONE_TRY(file->read(0, file->size(), scratch));
  return std::string(bytes.begin(), bytes.end());
}

Result<std::vector<std::filesystem::path>> list_stored(const std::filesystem::path& directory,
                                                       std::string_view rules_options) {
  std::vector<std::filesystem::path> paths;
  if (const auto pack = MILLSTONE_TRY(open_if_pack(directory))) {
    const auto packed = MILLSTONE_TRY(read_pack_index(*pack, file_place(directory)));
    for (const PackedFile& file : packed) paths.push_back(directory / file.name);
    std::sort(paths.begin(), paths.end());
    return paths;
  }
  std::error_code error;
  std::filesystem::directory_iterator it(directory, error);
  for (; !error && it != std::filesystem::directory_iterator(); it.increment(error))
    paths.push_back(it->path());
  if (error == std::errc::no_such_file_or_directory)
    return fail(ErrorCode::kMissingFile, "{}: there is no such directory; {} makes it",
                directory_place(directory), build_command(rules_options, directory, "SUBSPACE"));
  if (error == std::errc::not_a_directory)
    return fail(ErrorCode::kInputOutput,
                "{}: cannot be read: is neither a directory nor a pack of database files",
                directory_place(directory));
  if (error)
    return fail(ErrorCode::kInputOutput, "{}: cannot be read: {}", directory_place(directory),
                error.message());
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace mill
