#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/task.h"
#include "builder/blocks/kernel_choice.h"
#include "builder/blocks/solver_team.h"
#include "builder/solver/outcome_table.h"
#include "builder/solver/table_counts.h"
#include "game/class_counts.h"
#include "game/variant.h"

namespace mill {

// What others need of this room is here or, with tables, their counts and teams, included here.

/// How far the solving of one subspace (or pair) has come.
struct SolveStage {
  std::uint32_t sides = 0;     ///< sides to move that are initialised
  std::uint32_t groups = 0;    ///< conversion groups of the next side that are gathered
  std::uint32_t distance = 0;  ///< the level to work on next, once all sides are
  friend bool operator==(const SolveStage&, const SolveStage&) = default;
};

/// Where a solver keeps the state of an unfinished solve, and finds that of an earlier run. Arrays
/// are those of the blocks that the process works on, as many bytes for each; all members of a team
/// make the same calls. One thread.
class SolveCheckpoint {
 public:
  virtual ~SolveCheckpoint() = default;

  /// Whether so much was worked since the start or the last save; if the solve is about to stop, a
  /// little is enough.
  virtual bool is_due(bool stopping) = 0;

  /// Replaces what was saved before. An error (kNoSpace, kInputOutput) leaves the older one.
  virtual Result<void> save(const SolveStage& stage,
                            const std::vector<std::span<const std::uint8_t>>& arrays) = 0;

  /// What an earlier run saved; none if there is nothing of this work.
  virtual std::optional<SolveStage> find() = 0;

  /// Reads the arrays that find() told of, in order; false if they cannot be read again, or are not
  /// whole, and then they have undefined contents.
  virtual bool load(const std::vector<std::span<std::uint8_t>>& arrays) = 0;
};

/// Hands out the finished outcomes of a subspace, at least those of some of its blocks; called when
/// they are needed, and the result is let go of as soon as it is not.
using InputProvider =
    std::function<Result<std::shared_ptr<const OutcomeTable>>(const Subspace&, BlockRange)>;

struct SolveOptions {
  std::shared_ptr<ByteArrayPool> pool{};  ///< where tables come from and return to
  const Kernels* kernels = nullptr;       ///< null: the fastest there are
  StopFlag stop{};                        ///< to give up
  int longest_win = kLongestExactWin;     ///< that a byte is used for; less to test the rest
  bool smallest_parts = false;            ///< of inputs, whatever the memory; to test them
  SolverTeam* team = nullptr;             ///< who solves it together; null: this process alone
  std::uint32_t share_unit = 1;           ///< blocks that are never shared out among members
  SolveCheckpoint* checkpoint = nullptr;  ///< where to go on from and save to, if anywhere
  /// Most bytes to hold at a time, SolveMemory::least or more; below SolveMemory::usual inputs are
  /// asked for in parts.
  std::uint64_t memory_limit = UINT64_MAX;
};

/// Outcomes of one subspace, or of the share of this process in it, and counts of the whole.
struct SolvedSubspace {
  Subspace subspace;
  std::shared_ptr<const OutcomeTable> outcomes;
  ClassCounts counts;
};

/// Solves `subspace`: value and exact distance of every slot; together with its mirror where turns
/// lead back and forth between the two (is_cyclic()). Returns one subspace, or of a pair the one in
/// which the major side moves first. Runs on the calling thread's task arena; the result does not
/// depend on the number of threads, the kernels or the team. All members of a team call it with the
/// same subspace and options alike, but for what concerns their own process.
Result<std::vector<SolvedSubspace>> solve_subspace(const Variant& variant, const Subspace& subspace,
                                                   const InputProvider& inputs,
                                                   const SolveOptions& options);

/// Blocks of one subspace.
std::uint32_t block_count(const Variant& variant, const Subspace& subspace);

/// Most bytes that solve_subspace() holds at a time, its inputs included.
struct SolveMemory {
  std::uint64_t usual = 0;  ///< with one input in turn, whole
  std::uint64_t least = 0;  ///< with inputs in parts, as small as they get
};

/// @param members  of the team that solves it, each in a process of its own: what one holds
SolveMemory solve_memory(const Variant& variant, const Subspace& subspace, int members = 1);

/// How the blocks of `subspace` are shared out in a solve with these options: each process holds,
/// and keeps in its checkpoint, those of its own share. In a pair the levels ask about as much of
/// each; else there are as many blocks to each.
BlockShares shares_of(const Variant& variant, const Subspace& subspace,
                      const SolveOptions& options);

/// The subspaces that are solved together with `subspace`: itself, and its mirror in a pair.
std::vector<Subspace> solved_together(const Variant& variant, const Subspace& subspace);

/// The subspaces whose outcomes solve_subspace() asks for.
std::vector<Subspace> solver_inputs(const Variant& variant, const Subspace& subspace);

/// Whether each member of a team asks for a share of this input alone, and not for all of it.
bool is_read_by_shares(const Variant& variant, const Subspace& subspace, const Subspace& input);

}  // namespace mill
