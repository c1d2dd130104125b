#include "builder/verifier/major_to_move.h"

#include <algorithm>

namespace mill::verifier {

template <typename Worth>
MajorToMove<Worth>::MajorToMove(const Successors<Worth>& successors)
    : successors_(successors),
      variant_(successors.variant),
      numbering_(*successors.mirror().numbering),
      subsets_(numbering_.minor()),
      steps_(subsets_, subsets_),
      taken_(variant_, numbering_, subsets_, successors.find(after_taking(successors.subspace))),
      quiet_(successors.mirror().worths, subsets_.size()),
      after_taking_([this](std::uint32_t block, Worth* out) { taken_.make_block(block, out); },
                    subsets_.size()) {
  if (successors.subspace.own != successors.subspace.opponent) return;
  transposed_.emplace(successors.mirror(), subsets_);
  quiet_ = BlockWorths<Worth>(
      [this](std::uint32_t block, Worth* out) { transposed_->make_block(block, out); },
      subsets_.size());
}

template <typename Worth>
Result<void> MajorToMove<Worth>::prepare(Preparation preparation) {
  if (preparation == Preparation::kOnDemand) return {};
  MILLSTONE_TRY(after_taking_.make_all(numbering_.blocks(), successors_.memory));
  return transposed_ ? quiet_.make_all(numbering_.blocks(), successors_.memory) : Result<void>{};
}

template <typename Worth>
std::vector<typename MajorToMove<Worth>::Move> MajorToMove<Worth>::moves(Mask stones) const {
  std::vector<Move> result;
  for_each_bit(stones, [&](int from) {
    for_each_bit(reach(variant_, count(stones), from) & ~stones, [&](int to) {
      const Mask after = stones ^ bit(from) ^ bit(to);
      const bool takes = variant_.board->closes_mill(after, to);
      result.push_back({to, takes, numbering_.major().find(after)});
    });
  });
  return result;
}

template <typename Worth>
void MajorToMove<Worth>::recompute(std::uint32_t block, Worth* out) const {
  const Board& board = *variant_.board;
  const Mask stones = numbering_.major().representative(block);
  const FreePoints free(board, stones);
  const std::vector<Move> all_moves = moves(stones);
  RankMap scratch = steps_.scratch();
  std::vector<Worth> buffer;
  std::fill_n(out, subsets_.size(), Worth{0});
  for (std::size_t i = 0; i < all_moves.size(); ++i) {
    const Move& move = all_moves[i];
    if (i + 1 < all_moves.size()) target(all_moves[i + 1]).prefetch(all_moves[i + 1].entry.block);
    const Mask target_free = board.all() & ~numbering_.major().representative(move.entry.block);
    steps_.raise(free.indices[move.to],
                 free.image(board.symmetries.elements[move.entry.symmetry], target_free), scratch,
                 target(move).get(move.entry.block, buffer), out);
  }
  for (std::uint32_t rank = 0; rank < subsets_.size(); ++rank) out[rank] = worth_before(out[rank]);
  settle_blocked(block, free, out);
}

/// There is nothing to move when the minor stones hold every free point in reach.
template <typename Worth>
void MajorToMove<Worth>::settle_blocked(std::uint32_t block, const FreePoints& free,
                                        Worth* out) const {
  const Mask stones = numbering_.major().representative(block);
  Mask targets = 0;
  for_each_bit(stones, [&](int from) { targets |= reach(variant_, count(stones), from); });
  for_each_rank(subsets_.with_all(free.pack(targets)), [&](std::uint32_t rank) {
    const std::uint64_t slot = std::uint64_t{block} * subsets_.size() + rank;
    out[rank] = successors_.plainly(numbering_.position(successors_.subspace, slot));
  });
}

template class MajorToMove<OutcomeByte>;
template class MajorToMove<GradeWorth>;

}  // namespace mill::verifier
