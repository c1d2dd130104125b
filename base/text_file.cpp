#include "base/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <optional>
#include <span>
#include <system_error>

#include "base/checksum.h"
#include "base/numbers.h"
#include "base/output_file.h"

namespace mill {
namespace {

/// The descriptor of this process that a name such as /dev/fd/3 stands for, if it does.
std::optional<int> descriptor_named(const std::filesystem::path& path) {
  std::error_code unknown;
  const auto folder = std::filesystem::canonical(path.parent_path(), unknown);
  if (unknown || folder != std::filesystem::canonical("/proc/self/fd", unknown)) return {};
  return number_in<int>(path.filename().string());
}

/// Where the symbolic links of a name lead to, be there something or not; of links to links that do
/// not end, any. The name of a descriptor is an end: what its link says may be no path.
std::filesystem::path place_of(std::filesystem::path path) {
  constexpr int kMostLinks = 40;  // as the system
  std::error_code no_link;
  for (int links = 0; links < kMostLinks && !descriptor_named(path); ++links) {
    const auto target = std::filesystem::read_symlink(path, no_link);
    if (no_link) break;
    path = path.parent_path() / target;
  }
  return path;
}

Result<void> write_all(int descriptor, const std::filesystem::path& path, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return output_failure(path, "written", errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

/// Writes into something that is there and no file. Waits for the reader of a pipe.
Result<void> write_into(const std::filesystem::path& path, std::string_view text) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) return output_failure(path, "opened", errno);
  auto written = write_all(descriptor, path, text);
  const int close_error = ::close(descriptor) == 0 ? 0 : errno;
  if (written && close_error != 0) return output_failure(path, "closed", close_error);
  return written;
}

Result<void> replace_file(const std::filesystem::path& path, std::string_view text) {
  auto file = MILLSTONE_TRY(OutputFile::create(path));
  MILLSTONE_TRY(file.append(as_bytes(text)));
  return file.publish();
}

}  // namespace

Result<std::string> read_text_file(const std::filesystem::path& path, std::size_t largest) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return fail(errno == ENOENT ? ErrorCode::kMissingFile : ErrorCode::kInputOutput,
                "{}: cannot be opened: {}", path.string(), std::generic_category().message(errno));
  if (std::filesystem::is_directory(path))
    return fail(ErrorCode::kInputOutput, "{}: is a directory, expected a file", path.string());
  return read_text(file, path.string(), largest);
}

Result<std::string> read_text(std::istream& stream, const std::string& name, std::size_t largest) {
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  std::string text;
  std::size_t size = 0;
  do {
    text.resize(size + kPiece);
    stream.read(text.data() + size, kPiece);
    size += static_cast<std::size_t>(stream.gcount());
  } while (stream && size <= largest);
  if (stream.bad()) return fail(ErrorCode::kInputOutput, "{}: cannot be read", name);
  if (size > largest)
    return fail(ErrorCode::kInvalidArgument, "{}: is larger than {} bytes", name, largest);
  text.resize(size);
  return text;
}

Result<void> write_text_file(const std::filesystem::path& path, std::string_view text) {
  struct stat status = {};
  // The system refuses to follow links that others may have laid; so it is asked first.
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) return output_failure(path, "opened", errno);
  const std::filesystem::path place = place_of(path);
  if (const auto descriptor = descriptor_named(place)) return write_all(*descriptor, path, text);
  if (exists && !S_ISREG(status.st_mode)) return write_into(path, text);
  return replace_file(place, text);
}

}  // namespace mill
