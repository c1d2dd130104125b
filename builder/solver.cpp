#include "builder/solver.h"

#include <algorithm>

#include "builder/block_geometry.h"
#include "builder/exits.h"
#include "builder/forward_solver.h"
#include "builder/pair_solver.h"

namespace millstone {
namespace {

/// Most bytes of an input and what is made of it while the exits of one side are gathered.
std::uint64_t exits_memory(const Variant& variant, const Subspace& subspace) {
  const bool own_keys = exit_keeps_turn(variant, subspace);
  std::uint64_t most = 0;
  for (const ExitGroup& group : exit_groups(variant, subspace)) {
    if (!group.input) continue;
    const std::uint64_t input = table_memory(variant, *group.input) * (own_keys ? 2 : 1);
    std::uint64_t folded = 0;
    for (const Transition& transition : group.transitions) {
      if (transition.taken == 0 || !subspace.own_is_major()) continue;
      Subspace before_removal = subspace;
      before_removal.own += transition.kind == Transition::Kind::kPlace;
      folded = std::max(folded, table_memory(variant, before_removal));
    }
    most = std::max(most, input + folded);
  }
  return most;
}

/// Bytes of the moves of the major side, if it can move.
std::uint64_t moves_memory(const Variant& variant, const Subspace& subspace) {
  const Subspace major = subspace.own_is_major() ? subspace : subspace.mirror();
  if (!has_movable(variant, major)) return 0;
  const bool anywhere = flies(variant.rules, major.own, major.own_hand);
  return sizeof(MajorMove) * MajorMoves::expected_moves(*variant.board, major.own, anywhere);
}

std::uint64_t pair_memory(const Variant& variant, const Subspace& subspace) {
  const Subspace major = subspace.own_is_major() ? subspace : subspace.mirror();
  const std::uint64_t table = table_memory(variant, major);
  const bool two_sides = major != major.mirror();
  const std::uint64_t starting_major = table + exits_memory(variant, major);
  const std::uint64_t starting_minor =
      two_sides ? 3 * table + exits_memory(variant, major.mirror()) : 0;
  // A bit a slot for the frontier, and a bit a group and level: room for all 256 levels of a side.
  const std::uint64_t levels = (two_sides ? 4 : 2) * table + table / 8 + table / 2;
  return std::max({starting_major, starting_minor, levels});
}

}  // namespace

Result<std::vector<SolvedSubspace>> solve_subspace(const Variant& variant, const Subspace& subspace,
                                                   const KeyProvider& inputs,
                                                   const SolveOptions& options) {
  if (is_cyclic(variant, subspace)) return solve_pair(variant, subspace, inputs, options);
  auto solved = solve_forward(variant, subspace, inputs, options);
  if (!solved) return tl::unexpected(solved.error());
  return std::vector{std::move(*solved)};
}

std::vector<Subspace> solved_together(const Variant& variant, const Subspace& subspace) {
  if (is_cyclic(variant, subspace) && subspace != subspace.mirror())
    return {subspace, subspace.mirror()};
  return {subspace};
}

std::vector<Subspace> solver_inputs(const Variant& variant, const Subspace& subspace) {
  std::vector<Subspace> inputs;
  for (const Subspace& side : solved_together(variant, subspace))
    for (const ExitGroup& group : exit_groups(variant, side))
      if (group.input && std::find(inputs.begin(), inputs.end(), *group.input) == inputs.end())
        inputs.push_back(*group.input);
  return inputs;
}

std::uint64_t table_memory(const Variant& variant, const Subspace& subspace) {
  const std::uint64_t slots = slot_count(*variant.board, subspace);
  const std::uint64_t size = numbering_block_size(*variant.board, subspace);
  return slots / size * ((size + kGroupSize - 1) / kGroupSize * kGroupSize);
}

std::uint64_t solve_memory(const Variant& variant, const Subspace& subspace) {
  constexpr std::uint64_t kScratch = std::uint64_t{320} << 20;  // buffers, files being written
  const std::uint64_t fixed = kScratch + moves_memory(variant, subspace);
  if (is_cyclic(variant, subspace)) return pair_memory(variant, subspace) + fixed;
  return table_memory(variant, subspace) + exits_memory(variant, subspace) + fixed;
}

}  // namespace millstone
