#include "builder/solver/forward_solver.h"

#include <algorithm>

#include "builder/solver/gathering.h"
#include "builder/solver/solve_memory.h"
#include "builder/solver/table_counts.h"

namespace mill {
namespace {

/// Goes on from the checkpoint, if there is one.
SolveStage restore(SolveCheckpoint* checkpoint, const SideContext& context,
                   std::span<std::uint8_t> best) {
  const auto saved = checkpoint ? checkpoint->find() : std::nullopt;
  if (!saved || saved->groups > conversion_groups(context.variant, context.subspace).size())
    return {};
  if (checkpoint->load({best})) return *saved;
  std::ranges::fill(best, std::uint8_t{0});
  return {};
}

/// The outcomes as seen from a window, by successors on a scale.
/// @param memory      bytes for an input and what is made of it
/// @param checkpoint  where to go on from and save to, if anywhere
template <SuccessorWorth Worth>
Result<OutcomeTable> solve_on_scale(const SideContext& context, const InputProvider& inputs,
                                    const DistanceWindow& window, std::uint64_t memory,
                                    SolveCheckpoint* checkpoint) {
  auto best = MILLSTONE_TRY(BestSuccessors<Worth>::make(context));
  SolveStage stage = restore(checkpoint, context, best.bytes());
  const auto save = [&] {
    // A checkpoint that cannot be written costs nothing but safety: the solve goes on.
    if (checkpoint && checkpoint->is_due(false)) (void)checkpoint->save(stage, {best.bytes()});
  };
  MILLSTONE_TRY(gather_conversions(context, inputs_in_window(inputs, window, context), memory, best,
                                   stage.groups, save));
  return decide(context, window, std::move(best));
}

Result<OutcomeTable> solve_window(const SideContext& context, const InputProvider& inputs,
                                  const DistanceWindow& window, std::uint64_t memory,
                                  SolveCheckpoint* checkpoint) {
  const auto solve = conversion_keeps_turn(context.variant, context.subspace)
                         ? solve_on_scale<OwnOutcomeByte>
                         : solve_on_scale<NextSideByte>;
  return solve(context, inputs, window, memory, checkpoint);
}

/// Marks what only a later window knows; whether any member of the team has such.
Result<bool> leave_to_later_window(const SideContext& context, SolverTeam* team,
                                   OutcomeTable& table) {
  const BlockGeometry& geometry = *context.geometry;
  std::atomic<bool> found = false;
  for_each_block(context.share, context.scratch, [&](std::uint32_t block, Scratch&) {
    const std::span<OutcomeByte> bytes(table.block(block), geometry.size());
    std::uint8_t any = 0;
    for (const OutcomeByte byte : bytes) any |= is_long(byte);
    if (!any) return;
    std::ranges::replace_if(bytes, is_long, kLaterByte);
    found = true;
  });
  return MILLSTONE_TRY(largest_of(team, found)) != 0;
}

/// Gathers the conversions once more for each window that is needed.
Result<OutcomeTable> add_later_windows(const SideContext& context, const InputProvider& inputs,
                                       const SolveOptions& options, OutcomeTable outcomes) {
  const DistanceWindow first{options.longest_win};
  const std::uint64_t limit = options.memory_limit;
  const int members = size_of(options.team);
  std::vector<OutcomeTable> tables;
  tables.push_back(std::move(outcomes));
  DistanceWindow window = first;
  while (MILLSTONE_TRY(leave_to_later_window(context, options.team, tables.back()))) {
    MILLSTONE_TRY(
        check_window_memory(context.variant, context.subspace, tables.size(), limit, members));
    window = window.next();
    const std::uint64_t for_inputs =
        input_memory(context.variant, context.subspace, limit, tables.size() + 1, members) / 2;
    tables.push_back(MILLSTONE_TRY(solve_window(context, inputs, window, for_inputs, nullptr)));
  }
  const std::uint64_t room =
      input_memory(context.variant, context.subspace, limit, tables.size(), members);
  return join_windows(std::move(tables), first, context.scratch, room);
}

}  // namespace

Result<SolvedSubspace> solve_forward(const Variant& variant, const Subspace& subspace,
                                     const InputProvider& inputs, const SolveOptions& options) {
  const Kernels& kernels = options.kernels ? *options.kernels : best_kernels();
  const auto geometry = std::make_shared<const BlockGeometry>(Numbering::make(variant, subspace));
  std::optional<MajorMoves> moves;
  const BlockRange share = shares_of(variant, subspace, options).own();
  if (subspace.own_is_major() && has_movable(variant, subspace))
    moves.emplace(geometry->major(), share, flies(variant.rules, subspace.own, subspace.own_hand));
  ScratchPool scratch;
  const SideContext context{
      variant, subspace,     geometry, share,        moves ? &*moves : nullptr,
      kernels, options.pool, scratch,  options.stop, options.team};
  const std::uint64_t memory =
      options.smallest_parts
          ? 0
          : input_memory(variant, subspace, options.memory_limit, 1, size_of(options.team));
  auto first = MILLSTONE_TRY(solve_window(context, inputs, DistanceWindow{options.longest_win},
                                          memory, options.checkpoint));
  auto joined = MILLSTONE_TRY(add_later_windows(context, inputs, options, std::move(first)));
  auto outcomes = std::make_shared<const OutcomeTable>(std::move(joined));
  const auto counts = MILLSTONE_TRY(joined_counts(options.team, count_classes(*outcomes)));
  return SolvedSubspace{subspace, std::move(outcomes), counts};
}

}  // namespace mill
