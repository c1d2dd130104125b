#include "builder/solver/pair_solver.h"

#include "builder/solver/first_values.h"
#include "builder/solver/level_solver.h"
#include "builder/solver/solve_memory.h"
#include "builder/solver/table_counts.h"

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

/// One pair from nothing, or from a checkpoint, to finished keys.
class PairSolver {
 public:
  PairSolver(const Variant& variant, const Subspace& subspace, const KeyProvider& inputs,
             const SolveOptions& options)
      : variant_(variant),
        major_first_(subspace.own_is_major() ? subspace : subspace.mirror()),
        inputs_(inputs),
        options_(options),
        geometry_(std::make_shared<const BlockGeometry>(Numbering::make(variant, major_first_))),
        moves_(geometry_->major(), flies(variant.rules, major_first_.own, major_first_.own_hand)),
        plane_{options.longest_win} {
    movers_.push_back(mover(major_first_));
    if (major_first_ != major_first_.mirror()) movers_.push_back(mover(major_first_.mirror()));
  }

  Result<std::vector<SolvedSubspace>> run() {
    if (auto done = solve(); !done) {
      if (done.error().code == ErrorCode::kInterrupted) save_if_due(true);
      return tl::unexpected(done.error());
    }
    for (const auto& side : sides_) {
      for_each_block(geometry_->blocks(), scratch_,
                     [&](std::uint32_t block, Scratch&) { make_draws(*side, block); });
      side->counters.release();
    }
    std::vector<SolvedSubspace> solved;
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      auto finished = MILLSTONE_TRY(finish(i));
      solved.push_back(std::move(finished));
    }
    return solved;
  }

 private:
  Mover mover(const Subspace& subspace) {
    const Kernels& kernels = options_.kernels ? *options_.kernels : best_kernels();
    return {variant_, subspace,      geometry_, &moves_,
            kernels,  options_.pool, scratch_,  options_.stop};
  }

  Result<void> solve() {
    MILLSTONE_TRY(restore());
    while (sides_.size() < movers_.size()) MILLSTONE_TRY(start_next_side());
    const Mover minor = mover(major_first_.mirror());
    for (;;) {
      auto more = MILLSTONE_TRY(work_through_levels(minor));
      if (!more) return {};
      MILLSTONE_TRY(start_next_plane());
    }
  }

  /// Whether there are distances left for a later plane.
  Result<bool> work_through_levels(const Mover& minor) {
    LevelSolver levels(minor, moves_, *sides_[0], sides_.size() > 1 ? sides_[1].get() : nullptr,
                       options_);
    return levels.run(stage_.distance, plane_.longest_win, [&] { save_if_due(); });
  }

  /// Goes on with distances beyond the plane.
  Result<void> start_next_plane() {
    const auto done = static_cast<std::uint64_t>(plane_.index) + 1;
    if (auto enough = check_plane_memory(variant_, major_first_, done, options_.memory); !enough) {
      save_if_due(true);
      return enough;
    }
    plane_ = plane_.next();
    stage_.distance = static_cast<std::uint32_t>(plane_.first_level());
    done_.resize(sides_.size());
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      auto best = MILLSTONE_TRY(make_exit_table(movers_[i]));
      std::uint32_t groups_done = 0;
      const KeyProvider inputs = inputs_in_plane(inputs_, plane_, movers_[i]);
      if (auto gathered =
              gather_exits(movers_[i], inputs, memory_for_inputs(), best, groups_done, [] {});
          !gathered)
        return gathered;
      auto next = settle_next_plane(movers_[i], plane_, *sides_[i], std::move(best));
      done_[i].push_back(std::move(sides_[i]->keys));
      sides_[i] = std::move(next);
    }
    return {};
  }

  /// Gathers and settles one side more.
  Result<void> start_next_side() {
    const Mover& next = movers_[sides_.size()];
    if (!gathering_.valid()) {
      gathering_ = MILLSTONE_TRY(make_exit_table(next));
    }
    if (auto gathered = gather_exits(next, inputs_, memory_for_inputs(), gathering_, stage_.groups,
                                     [&] { save_if_due(); });
        !gathered)
      return gathered;
    auto side = MILLSTONE_TRY(make_side(std::move(gathering_)));
    settle_first_values(next, plane_, *side);
    sides_.push_back(std::move(side));
    gathering_ = KeyTable();
    stage_.groups = 0;
    stage_.sides = static_cast<std::uint32_t>(sides_.size());
    return {};
  }

  /// While the exits of one side are gathered beside what is there already.
  std::uint64_t memory_for_inputs() const {
    if (options_.smallest_parts) return 0;
    std::size_t tables = 1 + 2 * sides_.size();
    for (const auto& planes : done_) tables += planes.size();
    const auto left = plane_.index == 0 ? input_memory : plane_input_memory;
    return left(variant_, major_first_, options_.memory, tables);
  }

  Result<std::unique_ptr<SideState>> make_side(KeyTable keys) {
    if (!keys.valid()) return no_memory();
    auto side = std::make_unique<SideState>(std::move(keys), options_.pool);
    if (!side->counters.valid()) return no_memory();
    return side;
  }

  tl::unexpected<Error> no_memory() const {
    return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for {}",
                major_first_.text());
  }

  /// Goes on from the checkpoint, if there is one.
  Result<void> restore() {
    const auto saved = options_.checkpoint ? options_.checkpoint->find() : std::nullopt;
    if (!saved || saved->stage.sides > movers_.size()) return {};
    for (std::uint32_t i = 0; i < saved->stage.sides; ++i) {
      auto side = MILLSTONE_TRY(make_side(KeyTable(geometry_, options_.pool)));
      sides_.push_back(std::move(side));
    }
    if (saved->stage.groups > 0) gathering_ = KeyTable(geometry_, options_.pool);
    if (saved->stage.groups > 0 && !gathering_.valid()) return no_memory();
    if (options_.checkpoint->load(*saved, arrays<std::uint8_t>())) {
      stage_ = saved->stage;
      for (std::size_t i = 0; i < sides_.size(); ++i) restore_side(movers_[i], *sides_[i]);
    } else {
      sides_.clear();
      gathering_ = KeyTable();
    }
    return {};
  }

  void save_if_due(bool stopping = false) {
    // A checkpoint that cannot be written costs nothing but safety: the solve goes on. Of later
    // planes, which few games have, there is none.
    if (options_.checkpoint && plane_.index == 0 && options_.checkpoint->is_due(stopping))
      (void)options_.checkpoint->save(stage_, arrays<const std::uint8_t>());
  }

  /// All that a checkpoint holds.
  template <typename Byte>
  std::vector<std::span<Byte>> arrays() {
    std::vector<std::span<Byte>> list;
    for (const auto& side : sides_) {
      list.push_back(side->keys.bytes());
      list.push_back({side->counters.data(), geometry_->table_bytes()});
    }
    if (gathering_.valid()) list.push_back(gathering_.bytes());
    return list;
  }

  Result<SolvedSubspace> finish(std::size_t index) {
    const std::uint64_t room =
        input_memory(variant_, major_first_, options_.memory,
                     (1 + static_cast<std::uint64_t>(plane_.index)) * sides_.size());
    std::vector<KeyTable> tables;
    if (!done_.empty()) tables = std::move(done_[index]);
    tables.push_back(std::move(sides_[index]->keys));
    auto joined = MILLSTONE_TRY(join_planes(std::move(tables), KeyPlane{options_.longest_win},
                                            scratch_, room / sides_.size()));
    auto keys = std::make_shared<const KeyTable>(std::move(joined));
    const ClassCounts counts = count_classes(*keys, scratch_);
    return SolvedSubspace{movers_[index].subspace, std::move(keys), counts};
  }

  const Variant& variant_;
  Subspace major_first_;
  const KeyProvider& inputs_;
  const SolveOptions& options_;
  std::shared_ptr<const BlockGeometry> geometry_;
  MajorMoves moves_;
  ScratchPool scratch_;
  std::vector<Mover> movers_;                      // the major side, then the minor one
  std::vector<std::unique_ptr<SideState>> sides_;  // those that are settled
  KeyTable gathering_;                             // exits of the next side
  SolveStage stage_;
  KeyPlane plane_;
  std::vector<std::vector<KeyTable>> done_;  // of each side the keys of earlier planes
};

}  // namespace

Result<std::vector<SolvedSubspace>> solve_pair(const Variant& variant, const Subspace& subspace,
                                               const KeyProvider& inputs,
                                               const SolveOptions& options) {
  return PairSolver(variant, subspace, inputs, options).run();
}

}  // namespace millstone
