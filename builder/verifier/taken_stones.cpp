#include "builder/verifier/taken_stones.h"

#include <algorithm>

#include "builder/verifier/rank_map.h"
#include "game/moves.h"

namespace mill::verifier {

TakenMinorStones::TakenMinorStones(const Variant& variant, const Numbering& numbering,
                                   const SubsetCatalog& subsets, const LoadedSubspace* reduced)
    : variant_(variant),
      numbering_(numbering),
      subsets_(subsets),
      reduced_(reduced),
      smaller_(SubsetRank(subsets.points(), subsets.ranks().k() - 1)),
      takes_(subsets, smaller_) {}

/// For each point the smaller sets to which it may not be added before it is taken away again:
/// those where it would complete a line.
std::vector<RankBits> TakenMinorStones::stones_in_mills(const FreePoints& free) const {
  std::vector<RankBits> result(free.count);
  for (Mask line : free.lines)
    for_each_bit(line, [&](int point) {
      const RankBits completed = smaller_.with_all(line & ~bit(point));
      if (result[point].empty()) result[point].resize(completed.size());
      unite(result[point], completed);
    });
  return result;
}

void TakenMinorStones::make_block(std::uint32_t block, OutcomeByte* out) const {
  const Mask stones = numbering_.major().representative(block);
  if (!variant_.board->in_mills(stones)) return;
  if (!reduced_) {
    std::fill_n(out, subsets_.size(), kLostNowByte);
    return;
  }
  std::fill_n(out, subsets_.size(), OutcomeByte{0});
  const FreePoints free(*variant_.board, stones);
  const OutcomeByte* after = reduced_->outcomes() + std::uint64_t{block} * smaller_.size();
  const bool mills_are_safe = !variant_.rules.remove_from_mills;
  const std::vector<RankBits> in_mills = stones_in_mills(free);
  std::vector<OutcomeByte> without_mills;
  for (int point = 0; point < free.count; ++point) {
    const OutcomeByte* from = after;
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
RankBits TakenMinorStones::all_in_mills(const FreePoints& free) const {
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

TakenMajorStones::TakenMajorStones(const Variant& variant, const Numbering& numbering,
                                   const SubsetCatalog& subsets, const LoadedSubspace* reduced)
    : variant_(variant), numbering_(numbering), subsets_(subsets), reduced_(reduced) {}

std::vector<std::uint32_t> TakenMajorStones::ranks_with_mills(const FreePoints& free) const {
  RankBits bits(subsets_.all().size());
  for (Mask line : free.lines) unite(bits, subsets_.with_all(line));
  std::vector<std::uint32_t> ranks;
  for_each_rank(bits, [&](std::uint32_t rank) { ranks.push_back(rank); });
  return ranks;
}

void TakenMajorStones::make_block(std::uint32_t block, const FreePoints& free,
                                  OutcomeByte* out) const {
  const std::vector<std::uint32_t> ranks = ranks_with_mills(free);
  for (std::uint32_t rank : ranks) out[rank] = reduced_ ? OutcomeByte{0} : kLostNowByte;
  if (!reduced_) return;
  const Mask stones = numbering_.major().representative(block);
  // A side that has just placed may have more stones than the one that loses one.
  if (reduced_->subspace().own_is_major())
    raise(stones, free, ranks, out);
  else
    raise_one_by_one(stones, free, ranks, out);
}

void TakenMajorStones::raise(Mask stones, const FreePoints& free,
                             const std::vector<std::uint32_t>& ranks, OutcomeByte* out) const {
  const Numbering& target = reduced_->numbering();
  const Board& board = *variant_.board;
  RankMap map(subsets_.ranks(), target.minor());
  for_each_bit(removable(variant_, stones), [&](int taken) {
    const MajorIndex::Entry entry = target.major().find(stones ^ bit(taken));
    const Mask target_free = board.all() & ~target.major().representative(entry.block);
    map.set(free.image(board.symmetries.elements[entry.symmetry], target_free));
    const OutcomeByte* after =
        reduced_->outcomes() + std::uint64_t{entry.block} * target.block_size();
    for (std::uint32_t rank : ranks)
      out[rank] = std::max(out[rank], after[map(subsets_.masks()[rank])]);
  });
}

/// The stones that make the block of the target are the minor ones here.
void TakenMajorStones::raise_one_by_one(Mask stones, const FreePoints& free,
                                        const std::vector<std::uint32_t>& ranks,
                                        OutcomeByte* out) const {
  const Numbering& target = reduced_->numbering();
  const Board& board = *variant_.board;
  const UnpackedSubsets unpacked(free, subsets_.ranks().low_points());
  const Mask may_go = removable(variant_, stones);
  std::vector<const OutcomeByte*> fetched;
  const auto look_up = [&](std::uint32_t rank) {
    const MajorIndex::Entry entry = target.major().find(unpacked(subsets_.masks()[rank]));
    const Symmetry& symmetry = board.symmetries.elements[entry.symmetry];
    const Mask target_free = board.all() & ~target.major().representative(entry.block);
    const Mask image = compress(symmetry(stones), target_free);
    const OutcomeByte* block =
        reduced_->outcomes() + std::uint64_t{entry.block} * target.block_size();
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
      OutcomeByte& best = out[ranks[first + i / choices]];
      best = std::max(best, *fetched[i]);
    }
  }
}

const OutcomeByte* outcomes_after_step(const SubsetCatalog& subsets, const FreePoints& free, int to,
                                       const OutcomeByte* quiet,
                                       const std::vector<OutcomeByte>& taken,
                                       std::vector<OutcomeByte>& mixed) {
  const OutcomeByte* outcomes = quiet;
  for (Mask line : free.lines) {
    if (!(line & bit(to))) continue;
    if (outcomes == quiet) mixed.assign(quiet, quiet + subsets.size());
    outcomes = mixed.data();
    for_each_rank(subsets.with_all(line), [&](std::uint32_t rank) { mixed[rank] = taken[rank]; });
  }
  return outcomes;
}

}  // namespace mill::verifier
