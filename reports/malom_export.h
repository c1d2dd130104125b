#pragma once

#include <filesystem>
#include <vector>

#include "base/task.h"
#include "game/subspace.h"

namespace mill {

struct MalomExportOptions {
  std::filesystem::path from;       ///< a database of ours; only read
  std::filesystem::path to;         ///< made if it is not there
  std::vector<Subspace> subspaces;  ///< none: all of which both files are there
  bool grades = false;              ///< write grades of draws, and the scores they count from
  int threads = 1;                  ///< 1 .. number of processors
  TaskControl control;
};

/// One row of the final table.
struct ExportedSector {
  Subspace subspace;
  std::uint64_t positions = 0;  ///< entries of the file
  std::uint64_t bytes = 0;
  bool kept = false;  ///< was there already, made of the same files
};

/// Writes subspaces as sector files of Malom's format: wins and losses with their distances; draws
/// with their grades and the scores of the database, if those are asked for, else as draws that
/// stay, with scores of 0. Sectors that an earlier run has finished
/// are kept, so that one that was stopped goes on; `exported.list` tells what they were made of.
///
/// Errors: kUnsupportedRule for rules that the format does not know, kMissingFile naming a subspace
/// without values, distances or grades, kNoSpace before anything is written where the room does not
/// suffice, kInvalidArgument for scores that the format has no room for, kInterrupted, and those of
/// DatabaseFile and OutputFile.
Result<std::vector<ExportedSector>> export_to_malom(const Variant& variant,
                                                    const MalomExportOptions& options);

}  // namespace mill
