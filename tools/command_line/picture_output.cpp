#include "tools/command_line/picture_output.h"

#include <cstdio>

#include "base/text_file.h"

namespace mill {

Result<void> check_picture(const std::filesystem::path& path, bool json) {
  if (path != kOutputName || !json) return {};
  return fail(ErrorCode::kInvalidArgument,
              "--json and --svg - both write to the standard output, so give the picture a file");
}

Result<void> write_picture(const std::filesystem::path& path, std::string_view text) {
  if (path != kOutputName) return write_text_file(path, text);
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size()) return {};
  return fail(ErrorCode::kInputOutput, "the picture could not be written to the standard output");
}

}  // namespace mill
