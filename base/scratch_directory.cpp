#include "base/scratch_directory.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace mill {

Result<ScratchDirectory> ScratchDirectory::create() {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  std::string pattern = (parent / "millstone-XXXXXX").string();
  if (error || mkdtemp(pattern.data()) == nullptr)
    return fail(ErrorCode::kInputOutput, "cannot make a temporary directory {}: {}", pattern,
                error ? error.message() : std::strerror(errno));
  ScratchDirectory directory;
  directory.path_ = pattern;
  return directory;
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace mill
