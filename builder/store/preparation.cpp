#include "builder/store/preparation.h"

#include "builder/store/finished_files.h"
#include "formats/stored_files.h"

namespace mill {

Result<void> prepare_build(const Variant& variant, const BuildOptions& options,
                           std::uint64_t budget, InputDistances& distances, WorkList& work,
                           BuildMeter& meter) {
  MILLSTONE_TRY(check_solvable(variant));
  MILLSTONE_TRY(refuse_pack(options.directory));
  std::error_code error;
  std::filesystem::create_directories(options.directory, error);
  if (error)
    return fail(ErrorCode::kInputOutput, "cannot make the directory {}: {}",
                options.directory.string(), error.message());
  if (!options.temp_directory.empty() &&
      !std::filesystem::is_directory(options.temp_directory, error))
    return fail(ErrorCode::kInputOutput, "{} is not a directory", options.temp_directory.string());
  distances.claim(closure(variant, options.roots));
  MILLSTONE_TRY(work.look());
  MILLSTONE_TRY(work.check_budget(budget));
  for (const PlannedSubspace& row : work.plan().subspaces)
    if (!work.found().contains(row.subspace)) meter.add(row);
  if (!options.check_space) return {};
  return check_free_space(options.directory, work.bytes_to_write());
}

}  // namespace mill
