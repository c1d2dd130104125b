#include "base/private_path.h"

#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <vector>

namespace mill {
namespace {

constexpr std::size_t kRecordSize = std::size_t{1} << 16;  // of a user or a group

/// Whether it is the group of the user's own name, which has no other members.
bool is_own_group(gid_t number) {
  std::vector<char> user_text(kRecordSize), group_text(kRecordSize);
  passwd user = {};
  passwd* found_user = nullptr;
  group record = {};
  group* found_group = nullptr;
  if (::getpwuid_r(::geteuid(), &user, user_text.data(), kRecordSize, &found_user) != 0 ||
      ::getgrgid_r(number, &record, group_text.data(), kRecordSize, &found_group) != 0 ||
      !found_user || !found_group)
    return false;
  if (user.pw_gid != number || std::string(user.pw_name) != record.gr_name) return false;
  for (char** member = record.gr_mem; *member; ++member)
    if (std::string(*member) != user.pw_name) return false;
  return true;
}

/// Whether others than the owner may write.
bool others_may_write(const struct stat& status) {
  if ((status.st_mode & S_IWOTH) != 0) return true;
  return (status.st_mode & S_IWGRP) != 0 && !is_own_group(status.st_gid);
}

std::string file_fault(const std::filesystem::path& path, const struct stat& status) {
  if (S_ISLNK(status.st_mode)) return fmt::format("{} is a link", path.string());
  if (status.st_uid != ::geteuid()) return fmt::format("{} belongs to another user", path.string());
  if (!S_ISDIR(status.st_mode) && status.st_nlink > 1)
    return fmt::format("{} has another name, too", path.string());
  if (others_may_write(status)) return fmt::format("others may write {}", path.string());
  return {};
}

/// Where the sticky bit is set only the owner of an entry may replace it.
std::string directory_fault(const std::filesystem::path& path) {
  struct stat status = {};
  if (::lstat(path.c_str(), &status) != 0)
    return fmt::format("{} cannot be looked at", path.string());
  if (status.st_uid != ::geteuid() && status.st_uid != 0)
    return fmt::format("{} belongs to another user", path.string());
  if ((status.st_mode & S_ISVTX) == 0 && others_may_write(status))
    return fmt::format("others may write {}", path.string());
  return {};
}

}  // namespace

std::string why_not_private(const std::filesystem::path& path) {
  struct stat status = {};
  if (::lstat(path.c_str(), &status) != 0) return {};
  std::string fault = file_fault(path, status);
  for (std::filesystem::path at = path; fault.empty() && at.has_relative_path();) {
    at = at.parent_path();
    fault = directory_fault(at);
  }
  return fault;
}

}  // namespace mill
