#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/task.h"
#include "formats/codecs/zstd_codec.h"
#include "game/class_counts.h"
#include "game/subspace.h"
#include "game/value.h"
#include "game/variant.h"

namespace mill {

struct Kernels;

struct BuildOptions {
  std::filesystem::path directory;       ///< made if it is not there
  std::vector<Subspace> roots;           ///< their closure is built, with all mirrors
  bool distances = true;                 ///< write distance files beside the value files
  int threads = 1;                       ///< 1 .. number of processors
  std::uint64_t memory_budget = 0;       ///< bytes; 0: usual_memory_budget()
  Codec codec = Codec::kZstd;            ///< of value files
  int level = kDefaultLevel;             ///< of zstd
  std::filesystem::path temp_directory;  ///< for checkpoints; empty: the directory itself
  double checkpoint_seconds = 240;       ///< of work between checkpoints within a subspace
  int longest_win = kLongestExactWin;    ///< as in SolveOptions; less only in tests
  bool check_space = true;               ///< refuse what the disk has no room for
  int processes = 1;                     ///< that may solve a pair together; each has the budget
  const Kernels* kernels = nullptr;      ///< null: the fastest this processor runs
  TaskControl control;
  std::function<void(const std::string&)> note;  ///< a sentence to warn of; one call at a time
};

/// One row of the final table.
struct BuiltSubspace {
  Subspace subspace;
  ClassCounts counts;
  std::uint64_t value_bytes = 0, distance_bytes = 0;
  double seconds = 0;    ///< of solving (shared equally by a pair) and writing
  bool skipped = false;  ///< was there already, whole and valid
};

}  // namespace mill
