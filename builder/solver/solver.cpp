#include "builder/solver/solver.h"

#include <algorithm>

#include "builder/solver/conversions.h"
#include "builder/solver/forward_solver.h"
#include "builder/solver/pair_solver.h"

namespace mill {

Result<std::vector<SolvedSubspace>> solve_subspace(const Variant& variant, const Subspace& subspace,
                                                   const InputProvider& inputs,
                                                   const SolveOptions& options) {
  if (is_cyclic(variant, subspace)) return solve_pair(variant, subspace, inputs, options);
  auto solved = MILLSTONE_TRY(solve_forward(variant, subspace, inputs, options));
  return std::vector{std::move(solved)};
}

BlockShares shares_of(const Variant& variant, const Subspace& subspace,
                      const SolveOptions& options) {
  return {block_count(variant, subspace), options.team, options.share_unit};
}

std::vector<Subspace> solved_together(const Variant& variant, const Subspace& subspace) {
  if (is_cyclic(variant, subspace) && subspace != subspace.mirror())
    return {subspace, subspace.mirror()};
  return {subspace};
}

std::vector<Subspace> solver_inputs(const Variant& variant, const Subspace& subspace) {
  std::vector<Subspace> inputs;
  for (const Subspace& side : solved_together(variant, subspace))
    for (const ConversionGroup& group : conversion_groups(variant, side))
      if (group.input && std::find(inputs.begin(), inputs.end(), *group.input) == inputs.end())
        inputs.push_back(*group.input);
  return inputs;
}

}  // namespace mill
