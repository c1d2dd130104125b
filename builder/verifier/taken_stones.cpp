#include "builder/verifier/taken_stones.h"

#include <algorithm>

#include "builder/verifier/rank_map.h"
#include "game/moves.h"

namespace mill::verifier {

template <typename Worth>
TakenMinorStones<Worth>::TakenMinorStones(const Variant& variant, const Numbering& numbering,
                                          const SubsetCatalog& subsets,
                                          const WorthTable<Worth>* reduced)
    : variant_(variant),
      numbering_(numbering),
      subsets_(subsets),
      reduced_(reduced),
      smaller_(SubsetRank(subsets.points(), subsets.ranks().k() - 1)),
      takes_(subsets, smaller_) {}

/// For each point the smaller sets to which it may not be added before it is taken away again:
/// those where it would complete a line.
template <typename Worth>
std::vector<RankBits> TakenMinorStones<Worth>::stones_in_mills(const FreePoints& free) const {
  std::vector<RankBits> result(free.count);
  for (Mask line : free.lines)
    for_each_bit(line, [&](int point) {
      const RankBits completed = smaller_.with_all(line & ~bit(point));
      if (result[point].empty()) result[point].resize(completed.size());
      unite(result[point], completed);
    });
  return result;
}

template <typename Worth>
void TakenMinorStones<Worth>::make_block(std::uint32_t block, Worth* out) const {
  const Mask stones = numbering_.major().representative(block);
  if (!variant_.board->in_mills(stones)) return;
  if (!reduced_) {
    std::fill_n(out, subsets_.size(), kLostWorth<Worth>);
    return;
  }
  std::fill_n(out, subsets_.size(), Worth{0});
  const FreePoints free(*variant_.board, stones);
  const Worth* after = reduced_->worths + std::uint64_t{block} * smaller_.size();
  const bool mills_are_safe = !variant_.rules.remove_from_mills;
  const std::vector<RankBits> in_mills = stones_in_mills(free);
  std::vector<Worth> without_mills;
  for (int point = 0; point < free.count; ++point) {
    const Worth* from = after;
    if (mills_are_safe && !in_mills[point].empty()) {
      without_mills.assign(after, after + smaller_.size());
      for_each_rank(in_mills[point], [&](std::uint32_t rank) { without_mills[rank] = 0; });
      from = without_mills.data();
    }
    takes_.raise(point, from, out);
  }
  if (!mills_are_safe || free.lines.empty()) return;
  for_each_rank(all_in_mills(free), [&](std::uint32_t rank) {
    const Mask minor = subsets_.masks()[rank];
    for_each_bit(minor, [&](int point) {
      out[rank] = std::max(out[rank], after[smaller_.ranks().rank(minor ^ bit(point))]);
    });
  });
}

/// The sets of minor stones all of which stand in lines, so that any may be taken.
template <typename Worth>
RankBits TakenMinorStones<Worth>::all_in_mills(const FreePoints& free) const {
  std::vector<RankBits> in_mills(free.count, RankBits(subsets_.all().size()));
  for (Mask line : free.lines) {
    const RankBits complete = subsets_.with_all(line);
    for_each_bit(line, [&](int point) { unite(in_mills[point], complete); });
  }
  RankBits result = subsets_.all();
  for (int point = 0; point < free.count; ++point)
    intersect_implication(result, subsets_.with(point), in_mills[point]);
  return result;
}

template <typename Worth>
TakenMajorStones<Worth>::TakenMajorStones(const Variant& variant, const Numbering& numbering,
                                          const SubsetCatalog& subsets,
                                          const WorthTable<Worth>* reduced)
    : variant_(variant), numbering_(numbering), subsets_(subsets), reduced_(reduced) {}

template <typename Worth>
std::vector<std::uint32_t> TakenMajorStones<Worth>::ranks_with_mills(const FreePoints& free) const {
  RankBits bits(subsets_.all().size());
  for (Mask line : free.lines) unite(bits, subsets_.with_all(line));
  std::vector<std::uint32_t> ranks;
  for_each_rank(bits, [&](std::uint32_t rank) { ranks.push_back(rank); });
  return ranks;
}

template <typename Worth>
void TakenMajorStones<Worth>::make_block(std::uint32_t block, const FreePoints& free,
                                         Worth* out) const {
  const std::vector<std::uint32_t> ranks = ranks_with_mills(free);
  for (std::uint32_t rank : ranks) out[rank] = reduced_ ? Worth{0} : kLostWorth<Worth>;
  if (!reduced_) return;
  const Mask stones = numbering_.major().representative(block);
  // A side that has just placed may have more stones than the one that loses one.
  if (reduced_->subspace.own_is_major())
    raise(stones, free, ranks, out);
  else
    raise_one_by_one(stones, free, ranks, out);
}

template <typename Worth>
void TakenMajorStones<Worth>::raise(Mask stones, const FreePoints& free,
                                    const std::vector<std::uint32_t>& ranks, Worth* out) const {
  const Numbering& target = *reduced_->numbering;
  const Board& board = *variant_.board;
  RankMap map(subsets_.ranks(), target.minor());
  for_each_bit(removable(variant_, stones), [&](int taken) {
    const MajorIndex::Entry entry = target.major().find(stones ^ bit(taken));
    const Mask target_free = board.all() & ~target.major().representative(entry.block);
    map.set(free.image(board.symmetries.elements[entry.symmetry], target_free));
    const Worth* after = reduced_->worths + std::uint64_t{entry.block} * target.block_size();
    for (std::uint32_t rank : ranks)
      out[rank] = std::max(out[rank], after[map(subsets_.masks()[rank])]);
  });
}

/// The stones that make the block of the target are the minor ones here.
template <typename Worth>
void TakenMajorStones<Worth>::raise_one_by_one(Mask stones, const FreePoints& free,
                                               const std::vector<std::uint32_t>& ranks,
                                               Worth* out) const {
  const Numbering& target = *reduced_->numbering;
  const Board& board = *variant_.board;
  const UnpackedSubsets unpacked(free, subsets_.ranks().low_points());
  const Mask may_go = removable(variant_, stones);
  std::vector<const Worth*> fetched;
  const auto look_up = [&](std::uint32_t rank) {
    const MajorIndex::Entry entry = target.major().find(unpacked(subsets_.masks()[rank]));
    const Symmetry& symmetry = board.symmetries.elements[entry.symmetry];
    const Mask target_free = board.all() & ~target.major().representative(entry.block);
    const Mask image = compress(symmetry(stones), target_free);
    const Worth* block = reduced_->worths + std::uint64_t{entry.block} * target.block_size();
    for_each_bit(compress(symmetry(may_go), target_free), [&](int taken) {
      fetched.push_back(block + target.minor().rank(image ^ bit(taken)));
      __builtin_prefetch(fetched.back());
    });
  };
  const std::size_t batch = 32;
  for (std::size_t first = 0; first < ranks.size(); first += batch) {
    const std::size_t last = std::min(first + batch, ranks.size());
    fetched.clear();
    for (std::size_t i = first; i < last; ++i) look_up(ranks[i]);
    const std::size_t choices = fetched.size() / (last - first);
    for (std::size_t i = 0; i < fetched.size(); ++i) {
      Worth& best = out[ranks[first + i / choices]];
      best = std::max(best, *fetched[i]);
    }
  }
}

template <typename Worth>
const Worth* worths_after_step(const SubsetCatalog& subsets, const FreePoints& free, int to,
                               const Worth* quiet, const std::vector<Worth>& taken,
                               std::vector<Worth>& mixed) {
  const Worth* worths = quiet;
  for (Mask line : free.lines) {
    if (!(line & bit(to))) continue;
    if (worths == quiet) mixed.assign(quiet, quiet + subsets.size());
    worths = mixed.data();
    for_each_rank(subsets.with_all(line), [&](std::uint32_t rank) { mixed[rank] = taken[rank]; });
  }
  return worths;
}

template const OutcomeByte* worths_after_step(const SubsetCatalog&, const FreePoints&, int,
                                              const OutcomeByte*, const std::vector<OutcomeByte>&,
                                              std::vector<OutcomeByte>&);
template const GradeWorth* worths_after_step(const SubsetCatalog&, const FreePoints&, int,
                                             const GradeWorth*, const std::vector<GradeWorth>&,
                                             std::vector<GradeWorth>&);
template class TakenMinorStones<OutcomeByte>;
template class TakenMinorStones<GradeWorth>;
template class TakenMajorStones<OutcomeByte>;
template class TakenMajorStones<GradeWorth>;

}  // namespace mill::verifier
