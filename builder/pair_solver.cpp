#include "builder/pair_solver.h"

#include <algorithm>
#include <array>

#include "builder/first_values.h"
#include "builder/level_solver.h"

namespace millstone {
namespace {

using Histogram = std::array<std::uint64_t, 256>;

/// Ranks of a block that count for their classes (Numbering::is_canonical), for a block whose major
/// stones have symmetries.
std::vector<bool> canonical_ranks(const BlockGeometry& geometry, std::uint32_t block) {
  std::vector<bool> canonical(geometry.size(), true);
  const PackedIndex free(geometry.free_points(block));
  for (int g : geometry.major().stabilizer(block)) {
    const PackedMap map = make_packed_map(free, geometry.board().symmetries.elements[g], free);
    for (std::uint32_t rank = 0; rank < geometry.size(); ++rank) {
      Mask image = 0;
      for_each_bit(geometry.masks()[rank], [&](int index) { image |= bit(map.image[index]); });
      if (geometry.minor().rank(image) < rank) canonical[rank] = false;
    }
  }
  return canonical;
}

/// Makes what is still undecided a draw, and counts the keys of one block.
void finish_block(SideState& side, std::uint32_t block, Histogram& histogram) {
  const BlockGeometry& geometry = side.keys.geometry();
  const std::uint32_t size = geometry.size();
  std::uint8_t* keys = side.keys.block(block);
  const std::uint8_t* counters = side.block_counters(block);
  for (std::uint32_t rank = 0; rank < size; ++rank) {
    const bool undecided = keys[rank] > kKeyDraw && counters[rank] != 0;
    keys[rank] = undecided ? kKeyDraw : keys[rank];
  }
  if (geometry.major().has_symmetry(block)) {
    const std::vector<bool> canonical = canonical_ranks(geometry, block);
    for (std::uint32_t rank = 0; rank < size; ++rank) histogram[keys[rank]] += canonical[rank];
    return;
  }
  // Neighbours often have the same key: four histograms in turn keep their additions apart.
  std::array<std::array<std::uint32_t, 256>, 4> parts{};
  for (std::uint32_t rank = 0; rank < size; ++rank) ++parts[rank % 4][keys[rank]];
  for (std::size_t key = 0; key < 256; ++key)
    histogram[key] += std::uint64_t{parts[0][key]} + parts[1][key] + parts[2][key] + parts[3][key];
}

Counts counts_of(const Histogram& histogram, std::uint64_t slots) {
  Counts counts;
  counts.slots = slots;
  for (int key = 0; key < 256; ++key) {
    const std::uint64_t positions = histogram[key];
    if (!positions) continue;
    const Outcome outcome = to_outcome(static_cast<Key>(key));
    counts.classes += positions;
    if (outcome.value == Value::kDraw) {
      counts.draws += positions;
    } else if (outcome.value == Value::kWin) {
      counts.wins += positions;
      counts.longest_win = std::max(counts.longest_win, outcome.distance);
    } else {
      counts.losses += positions;
      counts.longest_loss = std::max(counts.longest_loss, outcome.distance);
    }
  }
  return counts;
}

/// One pair from nothing to finished keys.
class PairSolver {
 public:
  PairSolver(const Variant& variant, const Subspace& subspace, const KeyProvider& inputs,
             const SolveOptions& options)
      : variant_(variant),
        major_first_(subspace.own >= subspace.opponent ? subspace : subspace.mirror()),
        inputs_(inputs),
        options_(options),
        kernels_(options.kernels ? *options.kernels : best_kernels()),
        geometry_(std::make_shared<const BlockGeometry>(Numbering::make(variant, major_first_))),
        moves_(variant, geometry_->major()),
        first_values_(variant, geometry_, moves_, kernels_) {}

  Result<std::vector<SolvedSubspace>> run() {
    if (auto started = start_major(); !started) return tl::unexpected(started.error());
    if (auto started = start_minor(); !started) return tl::unexpected(started.error());
    LevelSolver levels(variant_, geometry_, moves_, *major_, minor_.get(), options_, scratch_);
    if (auto solved = levels.run(); !solved) return tl::unexpected(solved.error());
    std::vector<SolvedSubspace> solved;
    solved.push_back(finish(*major_, major_first_));
    if (minor_) solved.push_back(finish(*minor_, major_first_.mirror()));
    return solved;
  }

 private:
  bool own_moves() const { return major_first_.own == major_first_.opponent; }

  /// Finished keys of a subspace that captures lead to; null if losing the stone loses the game.
  Result<std::shared_ptr<const KeyTable>> input(const Subspace& subspace) {
    if (subspace.own < variant_.rules.pieces_at_least_count) return nullptr;
    return inputs_(subspace);
  }

