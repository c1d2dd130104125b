#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "builder/solver/kernels.h"
#include "builder/solver/key_table.h"
#include "builder/solver/solve_checkpoint.h"
#include "game/class_counts.h"
#include "game/variant.h"

namespace millstone {

/// Hands out the finished keys of a subspace, at least those of some of its blocks; called when
/// they are needed, and the result is let go of as soon as it is not.
using KeyProvider =
    std::function<Result<std::shared_ptr<const KeyTable>>(const Subspace&, BlockRange)>;

struct SolveOptions {
  std::shared_ptr<ByteArrayPool> pool{};    ///< where tables come from and return to
  const Kernels* kernels = nullptr;         ///< null: the fastest there are
  const std::atomic<bool>* stop = nullptr;  ///< set from elsewhere to give up
  int longest_win = kLongestExactWin;       ///< that a byte is used for; less to test the rest
  bool smallest_parts = false;              ///< of inputs, whatever the memory; to test them
  SolveCheckpoint* checkpoint = nullptr;    ///< where to go on from and save to, if anywhere
  /// Bytes to hold at a time, SolveMemory::least or more; below SolveMemory::usual inputs are asked
  /// for in parts.
  std::uint64_t memory = UINT64_MAX;
};

/// Keys and counts of one subspace.
struct SolvedSubspace {
  Subspace subspace;
  std::shared_ptr<const KeyTable> keys;
  ClassCounts counts;
};

/// Solves `subspace`: value and exact distance of every slot; together with its mirror where turns
/// lead back and forth between the two (is_cyclic()). Returns one subspace, or of a pair the one in
/// which the major side moves first. Runs on the calling thread's task arena; the result does not
/// depend on the number of threads or the kernels.
Result<std::vector<SolvedSubspace>> solve_subspace(const Variant& variant, const Subspace& subspace,
                                                   const KeyProvider& inputs,
                                                   const SolveOptions& options);

/// The subspaces that are solved together with `subspace`: itself, and its mirror in a pair.
std::vector<Subspace> solved_together(const Variant& variant, const Subspace& subspace);

/// The subspaces whose keys solve_subspace() asks for.
std::vector<Subspace> solver_inputs(const Variant& variant, const Subspace& subspace);

}  // namespace millstone
