#include "builder/plan.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "builder/solve_memory.h"
#include "builder/solver.h"
#include "game/transitions.h"

namespace millstone {
namespace {

// Sizes were fitted to all subspaces of Nine Men's Morris and of Morabaraba (builder/README.md);
// other games differ.
constexpr double kHeaderBytes = 1050;         // rules and counts
constexpr double kIndexBytes = 16.0 / 65536;  // a slot: an entry a file block

/// Stones, on the board and in hand, that the side to move has more than the other.
double lead_of(const Subspace& subspace) {
  return subspace.own + subspace.own_hand - subspace.opponent - subspace.opponent_hand;
}

/// Values are hard to tell, and take room, where the sides are equally strong; the move is worth
/// less than a stone.
double value_bits(const Subspace& subspace) {
  const double lead = lead_of(subspace) + 0.75;
  return std::exp(-lead * lead / 3.6);
}

/// The more stones there are, the longer it takes, and the more distances there are to tell apart.
double distance_bits(const Subspace& subspace) {
  const int stones = subspace.own + subspace.own_hand + subspace.opponent + subspace.opponent_hand;
  const double lead = lead_of(subspace) + 0.5;
  return std::max(0.185 * stones - 0.2, 0.0) * std::exp(-lead * lead / 26);
}

std::uint64_t file_bytes(const PlannedSubspace& row, double bits) {
  const double bytes = kHeaderBytes + kIndexBytes * static_cast<double>(row.slots) +
                       bits / 8 * static_cast<double>(row.classes);
  return static_cast<std::uint64_t>(std::ceil(bytes));
}

/// Distances are written in any case, for a time if not for good.
void estimate_seconds(PlannedSubspace& row, const PlanOptions& options) {
  const double solving = row.cyclic ? options.rates.cyclic : options.rates.one_pass;
  const double slots = static_cast<double>(row.slots) * 1e-9 / options.threads;
  row.solve_seconds = slots * solving;
  row.write_seconds = slots * options.rates.writing;
}

/// Most bytes of distance files at a time if each is kept while later subspaces read it.
std::uint64_t most_kept(const std::vector<PlannedSubspace>& rows) {
  std::map<Subspace, std::size_t> last_use;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const Subspace& input : rows[i].inputs) last_use[input] = i;
  // What a subspace is made of goes when its own files are there: one later.
  std::vector<std::uint64_t> dropped_after(rows.size() + 1);
  std::uint64_t kept = 0, most = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto used = last_use.find(rows[i].subspace);
    if (used != last_use.end()) {
      const std::uint64_t bytes = file_bytes(rows[i], distance_bits(rows[i].subspace));
      kept += bytes;
      dropped_after[used->second + 1] += bytes;
    }
    most = std::max(most, kept);
    kept -= dropped_after[i];
  }
  return most;
}

PlannedSubspace plan_subspace(const Variant& variant, const Subspace& subspace,
                              const PlanOptions& options) {
  PlannedSubspace row;
  row.subspace = subspace;
  row.cyclic = is_cyclic(variant, subspace);
  if (solved_together(variant, subspace).size() > 1) row.partner = subspace.mirror();
  row.inputs = solver_inputs(variant, subspace);
  row.slots = slot_count(*variant.board, subspace);
  row.classes = class_count(*variant.board, subspace);
  const SolveMemory memory = solve_memory(variant, subspace);
  row.memory = memory.usual;
  row.least_memory = memory.least;
  row.value_bytes = file_bytes(row, value_bits(subspace));
  if (options.distances) row.distance_bytes = file_bytes(row, distance_bits(subspace));
  estimate_seconds(row, options);
  return row;
}

}  // namespace

Plan make_plan(const Variant& variant, const std::vector<Subspace>& roots,
               const PlanOptions& options) {
  Plan plan;
  for (const Subspace& subspace : closure(variant, roots)) {
    PlannedSubspace row = plan_subspace(variant, subspace, options);
    plan.memory = std::max(plan.memory, row.memory);
    plan.least_memory = std::max(plan.least_memory, row.least_memory);
    plan.disk += row.value_bytes + row.distance_bytes;
    plan.seconds += row.seconds();
    plan.subspaces.push_back(std::move(row));
  }
  if (!options.distances) plan.kept_disk = most_kept(plan.subspaces);
  return plan;
}

}  // namespace millstone
