#include "tools/command_line/mounted_directory.h"

#ifdef MILLSTONE_HAVE_FUSE

#include <fcntl.h>
#include <fuse3/fuse.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <ctime>
#include <map>
#include <memory>
#include <mutex>

namespace mill {
namespace {

/// Files that somebody has open, by the numbers that the system knows them by. Any thread.
class OpenFiles {
 public:
  std::uint64_t add(std::shared_ptr<const ViewedFile> file) {
    const std::lock_guard lock(mutex_);
    files_[next_] = std::move(file);
    return next_++;
  }
  std::shared_ptr<const ViewedFile> find(std::uint64_t number) const {
    const std::lock_guard lock(mutex_);
    return files_.at(number);
  }
  void remove(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    files_.erase(number);
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::uint64_t, std::shared_ptr<const ViewedFile>> files_;
  std::uint64_t next_ = 1;
};

/// What the calls of FUSE have in their hands.
struct Mount {
  const MalomView& view;
  std::map<std::string, std::uint64_t, std::less<>> sizes;
  std::time_t since;
  OpenFiles open_files;
};

Mount& mount_of_call() { return *static_cast<Mount*>(::fuse_get_context()->private_data); }

/// The name of a file below the mount point; its only directory has none.
std::string_view name_in(const char* path) { return std::string_view(path).substr(1); }

/// What the log of FUSE said last, on the thread that mounts.
std::string& last_words() {
  thread_local std::string words;
  return words;
}

void keep_words(enum fuse_log_level, const char* format, va_list arguments) {
  char text[512];
  std::vsnprintf(text, sizeof text, format, arguments);
  last_words() = text;
  while (last_words().ends_with('\n')) last_words().pop_back();
}

/// Bytes that a program which reads through a buffer asks for at a time, where the C library takes
/// the system's word for it. Entries that are neighbours in a file may lie in as many blocks of
/// ours: who wants one should not have to wait for a page of them.
constexpr blksize_t kGoodBlock = 64;

int tell_attributes(const char* path, struct stat* out, struct fuse_file_info*) {
  const Mount& mount = mount_of_call();
  *out = {};
  out->st_atime = out->st_mtime = out->st_ctime = mount.since;
  out->st_uid = ::getuid();
  out->st_gid = ::getgid();
  if (name_in(path).empty()) {
    out->st_mode = S_IFDIR | 0555;
    out->st_nlink = 2;
    return 0;
  }
  const auto found = mount.sizes.find(name_in(path));
  if (found == mount.sizes.end()) return -ENOENT;
  out->st_mode = S_IFREG | 0444;
  out->st_nlink = 1;
  out->st_size = static_cast<off_t>(found->second);
  out->st_blksize = kGoodBlock;
  return 0;
}

int list_names(const char* path, void* out, fuse_fill_dir_t fill, off_t, struct fuse_file_info*,
               enum fuse_readdir_flags) {
  if (!name_in(path).empty()) return -ENOTDIR;
  constexpr auto kNoMore = static_cast<fuse_fill_dir_flags>(0);
  for (const char* const name : {".", ".."}) fill(out, name, nullptr, 0, kNoMore);
  for (const auto& [name, size] : mount_of_call().sizes)
    fill(out, name.c_str(), nullptr, 0, kNoMore);
  return 0;
}

int open_file(const char* path, struct fuse_file_info* file) {
  Mount& mount = mount_of_call();
  const auto found = mount.sizes.find(name_in(path));
  if (found == mount.sizes.end()) return -ENOENT;
  if ((file->flags & O_ACCMODE) != O_RDONLY) return -EROFS;
  auto opened = mount.view.open_file(found->first);
  if (!opened) return -EIO;
  file->fh = mount.open_files.add(*std::move(opened));
  file->direct_io = 1;  // makes what is asked for, not all of its page
  return 0;
}

int read_file(const char*, char* out, std::size_t size, off_t offset, struct fuse_file_info* file) {
  const auto opened = mount_of_call().open_files.find(file->fh);
  const auto begin = static_cast<std::uint64_t>(offset);
  if (begin >= opened->size()) return 0;
  size = std::min<std::uint64_t>(size, opened->size() - begin);
  if (!opened->read(begin, {reinterpret_cast<std::uint8_t*>(out), size})) return -EIO;
  return static_cast<int>(size);
}

int close_file(const char*, struct fuse_file_info* file) {
  mount_of_call().open_files.remove(file->fh);
  return 0;
}

struct fuse_operations operations() {
  struct fuse_operations calls {};
  calls.getattr = tell_attributes;
  calls.readdir = list_names;
  calls.open = open_file;
  calls.read = read_file;
  calls.release = close_file;
  return calls;
}

Result<void> check_mount_point(const std::filesystem::path& mount_point) {
  const auto refused = [&](const char* why) {
    return fail(ErrorCode::kInvalidArgument, "{}: {}", mount_point.string(), why);
  };
  struct stat here {
  }, above{};
  if (::stat(mount_point.c_str(), &here) != 0 || !S_ISDIR(here.st_mode))
    return refused("is no directory that files could be mounted at");
  if (::stat((mount_point / "..").c_str(), &above) == 0 && here.st_dev != above.st_dev)
    return refused("is a mount point already");
  std::error_code error;
  if (!std::filesystem::is_empty(mount_point, error) || error)
    return refused("is not empty, mount at an empty directory");
  return {};
}

struct FreeFuse {
  void operator()(struct fuse* fuse) const { ::fuse_destroy(fuse); }
};

tl::unexpected<Error> refusal(const std::filesystem::path& mount_point) {
  return fail(ErrorCode::kInputOutput, "{}: cannot be mounted at: {}", mount_point.string(),
              last_words().empty() ? "the system refuses" : last_words());
}

}  // namespace

bool can_mount() { return true; }

Result<void> serve_mount(const MalomView& view, const std::filesystem::path& mount_point,
                         const std::function<void()>& mounted) {
  MILLSTONE_TRY(check_mount_point(mount_point));
  Mount mount{view, {}, std::time(nullptr), {}};
  for (const MalomView::File& file : view.files()) mount.sizes[file.name] = file.size;
  ::fuse_set_log_func(keep_words);
  std::string program = "millstone", flag = "-o", options = "ro,fsname=millstone";
  char* words[] = {program.data(), flag.data(), options.data()};
  struct fuse_args arguments FUSE_ARGS_INIT(3, words);
  const struct fuse_operations calls = operations();
  const std::unique_ptr<struct fuse, FreeFuse> fuse(
      ::fuse_new(&arguments, &calls, sizeof calls, &mount));
  ::fuse_opt_free_args(&arguments);
  if (!fuse || ::fuse_mount(fuse.get(), mount_point.c_str()) != 0) return refusal(mount_point);
  struct fuse_session* const session = ::fuse_get_session(fuse.get());
  int ended = ::fuse_set_signal_handlers(session);
  if (ended == 0) {
    mounted();
    struct fuse_loop_config loop {};
    loop.max_idle_threads = 8;
    ended = ::fuse_loop_mt(fuse.get(), &loop);
    ::fuse_remove_signal_handlers(session);
  }
  ::fuse_unmount(fuse.get());
  if (ended < 0) return refusal(mount_point);
  return {};
}

}  // namespace mill

#else

namespace mill {

bool can_mount() { return false; }

Result<void> serve_mount(const MalomView&, const std::filesystem::path&,
                         const std::function<void()>&) {
  return fail(ErrorCode::kUnsupportedRule,
              "mounting was left out of this program: libfuse3 was not there when it was compiled");
}

}  // namespace mill

#endif
