#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "builder/solver/solver.h"
#include "game/subspace.h"
#include "game/variant.h"

namespace mill {

/// The part of a subspace whose state a process keeps in checkpoints.
struct CheckpointPart {
  BlockRange share{0, 1};      ///< its blocks
  std::uint32_t blocks = 1;    ///< of the subspace
  SolverTeam* team = nullptr;  ///< who keeps the rest; null: the part is the whole
  std::uint64_t task = 0;      ///< what is found out, beside rules and subspace; 0: outcomes
};

/// The state of an unfinished solve in files, so that a build that is killed loses no more than the
/// work since it was written last. They are read by the program that wrote them and no other:
/// rules, subspace and sizes must match, and checksums must hold, or they count as not there; so do
/// those that somebody else may have written (base/private_path.h).
///
/// A process alone keeps one file, "8-7.checkpoint"; of a team each member keeps its share
/// ("8-7.2-0-17.3of4.checkpoint": the stage, the member). The state at a stage is the same whoever
/// gets there, so that a process or a team of any size goes on from all files of a stage that hold
/// all blocks together. Older files go when all of a newer stage are there.
///
/// Layout: magic, SolveStage, the number of arrays, first and end of the blocks, all blocks, a
/// checksum of what names the work (rules, subspace, task), the sizes of the arrays, the arrays,
/// XXH3-64 of everything before. Integers are little-endian. One thread; with a team all members
/// make the same calls.
class Checkpoint final : public SolveCheckpoint {
 public:
  /// @param path      of the file of a process alone, whose directory exists
  /// @param interval  seconds of work after which it is due
  /// @param note      told in a sentence why one that is there is not believed; may be empty
  Checkpoint(const std::filesystem::path& path, const Variant& variant, const Subspace& subspace,
             double interval, std::function<void(const std::string&)> note = {},
             const CheckpointPart& part = {});

  bool is_due(bool stopping) override;
  Result<void> save(const SolveStage& stage,
                    const std::vector<std::span<const std::uint8_t>>& arrays) override;
  std::optional<SolveStage> find() override;
  bool load(const std::vector<std::span<std::uint8_t>>& arrays) override;

  const std::filesystem::path& path() const { return path_; }

 private:
  struct Piece;

  std::filesystem::path path_of(const SolveStage& stage) const;
  Result<void> write(const std::filesystem::path& path, const SolveStage& stage,
                     const std::vector<std::span<const std::uint8_t>>& arrays) const;
  std::optional<Piece> look_at(const std::filesystem::path& path) const;
  std::vector<Piece> furthest_pieces() const;
  bool load_piece(const Piece& piece, const std::vector<std::span<std::uint8_t>>& arrays) const;
  bool is_by_any(bool flag) const;

  std::filesystem::path path_;
  std::uint64_t work_;  // names rules, subspace and task
  double interval_;
  std::function<void(const std::string&)> note_;
  CheckpointPart part_;
  std::vector<Piece> found_;  // by find()
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// A file with a share of a state.
struct Checkpoint::Piece {
  std::filesystem::path path;
  SolveStage stage;
  BlockRange blocks;
  std::vector<std::uint64_t> sizes;  ///< bytes of the arrays
};

/// Removes the checkpoints of a subspace, those of teams too, with what killed processes may have
/// left of newer ones.
/// @param path  as for Checkpoint
void remove_checkpoints(const std::filesystem::path& path);

}  // namespace mill
