#include "builder/pair_solver.h"

#include "builder/first_values.h"
#include "builder/level_solver.h"
#include "builder/table_counts.h"

namespace millstone {
namespace {

/// Makes what is still undecided in a block a draw.
void make_draws(SideState& side, std::uint32_t block) {
  std::uint8_t* keys = side.keys.block(block);
  const std::uint8_t* counters = side.block_counters(block);
  for (std::uint32_t rank = 0; rank < side.keys.geometry().size(); ++rank) {
    const bool undecided = keys[rank] > kKeyDraw && counters[rank] != 0;
    keys[rank] = undecided ? kKeyDraw : keys[rank];
  }
}

/// One pair from nothing to finished keys.
class PairSolver {
 public:
  PairSolver(const Variant& variant, const Subspace& subspace, const KeyProvider& inputs,
             const SolveOptions& options)
      : variant_(variant),
        major_first_(subspace.own_is_major() ? subspace : subspace.mirror()),
        inputs_(inputs),
        options_(options),
        geometry_(std::make_shared<const BlockGeometry>(Numbering::make(variant, major_first_))),
        moves_(geometry_->major(), flies(variant.rules, major_first_.own, major_first_.own_hand)) {}

  Result<std::vector<SolvedSubspace>> run() {
    const Mover major = mover(major_first_), minor = mover(major_first_.mirror());
    if (auto started = start(major, major_); !started) return tl::unexpected(started.error());
    const bool own_mirror = major_first_ == major_first_.mirror();
    if (!own_mirror)
      if (auto started = start(minor, minor_); !started) return tl::unexpected(started.error());
    LevelSolver levels(minor, moves_, *major_, minor_.get(), options_);
    if (auto solved = levels.run(); !solved) return tl::unexpected(solved.error());
    std::vector<SolvedSubspace> solved;
    solved.push_back(finish(*major_, major_first_));
    if (minor_) solved.push_back(finish(*minor_, major_first_.mirror()));
    return solved;
  }

 private:
  Mover mover(const Subspace& subspace) {
    const Kernels& kernels = options_.kernels ? *options_.kernels : best_kernels();
    return {variant_, subspace, geometry_, &moves_, kernels, options_.pool, scratch_};
  }

  Result<void> start(const Mover& mover, std::unique_ptr<SideState>& side) {
    auto best = gather_exits(mover, inputs_);
    if (!best) return tl::unexpected(best.error());
    side = std::make_unique<SideState>(std::move(*best), options_.pool);
    if (!side->counters.valid())
      return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for {}",
                  mover.subspace.text());
    settle_first_values(mover, *side);
    return {};
  }

  SolvedSubspace finish(SideState& side, const Subspace& subspace) {
    for_each_block(geometry_->blocks(), scratch_,
                   [&](std::uint32_t block, Scratch&) { make_draws(side, block); });
    side.counters.release();
    auto keys = std::make_shared<const KeyTable>(std::move(side.keys));
    const Counts counts = count_classes(*keys, scratch_);
    return {subspace, std::move(keys), counts};
  }

  const Variant& variant_;
  Subspace major_first_;
  const KeyProvider& inputs_;
  const SolveOptions& options_;
  std::shared_ptr<const BlockGeometry> geometry_;
  MajorMoves moves_;
  ScratchPool scratch_;
  std::unique_ptr<SideState> major_, minor_;
};

}  // namespace

Result<std::vector<SolvedSubspace>> solve_pair(const Variant& variant, const Subspace& subspace,
                                               const KeyProvider& inputs,
                                               const SolveOptions& options) {
  return PairSolver(variant, subspace, inputs, options).run();
}

}  // namespace millstone
