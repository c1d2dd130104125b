#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/error.h"
#include "base/task.h"
#include "game/subspace.h"
#include "game/variant.h"

namespace mill {

struct PackOptions {
  std::filesystem::path from;       ///< a directory or a pack; only read
  std::filesystem::path to;         ///< the pack to write; there must be nothing of that name
  std::vector<Subspace> subspaces;  ///< which; empty: all that are there
  bool distances = true;            ///< take the distance and grade files, too, that are there
  TaskControl control;
};

/// What a pack or a directory holds once it is written.
struct PackReport {
  std::size_t files = 0;    ///< besides the table of scores
  std::size_t kept = 0;     ///< of them, that were there already
  std::uint64_t bytes = 0;  ///< of the pack
};

/// Writes the files of a database into one, the pack, with the table of scores where there are
/// grades. Every checksum of each file is compared on the way, and whether it goes with its value
/// file. The pack appears under its name when it is complete.
///
/// Errors: those of DatabaseFile and OutputFile; kMissingFile if there is nothing to pack, or not
/// what was asked for; kInvalidArgument for a name that is taken; kNoSpace before anything is
/// written; kInterrupted.
Result<PackReport> pack_database(const Variant& variant, const PackOptions& options);

/// Writes the files of a pack into a directory, which is made if it is not there. Each is compared
/// with its checksum before it gets its name. Files of an earlier run are kept.
///
/// Errors: those of the pack, kDamagedFile; kInvalidArgument for a file of the directory that is
/// another; those of OutputFile; kNoSpace before anything is written; kInterrupted.
Result<PackReport> unpack_database(const std::filesystem::path& pack,
                                   const std::filesystem::path& to, const TaskControl& control);

/// Compares all bytes of a pack with what was written. kDamagedFile and other errors of the pack;
/// kInterrupted.
Result<PackReport> check_pack(const std::filesystem::path& pack, const TaskControl& control);

}  // namespace mill
