#include "builder/solver/forward_solver.h"

#include <algorithm>

#include "builder/solver/first_values.h"
#include "builder/solver/solve_memory.h"
#include "builder/solver/table_counts.h"

namespace millstone {
namespace {

/// Goes on from the checkpoint, if there is one.
SolveStage restore(const SolveCheckpoint* checkpoint, const Mover& mover, KeyTable& best) {
  const auto saved = checkpoint ? checkpoint->find() : std::nullopt;
  if (!saved || saved->stage.groups > exit_groups(mover.variant, mover.subspace).size()) return {};
  if (checkpoint->load(*saved, {best.bytes()})) return saved->stage;
  std::ranges::fill(best.bytes(), Key{0});
  return {};
}

/// Marks what only a later plane knows; whether there is such.
bool leave_to_later_plane(const Mover& mover, KeyTable& table) {
  const BlockGeometry& geometry = *mover.geometry;
  std::atomic<bool> found = false;
  for_each_block(geometry.blocks(), mover.scratch, [&](std::uint32_t block, Scratch&) {
    for (std::uint32_t rank = 0; rank < geometry.size(); ++rank) {
      Key& key = table.block(block)[rank];
      if (!is_long(key)) continue;
      key = kKeyLater;
      found = true;
    }
  });
  return found;
}

/// Gathers the exits once more for each plane that is needed.
Result<KeyTable> add_later_planes(const Mover& mover, const KeyProvider& inputs,
                                  std::uint64_t memory, const KeyPlane& first, KeyTable keys) {
  std::vector<KeyTable> tables;
  tables.push_back(std::move(keys));
  KeyPlane plane = first;
  while (leave_to_later_plane(mover, tables.back())) {
    MILLSTONE_TRY(check_plane_memory(mover.variant, mover.subspace, tables.size(), memory));
    plane = plane.next();
    auto best = make_exit_table(mover);
    if (!best) return best;
    std::uint32_t groups_done = 0;
    const std::uint64_t for_inputs =
        input_memory(mover.variant, mover.subspace, memory, tables.size() + 1) / 2;
    MILLSTONE_TRY(gather_exits(mover, inputs_in_plane(inputs, plane, mover), for_inputs, *best,
                               groups_done, [] {}));
    settle_exits(mover, plane, *best);
    tables.push_back(std::move(*best));
  }
  const std::uint64_t room = input_memory(mover.variant, mover.subspace, memory, tables.size());
  return join_planes(std::move(tables), first, mover.scratch, room);
}

}  // namespace

Result<SolvedSubspace> solve_forward(const Variant& variant, const Subspace& subspace,
                                     const KeyProvider& inputs, const SolveOptions& options) {
  const Kernels& kernels = options.kernels ? *options.kernels : best_kernels();
  const auto geometry = std::make_shared<const BlockGeometry>(Numbering::make(variant, subspace));
  std::optional<MajorMoves> moves;
  if (subspace.own_is_major() && has_movable(variant, subspace))
    moves.emplace(geometry->major(), flies(variant.rules, subspace.own, subspace.own_hand));
  ScratchPool scratch;
  const Mover mover{variant, subspace,     geometry, moves ? &*moves : nullptr,
                    kernels, options.pool, scratch,  options.stop};
  const KeyPlane plane{options.longest_win};
  auto best = MILLSTONE_TRY(make_exit_table(mover));
  SolveStage stage = restore(options.checkpoint, mover, best);
  const auto save = [&] {
    // A checkpoint that cannot be written costs nothing but safety: the solve goes on.
    if (options.checkpoint && options.checkpoint->is_due(false))
      (void)options.checkpoint->save(stage, {std::as_const(best).bytes()});
  };
  const std::uint64_t memory =
      options.smallest_parts ? 0 : input_memory(variant, subspace, options.memory, 1);
  MILLSTONE_TRY(gather_exits(mover, inputs, memory, best, stage.groups, save));
  settle_exits(mover, plane, best);
  auto joined =
      MILLSTONE_TRY(add_later_planes(mover, inputs, options.memory, plane, std::move(best)));
  auto keys = std::make_shared<const KeyTable>(std::move(joined));
  const ClassCounts counts = count_classes(*keys, scratch);
  return SolvedSubspace{subspace, std::move(keys), counts};
}

}  // namespace millstone
