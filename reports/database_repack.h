#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/task.h"
#include "formats/database_writer.h"
#include "game/variant.h"

namespace mill {

struct RepackOptions {
  std::filesystem::path from;  ///< only read
  std::filesystem::path to;    ///< made if it is not there; another directory than `from`
  Codec codec = Codec::kZstd;  ///< of the value files
  int level = kDefaultLevel;   ///< of zstd; kDefaultLevel copies distance files as they are
  bool distances = true;       ///< write those distance and grade files, too, that are there
  int threads = 1;             ///< 1 .. number of processors
  TaskControl control;
};

/// One row of the final table.
struct RepackedFile {
  Subspace subspace;
  Metric metric = Metric::kValue;
  std::uint64_t classes = 0;
  std::uint64_t bytes_before = 0, bytes_after = 0;
  bool kept = false;  ///< was there already, whole, with the same values and codec
};

/// Writes the files of a database once more, under their names into another directory, with another
/// codec or level. Each new file is read back and compared with the old one slot by slot; what
/// differs is an error, and the file is removed. Files that are there from an earlier run are kept,
/// so that a run that was stopped goes on.
///
/// Errors: those of DatabaseFile and DatabaseWriter, kInterrupted (options.control.stop),
/// kInvalidArgument for a directory given twice, kVerificationFailed.
Result<std::vector<RepackedFile>> repack_database(const Variant& variant,
                                                  const RepackOptions& options);

}  // namespace mill
