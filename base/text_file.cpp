#include "base/text_file.h"

#include <cerrno>
#include <fstream>
#include <span>
#include <system_error>

#include "base/checksum.h"
#include "base/output_file.h"

namespace mill {

Result<std::string> read_text_file(const std::filesystem::path& path, std::size_t largest) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return fail(errno == ENOENT ? ErrorCode::kMissingFile : ErrorCode::kInputOutput,
                "{}: cannot be opened: {}", path.string(), std::generic_category().message(errno));
  if (std::filesystem::is_directory(path))
    return fail(ErrorCode::kInputOutput, "{}: is a directory, expected a file", path.string());
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  std::string text;
  std::size_t size = 0;
  do {
    text.resize(size + kPiece);
    file.read(text.data() + size, kPiece);
    size += static_cast<std::size_t>(file.gcount());
  } while (file && size <= largest);
  if (file.bad()) return fail(ErrorCode::kInputOutput, "{}: cannot be read", path.string());
  if (size > largest)
    return fail(ErrorCode::kInvalidArgument, "{}: is larger than {} bytes", path.string(), largest);
  text.resize(size);
  return text;
}

Result<void> write_text_file(const std::filesystem::path& path, std::string_view text) {
  auto file = MILLSTONE_TRY(OutputFile::create(path));
  MILLSTONE_TRY(file.append(as_bytes(text)));
  return file.publish();
}

}  // namespace mill
