#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "base/task.h"
#include "builder/solver/kernels.h"
#include "builder/solver/outcome_table.h"
#include "builder/solver/solve_checkpoint.h"
#include "builder/solver/solve_memory.h"
#include "builder/solver/solver_team.h"
#include "builder/solver/table_counts.h"
#include "game/class_counts.h"
#include "game/variant.h"

namespace mill {

// What others need of this room is here or, with kernels, tables, counts and memory, included here.

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
  /// Bytes to hold at a time, SolveMemory::least or more; below SolveMemory::usual inputs are asked
  /// for in parts.
  std::uint64_t memory = UINT64_MAX;
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

/// How the blocks of `subspace` are shared out in a solve with these options: each process holds,
/// and keeps in its checkpoint, those of its own share.
BlockShares shares_of(const Variant& variant, const Subspace& subspace,
                      const SolveOptions& options);

/// The subspaces that are solved together with `subspace`: itself, and its mirror in a pair.
std::vector<Subspace> solved_together(const Variant& variant, const Subspace& subspace);

/// The subspaces whose outcomes solve_subspace() asks for.
std::vector<Subspace> solver_inputs(const Variant& variant, const Subspace& subspace);

}  // namespace mill
