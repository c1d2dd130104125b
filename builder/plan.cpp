#include "builder/plan.h"

#include <algorithm>
#include <cmath>

#include "builder/solver.h"

namespace millstone {
namespace {

// Measured over the 49 subspaces of Nine Men's Morris (builder/README.md); other games will differ.
constexpr double kSolveNanoseconds = 50;  // of one processor, a slot
constexpr double kWriteNanoseconds = 20;  // of one processor, a slot and both metrics
constexpr double kValueBits = 0.6;        // a class
constexpr double kDistanceBits = 2.5;     // a class

std::uint64_t file_bytes(std::uint64_t classes, double bits) {
  return static_cast<std::uint64_t>(std::ceil(static_cast<double>(classes) * bits / 8)) + 4096;
}

}  // namespace

Plan make_plan(const Variant& variant, const std::vector<Subspace>& roots,
               const PlanOptions& options) {
  Plan plan;
  for (const Subspace& subspace : closure(variant, roots)) {
    PlannedSubspace row;
    row.subspace = subspace;
    row.slots = slot_count(*variant.board, subspace);
    row.classes = class_count(*variant.board, subspace);
    row.memory = solve_memory(variant, subspace);
    row.value_bytes = file_bytes(row.classes, kValueBits);
    if (options.distances) row.distance_bytes = file_bytes(row.classes, kDistanceBits);
    row.seconds = static_cast<double>(row.slots) * (kSolveNanoseconds + kWriteNanoseconds) * 1e-9 /
                  options.threads;
    plan.least_memory = std::max(plan.least_memory, row.memory);
    plan.disk += row.value_bytes + row.distance_bytes;
    plan.seconds += row.seconds;
    plan.subspaces.push_back(row);
  }
  return plan;
}

}  // namespace millstone
