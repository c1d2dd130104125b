#pragma once

#include <filesystem>
#include <vector>

#include "base/task.h"
#include "formats/database_writer.h"
#include "formats/malom/sector_directory.h"
#include "game/class_counts.h"

namespace mill {

struct MalomImportOptions {
  std::filesystem::path to;         ///< made if it is not there
  std::vector<Subspace> subspaces;  ///< none: all of which there is a sector file
  WriteOptions write;
  int threads = 1;  ///< 1 .. number of processors
  TaskControl control;
};

/// One row of the final table.
struct ImportedSubspace {
  Subspace subspace;
  ClassCounts counts;
  bool kept = false;  ///< all files were there already
};

/// Makes an ordinary database of sector files: values and distances, and grades where the table of
/// scores has any but 0. Subspaces of which all files are there are kept, so that an import that
/// was stopped goes on; `millstone verify` then tells whether what was read is right.
///
/// Errors: kInvalidArgument where the database has grades by other scores; those of SectorReader,
/// DatabaseFile and DatabaseWriter; kInterrupted.
Result<std::vector<ImportedSubspace>> import_from_malom(const SectorDirectory& from,
                                                        const MalomImportOptions& options);

}  // namespace mill
