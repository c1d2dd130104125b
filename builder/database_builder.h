#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "builder/plan/plan.h"
#include "builder/solver/kernels.h"
#include "formats/codecs/block_codec.h"
#include "formats/file_header.h"
#include "game/variant.h"

namespace millstone {

/// Where a build stands.
struct BuildProgress {
  double share = 0;         ///< of the work of the whole build, 0..1
  double seconds = 0;       ///< since the start
  double seconds_left = 0;  ///< estimated
  std::string what;         ///< "solving 5-4", "writing 5-4"
};

struct BuildOptions {
  std::filesystem::path directory;          ///< made if it is not there
  std::vector<Subspace> roots;              ///< their closure is built, with all mirrors
  bool distances = true;                    ///< write distance files beside the value files
  int threads = 1;                          ///< 1 .. number of processors
  std::uint64_t memory_budget = 0;          ///< bytes; 0: usual_memory_budget()
  Codec codec = Codec::kZstd;               ///< of value files
  int level = kDefaultLevel;                ///< of zstd
  std::filesystem::path temp_directory;     ///< for checkpoints; empty: the directory itself
  double checkpoint_seconds = 240;          ///< of work between checkpoints within a subspace
  int longest_win = kLongestExactWin;       ///< as in SolveOptions; less only in tests
  bool check_space = true;                  ///< refuse what the disk has no room for
  const Kernels* kernels = nullptr;         ///< null: the fastest this processor runs
  const std::atomic<bool>* stop = nullptr;  ///< set from elsewhere to stop cleanly
  std::function<void(const BuildProgress&)> progress;  ///< called from one thread at a time
  std::function<void(const std::string&)> note;        ///< a sentence to warn of; likewise
};

/// One row of the final table.
struct BuiltSubspace {
  Subspace subspace;
  Counts counts;
  std::uint64_t value_bytes = 0, distance_bytes = 0;
  double seconds = 0;    ///< of solving (shared equally by a pair) and writing
  bool skipped = false;  ///< was there already, whole and valid
};

struct BuildReport {
  std::vector<BuiltSubspace> subspaces;  ///< in build order
  double seconds = 0;                    ///< wall clock
  std::uint64_t peak_memory = 0;         ///< bytes of tables held at a time, as accounted
};

/// Builds the database of the closure of `options.roots`. Finished valid files are kept and not
/// built again; a file appears under its name only when it is complete, so that a build that is
/// killed and started again loses at most the subspaces it was working on. The bytes of the files
/// do not depend on threads, memory, kernels or interruptions. What was done when goes into the log
/// of the directory (builder/store/build_log.h).
///
/// Errors: kNotEnoughMemory (says the least that suffices), kNoSpace, kInputOutput, kWrongRules
/// (the directory holds another variant's files), kInvalidArgument (or files of another codec),
/// kInterrupted (options.stop).
Result<BuildReport> build_database(const Variant& variant, const BuildOptions& options);

}  // namespace millstone
