#include "builder/verifier/minor_to_move.h"

#include <algorithm>

namespace mill::verifier {

template <typename Worth>
MinorToMove<Worth>::MinorToMove(const Successors<Worth>& successors)
    : successors_(successors),
      variant_(successors.variant),
      mirror_(successors.mirror()),
      numbering_(*mirror_.numbering),
      subsets_(numbering_.minor()),
      steps_(subsets_),
      taken_(variant_, numbering_, subsets_, successors.find(after_taking(successors.subspace))) {}

template <typename Worth>
void MinorToMove<Worth>::recompute(std::uint32_t block, Worth* out) const {
  const std::uint32_t size = subsets_.size();
  const FreePoints free(*variant_.board, numbering_.major().representative(block));
  const std::vector<Mask> reach = reach_by_index(free);
  const Worth* quiet = mirror_.worths + std::uint64_t{block} * size;
  std::vector<Worth> taken(free.lines.empty() ? 0 : size);
  if (!free.lines.empty()) taken_.make_block(block, free, taken.data());
  std::fill_n(out, size, Worth{0});
  std::vector<Worth> mixed;
  for (int to = 0; to < free.count; ++to) {
    const Worth* from = worths_after_step(subsets_, free, to, quiet, taken, mixed);
    for_each_bit(reach[to], [&](int point) { steps_.raise(point, to, from, out); });
  }
  for (std::uint32_t rank = 0; rank < size; ++rank) out[rank] = worth_before(out[rank]);
  settle_blocked(block, reach, out);
}

/// For each free point the free points a step leads to or from; edges have no direction.
template <typename Worth>
std::vector<Mask> MinorToMove<Worth>::reach_by_index(const FreePoints& free) const {
  std::vector<Mask> result(free.count);
  for (int index = 0; index < free.count; ++index)
    result[index] = free.pack(reach(variant_, numbering_.minor().k(), free.points[index]));
  return result;
}

/// There is nothing to move when around each minor stone minor stones hold all that is free.
template <typename Worth>
void MinorToMove<Worth>::settle_blocked(std::uint32_t block, const std::vector<Mask>& reach,
                                        Worth* out) const {
  RankBits blocked = subsets_.all();
  for (int point = 0; point < static_cast<int>(reach.size()); ++point)
    intersect_implication(blocked, subsets_.with(point), subsets_.with_all(reach[point]));
  for_each_rank(blocked, [&](std::uint32_t rank) {
    const std::uint64_t slot = std::uint64_t{block} * subsets_.size() + rank;
    out[rank] = successors_.plainly(numbering_.position(successors_.subspace, slot));
  });
}

template class MinorToMove<OutcomeByte>;
template class MinorToMove<GradeWorth>;

}  // namespace mill::verifier
