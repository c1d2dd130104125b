#include "builder/forward_solver.h"

#include <algorithm>

#include "builder/first_values.h"
#include "builder/table_counts.h"

namespace millstone {
namespace {

/// Goes on from the checkpoint, if there is one.
SolveStage restore(const Checkpoint* checkpoint, const Mover& mover, KeyTable& best) {
  const auto saved = checkpoint ? checkpoint->find() : std::nullopt;
  if (!saved || saved->stage.groups > exit_groups(mover.variant, mover.subspace).size()) return {};
  if (checkpoint->load(*saved, {best.bytes()})) return saved->stage;
  std::ranges::fill(best.bytes(), Key{0});
  return {};
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
  auto best = make_exit_table(mover);
  if (!best) return tl::unexpected(best.error());
  SolveStage stage = restore(options.checkpoint, mover, *best);
  const auto save = [&] {
    // A checkpoint that cannot be written costs nothing but safety: the solve goes on.
    if (options.checkpoint && options.checkpoint->is_due())
      (void)options.checkpoint->save(stage, {std::as_const(*best).bytes()});
  };
  if (auto gathered = gather_exits(mover, inputs, *best, stage.groups, save); !gathered)
    return tl::unexpected(gathered.error());
  settle_exits(mover, *best);
  auto keys = std::make_shared<const KeyTable>(std::move(*best));
  const Counts counts = count_classes(*keys, scratch);
  return SolvedSubspace{subspace, std::move(keys), counts};
}

}  // namespace millstone
