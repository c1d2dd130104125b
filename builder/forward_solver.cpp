#include "builder/forward_solver.h"

#include "builder/first_values.h"
#include "builder/table_counts.h"

namespace millstone {

Result<SolvedSubspace> solve_forward(const Variant& variant, const Subspace& subspace,
                                     const KeyProvider& inputs, const SolveOptions& options) {
  const Kernels& kernels = options.kernels ? *options.kernels : best_kernels();
  const auto geometry = std::make_shared<const BlockGeometry>(Numbering::make(variant, subspace));
  std::optional<MajorMoves> moves;
  if (subspace.own_is_major() && has_movable(variant, subspace))
    moves.emplace(geometry->major(), flies(variant.rules, subspace.own, subspace.own_hand));
  ScratchPool scratch;
  const Mover mover{variant, subspace,     geometry, moves ? &*moves : nullptr,
                    kernels, options.pool, scratch};
  const KeyProvider unless_stopped =
      [&](const Subspace& input) -> Result<std::shared_ptr<const KeyTable>> {
    if (options.stop && *options.stop) return fail(ErrorCode::kInterrupted, "stopped");
    return inputs(input);
  };
  auto best = gather_exits(mover, unless_stopped);
  if (!best) return tl::unexpected(best.error());
  settle_exits(mover, *best);
  auto keys = std::make_shared<const KeyTable>(std::move(*best));
  const Counts counts = count_classes(*keys, scratch);
  return SolvedSubspace{subspace, std::move(keys), counts};
}

}  // namespace millstone
