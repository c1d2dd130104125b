#pragma once

#include <filesystem>
#include <string>

namespace mill {

/// Why what stands under a path need not be what this user wrote: the file belongs to somebody
/// else, is a link, or others may write it or replace one of the directories above; a part of a
/// sentence that names which. Empty if nobody else can have written it, or if there is no such
/// file. A group that no other user is a member of counts as the user. Any thread.
/// @param path  absolute and without links before its last part
std::string why_not_private(const std::filesystem::path& path);

}  // namespace mill
