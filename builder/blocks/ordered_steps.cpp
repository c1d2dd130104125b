#include "builder/blocks/ordered_steps.h"

#include "builder/blocks/group_bits.h"
#include "builder/blocks/kernel_arguments.h"
#include "builder/blocks/major_moves.h"

namespace mill {
namespace {

// With fewer subsets than these in a group, on the average, their ranks are looked up one by one.
constexpr std::uint32_t kManyInGroup = 8;

Mask point_mask(int point) { return point < 0 ? 0 : bit(point); }

/// The subsets that have some points and lack others, by group.
void find_subsets(const BlockGeometry& geometry, Mask having, Mask lacking,
                  std::vector<std::uint64_t>& words) {
  words.assign(geometry.all(), geometry.all() + geometry.groups());
  for_each_bit(having, [&](int point) {
    for (std::uint32_t group = 0; group < geometry.groups(); ++group)
      words[group] &= geometry.has(point)[group];
  });
  for_each_bit(lacking, [&](int point) {
    for (std::uint32_t group = 0; group < geometry.groups(); ++group)
      words[group] &= ~geometry.has(point)[group];
  });
}

bool are_many(const std::vector<GroupBits>& source, const BlockGeometry& geometry) {
  return count_ranks(source) >= kManyInGroup * geometry.groups();
}

/// Of the subsets in scratch.able the i-th becomes the i-th of those in scratch.reached: ranks go
/// by the largest point in which two subsets differ, so what the step does to all of them alike
/// leaves them in their order.
template <typename Cell>
void raise_in_order(const Kernels& kernels, const BlockGeometry& geometry,
                    const BlockGeometry& reached, const Cell* table, Scratch& scratch, Cell* best) {
  std::vector<Cell>& stream = scratch.rows_of<Cell>().stream;
  if (stream.size() < reached.stride() + kGroupSize) stream.resize(reached.stride() + kGroupSize);
  kernels.on<Cell>().ordered_max(
      {scratch.able.data(), scratch.reached.data(), reached.groups(), stream.data()},
      subset_groups(geometry, scratch.source), table, best);
}

}  // namespace

template <typename Cell>
void raise_by_step(const Kernels& kernels, const PackedStep& step, const BlockGeometry& geometry,
                   const BlockGeometry& reached, const Cell* table, Scratch& scratch, Cell* best) {
  const Mask gained = point_mask(step.gained), lost = point_mask(step.lost);
  if (!are_many(scratch.source, geometry)) {
    kernels.on<Cell>().toggle_max(subset_groups(geometry, scratch.source), gained | lost,
                                  {rank_tables(reached.minor()), table}, best);
    return;
  }
  find_subsets(geometry, lost, gained, scratch.able);
  find_subsets(reached, gained, lost, scratch.reached);
  raise_in_order(kernels, geometry, reached, table, scratch, best);
}

template <typename Cell>
void raise_by_step(const Kernels& kernels, const MappedStep& step, const BlockGeometry& geometry,
                   const BlockGeometry& reached, const Cell* table, Scratch& scratch, Cell* best) {
  if (!keeps_order(step.map, step.lacking_before) || !are_many(scratch.source, geometry)) {
    kernels.on<Cell>().map_max(subset_groups(geometry, scratch.source), step.map,
                               {rank_tables(reached.minor()), table}, best);
    return;
  }
  find_subsets(geometry, 0, step.lacking_before, scratch.able);
  find_subsets(reached, 0, step.lacking_after, scratch.reached);
  raise_in_order(kernels, geometry, reached, table, scratch, best);
}

template void raise_by_step(const Kernels&, const PackedStep&, const BlockGeometry&,
                            const BlockGeometry&, const std::uint8_t*, Scratch&, std::uint8_t*);
template void raise_by_step(const Kernels&, const PackedStep&, const BlockGeometry&,
                            const BlockGeometry&, const std::uint16_t*, Scratch&, std::uint16_t*);
template void raise_by_step(const Kernels&, const MappedStep&, const BlockGeometry&,
                            const BlockGeometry&, const std::uint8_t*, Scratch&, std::uint8_t*);
template void raise_by_step(const Kernels&, const MappedStep&, const BlockGeometry&,
                            const BlockGeometry&, const std::uint16_t*, Scratch&, std::uint16_t*);

}  // namespace mill
