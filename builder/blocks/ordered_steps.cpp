#include "builder/blocks/ordered_steps.h"

#include "builder/blocks/group_bits.h"
#include "builder/blocks/kernel_arguments.h"

namespace mill {
namespace {

// With fewer subsets than these in a group, on the average, their ranks are looked up one by one.
constexpr std::uint32_t kManyInGroup = 8;

Mask point_mask(int point) { return point < 0 ? 0 : bit(point); }

/// Which subsets have one point and lack another, by group; -1: no matter which.
void find_subsets(const BlockGeometry& geometry, int has, int lacks,
                  std::vector<std::uint64_t>& words) {
  words.resize(geometry.groups());
  const std::uint64_t* having = has < 0 ? nullptr : geometry.has(has);
  const std::uint64_t* lacking = lacks < 0 ? nullptr : geometry.has(lacks);
  for (std::uint32_t group = 0; group < geometry.groups(); ++group)
    words[group] = (having ? having[group] : geometry.existing(group)) &
                   (lacking ? ~lacking[group] : ~std::uint64_t{0});
}

}  // namespace

// Ranks go by the largest point in which two subsets differ. That is none of the step's, which all
// those that can make it have or lack alike; so the i-th of them becomes the i-th of those that the
// step leads to.
template <typename Cell>
void raise_by_step(const Kernels& kernels, const PackedStep& step, const BlockGeometry& geometry,
                   const BlockGeometry& reached, const Cell* table, Scratch& scratch, Cell* best) {
  const SubsetGroups source = subset_groups(geometry, scratch.source);
  if (count_ranks(scratch.source) < kManyInGroup * geometry.groups()) {
    kernels.on<Cell>().toggle_max(source, point_mask(step.gained) | point_mask(step.lost),
                                  {rank_tables(reached.minor()), table}, best);
    return;
  }
  find_subsets(geometry, step.lost, step.gained, scratch.able);
  find_subsets(reached, step.gained, step.lost, scratch.reached);
  std::vector<Cell>& stream = scratch.rows_of<Cell>().stream;
  if (stream.size() < reached.stride() + kGroupSize) stream.resize(reached.stride() + kGroupSize);
  kernels.on<Cell>().ordered_max(
      {scratch.able.data(), scratch.reached.data(), reached.groups(), stream.data()}, source, table,
      best);
}

template void raise_by_step(const Kernels&, const PackedStep&, const BlockGeometry&,
                            const BlockGeometry&, const std::uint8_t*, Scratch&, std::uint8_t*);
template void raise_by_step(const Kernels&, const PackedStep&, const BlockGeometry&,
                            const BlockGeometry&, const std::uint16_t*, Scratch&, std::uint16_t*);

}  // namespace mill
