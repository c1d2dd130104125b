#include "builder/store/input_distances.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/checksum.h"
#include "base/private_path.h"
#include "builder/store/build_log.h"
#include "formats/database_file.h"

namespace mill {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKeptName = "distances-in-use";

/// Stands for the directory among the locks; no subspace is like it.
constexpr Subspace kDirectory{255, 255, 255, 255};

/// A number that tells the directories of a machine apart.
std::uint64_t number_of(const fs::path& directory) {
  std::error_code ignored;
  const std::string name = fs::weakly_canonical(fs::absolute(directory), ignored).string();
  return checksum(as_bytes(name));
}

/// The directory's own claim comes from a realm that goes with it, so that builds which keep their
/// files elsewhere are not waited for.
std::uint32_t realm_of(const fs::path& directory) {
  return 1 + static_cast<std::uint32_t>(number_of(directory) % (1 << 20));
}

}  // namespace

InputDistances::InputDistances(const Variant& variant, const BuildOptions& options)
    : variant_(variant), options_(options), directory_(options.directory) {
  if (!are_kept()) return;
  directory_ = options.directory / kKeptName;
  // Databases that share a directory for what is temporary have other distances.
  if (!options.temp_directory.empty())
    directory_ =
        options.temp_directory / fmt::format("{}-{:016x}", kKeptName, number_of(options.directory));
}

void InputDistances::claim(const std::vector<Subspace>& planned) {
  if (!are_kept()) return;
  locks_ =
      std::make_unique<SubspaceLocks>(options_.directory / kBuildLogName, realm_of(directory_));
  directory_claim_ = locks_->share(kDirectory);
  for (const Subspace& subspace : planned) claims_[subspace] = locks_->share(subspace);
}

Result<void> InputDistances::prepare() const {
  if (!are_kept()) return {};
  if (::mkdir(directory_.c_str(), 0700) == 0) return {};
  if (errno != EEXIST)
    return fail(ErrorCode::kInputOutput, "cannot make the directory {}: {}", directory_.string(),
                std::strerror(errno));
  struct stat status = {};
  const bool ours = ::lstat(directory_.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
                    status.st_uid == ::geteuid();
  if (ours &&
      ((status.st_mode & (S_IWGRP | S_IWOTH)) == 0 || ::chmod(directory_.c_str(), 0700) == 0))
    return {};
  return fail(ErrorCode::kInputOutput, "{}: is not a directory of this user: remove it first",
              directory_.string());
}

fs::path InputDistances::path(const Subspace& subspace) const {
  const std::string name = file_name(subspace, Metric::kDistance);
  std::error_code ignored;
  if (fs::exists(options_.directory / name, ignored)) return options_.directory / name;
  return directory_ / name;
}

bool InputDistances::is_believed(const fs::path& file) const {
  if (file.parent_path() != directory_) return true;  // of the database
  std::error_code error;
  const fs::path real = fs::canonical(directory_, error) / file.filename();
  const std::string fault = why_not_private(real);
  if (fault.empty()) return true;
  if (options_.note && !noted_)
    options_.note(
        fmt::format("the distances kept by an earlier build are not believed, since {}: "
                    "they are made anew",
                    fault));
  noted_ = true;
  return false;
}

bool InputDistances::has(const Subspace& subspace) const {
  if (!are_kept()) return true;  // or it would not be finished
  const fs::path file = path(subspace);
  if (!is_believed(file)) return false;
  const auto values =
      DatabaseFile::open(options_.directory / file_name(subspace, Metric::kValue), variant_);
  const auto distances = DatabaseFile::open(file, variant_);
  return values && distances && distances->check_whole_file() && check_pair(*values, *distances);
}

void InputDistances::keep_only(const std::set<Subspace>& needed) {
  std::error_code ignored;
  for (auto claim = claims_.begin(); claim != claims_.end();) {
    const Subspace subspace = claim->first;
    if (needed.contains(subspace)) {
      ++claim;
      continue;
    }
    claim = claims_.erase(claim);
    // Who wants it from now on waits, and then finds that it is gone.
    if (const auto alone = locks_->try_lock(subspace))
      fs::remove(directory_ / file_name(subspace, Metric::kDistance), ignored);
  }
  if (!needed.empty() || !directory_claim_) return;
  directory_claim_ = nullptr;
  if (const auto alone = locks_->try_lock(kDirectory)) fs::remove(directory_, ignored);
}

}  // namespace mill