  Result<std::unique_ptr<SideState>> make_side() {
    auto side = std::make_unique<SideState>(geometry_, options_.pool);
    if (side->keys.valid() && side->counters.valid()) return side;
    return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for {}",
                major_first_.text());
  }

  Result<void> start_major() {
    auto table = input({major_first_.opponent - 1, major_first_.own});
    if (!table) return tl::unexpected(table.error());
    KeyTable folded(geometry_, options_.pool);
    if (!folded.valid())
      return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for {}",
                  major_first_.text());
    for_each_block(geometry_->blocks(), scratch_, [&](std::uint32_t block, Scratch& scratch) {
      first_values_.fold_major_captures(block, table->get(), folded.block(block), scratch);
    });
    table->reset();
    auto side = make_side();
    if (!side) return tl::unexpected(side.error());
    major_ = std::move(*side);
    for_each_block(geometry_->blocks(), scratch_, [&](std::uint32_t block, Scratch& scratch) {
      first_values_.start_major(block, folded, *major_, scratch);
    });
    return {};
  }

  Result<void> start_minor() {
    if (own_moves()) return {};
    auto table = input({major_first_.own - 1, major_first_.opponent});
    if (!table) return tl::unexpected(table.error());
    auto side = make_side();
    if (!side) return tl::unexpected(side.error());
    minor_ = std::move(*side);
    for_each_block(geometry_->blocks(), scratch_, [&](std::uint32_t block, Scratch& scratch) {
      first_values_.start_minor(block, table->get(), *minor_, scratch);
    });
    return {};
  }

  SolvedSubspace finish(SideState& side, const Subspace& subspace) {
    oneapi::tbb::enumerable_thread_specific<Histogram> histograms{Histogram{}};
    for_each_block(geometry_->blocks(), scratch_, [&](std::uint32_t block, Scratch&) {
      finish_block(side, block, histograms.local());
    });
    Histogram total{};
    for (const Histogram& histogram : histograms)
      for (std::size_t key = 0; key < total.size(); ++key) total[key] += histogram[key];
    side.counters.release();
    return {subspace, std::make_shared<const KeyTable>(std::move(side.keys)),
            counts_of(total, geometry_->numbering().slots())};
  }

  const Variant& variant_;
  Subspace major_first_;
  const KeyProvider& inputs_;
  const SolveOptions& options_;
  const Kernels& kernels_;
  std::shared_ptr<const BlockGeometry> geometry_;
  MajorMoves moves_;
  FirstValues first_values_;
  ScratchPool scratch_;
  std::unique_ptr<SideState> major_, minor_;
};

}  // namespace

Result<std::vector<SolvedSubspace>> solve_pair(const Variant& variant, const Subspace& subspace,
                                               const KeyProvider& inputs,
                                               const SolveOptions& options) {
  return PairSolver(variant, subspace, inputs, options).run();
}

std::vector<Subspace> capture_inputs(const Variant& variant, const Subspace& subspace) {
  const Subspace major = subspace.own >= subspace.opponent ? subspace : subspace.mirror();
  const int least = variant.rules.pieces_at_least_count;
  std::vector<Subspace> inputs;
  if (major.opponent - 1 >= least) inputs.push_back({major.opponent - 1, major.own});
  if (major.own != major.opponent && major.own - 1 >= least)
    inputs.push_back({major.own - 1, major.opponent});
  return inputs;
}

std::uint64_t table_memory(const Variant& variant, const Subspace& subspace) {
  const std::uint64_t slots = slot_count(*variant.board, subspace);
  const std::uint64_t size = numbering_block_size(*variant.board, subspace);
  return slots / size * ((size + kGroupSize - 1) / kGroupSize * kGroupSize);
}

std::uint64_t solve_memory(const Variant& variant, const Subspace& subspace) {
  const std::uint64_t table = table_memory(variant, subspace);
  const std::vector<Subspace> inputs = capture_inputs(variant, subspace);
  const bool two_sides = subspace.own != subspace.opponent;
  const auto input = [&](std::size_t index) {
    return index < inputs.size() ? table_memory(variant, inputs[index]) : 0;
  };
  const std::uint64_t folding = table + input(0);
  const std::uint64_t starting_major = 3 * table;
  const std::uint64_t starting_minor = two_sides ? 4 * table + input(1) : 0;
  // A bit a slot for the frontier, and a bit a group and level: room for all 256 levels of a side.
  const std::uint64_t levels = (two_sides ? 4 : 2) * table + table / 8 + table / 2;
  const std::uint64_t scratch = std::uint64_t{192} << 20;  // moves, buffers, files being written
  return std::max({folding, starting_major, starting_minor, levels}) + scratch;
}

}  // namespace millstone
