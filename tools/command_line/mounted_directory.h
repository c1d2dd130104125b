#pragma once

#include <filesystem>
#include <functional>

#include "reports/malom_view.h"

namespace mill {

/// Whether mounting is compiled in (libfuse3).
bool can_mount();

/// Shows the files of a view, read-only, under a directory, until SIGINT, SIGTERM or SIGHUP comes
/// or somebody else unmounts it; then it is unmounted. Bytes are made when they are read, by
/// several threads.
/// @param mounted  called once files can be read
/// @return kInvalidArgument for a mount point that is no directory, holds something or is one
///         already; kInputOutput where the system refuses; kUnsupportedRule unless can_mount()
Result<void> serve_mount(const MalomView& view, const std::filesystem::path& mount_point,
                         const std::function<void()>& mounted);

}  // namespace mill
