#include "base/scratch_directory.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace mill {

Result<ScratchDirectory> ScratchDirectory::create() {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  if (error)
    return fail(ErrorCode::kInputOutput, "there is no directory for temporary files: {}",
                error.message());
  return create_in(parent);
}

Result<ScratchDirectory> ScratchDirectory::create_in(const std::filesystem::path& parent) {
  std::string pattern = (parent / "millstone-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr)
    return fail(ErrorCode::kInputOutput, "cannot make a temporary directory {}: {}", pattern,
                std::strerror(errno));
  ScratchDirectory directory;
  directory.path_ = pattern;
  return directory;
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace mill
