#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "game/subspace.h"
#include "game/variant.h"

namespace millstone {

/// How far the solving of one subspace (or pair) has come.
struct SolveStage {
  std::uint32_t sides = 0;     ///< sides to move whose first values are settled
  std::uint32_t groups = 0;    ///< exit groups of the next side that are gathered
  std::uint32_t distance = 0;  ///< the level to work on next, once all sides are settled
  friend bool operator==(const SolveStage&, const SolveStage&) = default;
};

/// The state of an unfinished solve in a file, so that a build that is killed loses no more than
/// the work since it was written last. It is read by the program that wrote it and no other: rules,
/// subspace and sizes must match, and a checksum must hold, or it counts as not there; so does one
/// that somebody else may have written (base/private_path.h).
///
/// Layout: magic, SolveStage, the number of arrays and their sizes, a checksum of all that names
/// the work (rules, subspace), the arrays, XXH3-64 of everything before. Integers are
/// little-endian. One thread.
class Checkpoint {
 public:
  /// @param path      of the file, whose directory exists
  /// @param interval  seconds of work after which it is due
  /// @param note      told in a sentence why one that is there is not believed; may be empty
  Checkpoint(const std::filesystem::path& path, const Variant& variant, const Subspace& subspace,
             double interval, std::function<void(const std::string&)> note = {});

  /// Whether so much was worked since the start or the last save; if the solve is about to stop, a
  /// little is enough.
  bool is_due(bool stopping = false) const;

  /// Replaces the file. An error (kNoSpace, kInputOutput) leaves the older one.
  Result<void> save(const SolveStage& stage,
                    const std::vector<std::span<const std::uint8_t>>& arrays);

  /// What an earlier run saved; none if there is no such file or it is not of this work.
  struct Saved {
    SolveStage stage;
    std::vector<std::uint64_t> sizes;  ///< bytes of each array
  };
  std::optional<Saved> find() const;

  /// Reads the arrays that find() told of, in order; false if the file cannot be read again.
  bool load(const Saved& saved, const std::vector<std::span<std::uint8_t>>& arrays) const;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::uint64_t work_;  // names rules and subspace
  double interval_;
  std::function<void(const std::string&)> note_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace millstone
