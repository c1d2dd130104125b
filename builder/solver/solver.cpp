#include "builder/solver/solver.h"

#include <algorithm>

#include "builder/blocks/conversions.h"
#include "builder/blocks/major_moves.h"
#include "builder/solver/forward_solver.h"
#include "builder/solver/pair_solver.h"
#include "builder/solver/turn_solver.h"

namespace mill {
namespace {

/// About how much the levels of a pair ask of each block: to pull from others, which is the more
/// the more quiet moves there are, and what is the same for all blocks.
std::vector<std::uint32_t> work_of_levels(const Variant& variant, const Subspace& subspace) {
  constexpr std::uint32_t kSameForAll = 5;  // in quiet moves, as 8-8 by two ranks showed
  const Subspace major = subspace.own_is_major() ? subspace : subspace.mirror();
  const MajorIndex index(variant.board, major.own);
  const bool anywhere = flies(variant.rules, major.own, major.own_hand);
  std::vector<std::uint32_t> work;
  work.reserve(index.blocks());
  for (std::uint32_t block = 0; block < index.blocks(); ++block)
    work.push_back(kSameForAll +
                   count_quiet_moves(*variant.board, index.representative(block), anywhere));
  return work;
}

}  // namespace

Result<std::vector<SolvedSubspace>> solve_subspace(const Variant& variant, const Subspace& subspace,
                                                   const InputProvider& inputs,
                                                   const SolveOptions& options) {
  if (!has_usual_turns(variant, subspace))
    return solve_by_turns(variant, subspace, inputs, options);
  if (is_cyclic(variant, subspace)) return solve_pair(variant, subspace, inputs, options);
  auto solved = MILLSTONE_TRY(solve_forward(variant, subspace, inputs, options));
  return std::vector{std::move(solved)};
}

BlockShares shares_of(const Variant& variant, const Subspace& subspace,
                      const SolveOptions& options) {
  if (!options.team || !is_cyclic(variant, subspace) || !has_usual_turns(variant, subspace))
    return {BlockRange{0, block_count(variant, subspace)}, options.team, options.share_unit};
  return {work_of_levels(variant, subspace), options.team, options.share_unit};
}

std::vector<Subspace> solved_together(const Variant& variant, const Subspace& subspace) {
  if (is_cyclic(variant, subspace) && subspace != subspace.mirror())
    return {subspace, subspace.mirror()};
  return {subspace};
}

std::vector<Subspace> solver_inputs(const Variant& variant, const Subspace& subspace) {
  std::vector<Subspace> inputs;
  const auto contains = [](const std::vector<Subspace>& list, const Subspace& one) {
    return std::find(list.begin(), list.end(), one) != list.end();
  };
  const std::vector<Subspace> solved = solved_together(variant, subspace);
  for (const Subspace& side : solved)
    for (const Subspace& next : looked_up(variant, side))
      if (!contains(solved, next) && !contains(inputs, next)) inputs.push_back(next);
  return inputs;
}

bool is_read_by_shares(const Variant& variant, const Subspace& subspace, const Subspace& input) {
  if (!has_usual_turns(variant, subspace)) return false;
  for (const Subspace& side : solved_together(variant, subspace))
    for (const ConversionGroup& group : conversion_groups(variant, side))
      if (group.input == input && !is_folded(side, group)) return false;
  return true;
}

}  // namespace mill
