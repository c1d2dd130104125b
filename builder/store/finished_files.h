#pragma once

#include <optional>

#include "builder/build_options.h"

namespace mill {

/// The finished files of a subspace if they are whole; nothing if one is missing or damaged, so
/// that it is built again. Reads and checks all of their bytes. Files of other rules are an error:
/// the directory is not ours to change.
Result<std::optional<BuiltSubspace>> find_finished(const Variant& variant,
                                                   const BuildOptions& options,
                                                   const Subspace& subspace);

/// Refuses a build that needs more than the disk of the directory has free: kNoSpace saying both.
/// @param need  bytes, estimated
Result<void> check_free_space(const std::filesystem::path& directory, std::uint64_t need);

}  // namespace mill
