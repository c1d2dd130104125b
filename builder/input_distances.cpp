#include "builder/input_distances.h"

#include "formats/database_file.h"

namespace millstone {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKeptName = "distances-in-use";

}  // namespace

InputDistances::InputDistances(const Variant& variant, const BuildOptions& options)
    : variant_(variant), options_(options), directory_(options.directory) {
  if (!are_kept()) return;
  const bool elsewhere = !options.temp_directory.empty();
  directory_ = (elsewhere ? options.temp_directory : options.directory) / kKeptName;
}

Result<void> InputDistances::prepare() const {
  if (!are_kept()) return {};
  std::error_code error;
  fs::create_directories(directory_, error);
  if (error)
    return fail(ErrorCode::kInputOutput, "cannot make the directory {}: {}", directory_.string(),
                error.message());
  return {};
}

fs::path InputDistances::path(const Subspace& subspace) const {
  const std::string name = file_name(subspace, Metric::kDistance);
  std::error_code ignored;
  if (fs::exists(options_.directory / name, ignored)) return options_.directory / name;
  return directory_ / name;
}

bool InputDistances::has(const Subspace& subspace) const {
  if (!are_kept()) return true;  // or it would not be finished
  const auto values =
      DatabaseFile::open(options_.directory / file_name(subspace, Metric::kValue), variant_);
  const auto distances = DatabaseFile::open(path(subspace), variant_);
  return values && distances && distances->check_whole_file() && check_pair(*values, *distances);
}

void InputDistances::keep_only(const std::vector<Subspace>& planned,
                               const std::set<Subspace>& needed) const {
  if (!are_kept()) return;
  std::error_code ignored;
  for (const Subspace& subspace : planned)
    if (!needed.contains(subspace))
      fs::remove(directory_ / file_name(subspace, Metric::kDistance), ignored);
  if (needed.empty()) fs::remove(directory_, ignored);  // unless another build keeps files there
}

}  // namespace millstone
