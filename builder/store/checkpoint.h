#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "builder/solver/solver.h"
#include "game/subspace.h"
#include "game/variant.h"

namespace mill {

/// The state of an unfinished solve in a file, so that a build that is killed loses no more than
/// the work since it was written last. It is read by the program that wrote it and no other: rules,
/// subspace and sizes must match, and a checksum must hold, or it counts as not there; so does one
/// that somebody else may have written (base/private_path.h).
///
/// Layout: magic, SolveStage, the number of arrays and their sizes, a checksum of all that names
/// the work (rules, subspace), the arrays, XXH3-64 of everything before. Integers are
/// little-endian. One thread.
class Checkpoint final : public SolveCheckpoint {
 public:
  /// @param path      of the file, whose directory exists
  /// @param interval  seconds of work after which it is due
  /// @param note      told in a sentence why one that is there is not believed; may be empty
  Checkpoint(const std::filesystem::path& path, const Variant& variant, const Subspace& subspace,
             double interval, std::function<void(const std::string&)> note = {});

  bool is_due(bool stopping) const override;
  Result<void> save(const SolveStage& stage,
                    const std::vector<std::span<const std::uint8_t>>& arrays) override;
  std::optional<Saved> find() const override;
  bool load(const Saved& saved, const std::vector<std::span<std::uint8_t>>& arrays) const override;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::uint64_t work_;  // names rules and subspace
  double interval_;
  std::function<void(const std::string&)> note_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace mill
