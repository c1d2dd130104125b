#include "builder/verifier/major_to_move.h"

#include <algorithm>

#include "builder/verifier/plain_check.h"

namespace mill::verifier {

MajorToMove::MajorToMove(const SuccessorTables& successors)
    : successors_(successors),
      variant_(successors.variant),
      numbering_(successors.mirror().numbering()),
      subsets_(numbering_.minor()),
      halves_(numbering_.minor()),
      taken_(variant_, numbering_, subsets_, successors.find(after_taking(successors.subspace))),
      quiet_outcomes_(successors.mirror().outcomes(), subsets_.size()),
      taken_outcomes_(
          [this](std::uint32_t block, OutcomeByte* out) { taken_.make_block(block, out); },
          subsets_.size()) {
  if (successors.subspace.own != successors.subspace.opponent) return;
  transposed_.emplace(successors.mirror(), subsets_);
  quiet_outcomes_ = BlockOutcomes(
      [this](std::uint32_t block, OutcomeByte* out) { transposed_->make_block(block, out); },
      subsets_.size());
}

Result<void> MajorToMove::prepare(Preparation preparation) {
  if (preparation == Preparation::kOnDemand) return {};
  MILLSTONE_TRY(taken_outcomes_.make_all(numbering_.blocks()));
  return transposed_ ? quiet_outcomes_.make_all(numbering_.blocks()) : Result<void>{};
}

std::vector<MajorToMove::Move> MajorToMove::moves(Mask stones) const {
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

void MajorToMove::recompute(std::uint32_t block, OutcomeByte* out) const {
  const Board& board = *variant_.board;
  const Mask stones = numbering_.major().representative(block);
  const FreePoints free(board, stones);
  const std::vector<Move> all_moves = moves(stones);
  RankMap map(numbering_.minor(), numbering_.minor());
  std::vector<OutcomeByte> buffer;
  std::fill_n(out, subsets_.size(), OutcomeByte{0});
  for (std::size_t i = 0; i < all_moves.size(); ++i) {
    const Move& move = all_moves[i];
    if (i + 1 < all_moves.size()) target(all_moves[i + 1]).prefetch(all_moves[i + 1].entry.block);
    const Mask target_stones = numbering_.major().representative(move.entry.block);
    map.set(
        free.image(board.symmetries.elements[move.entry.symmetry], board.all() & ~target_stones));
    halves_.raise(free.indices[move.to], map, target(move).get(move.entry.block, buffer), out);
  }
  for (std::uint32_t rank = 0; rank < subsets_.size(); ++rank) out[rank] = byte_before(out[rank]);
  settle_blocked(block, free, out);
}

/// There is nothing to move when the minor stones hold every free point in reach.
void MajorToMove::settle_blocked(std::uint32_t block, const FreePoints& free,
                                 OutcomeByte* out) const {
  const Mask stones = numbering_.major().representative(block);
  Mask targets = 0;
  for_each_bit(stones, [&](int from) { targets |= reach(variant_, count(stones), from); });
  for_each_rank(subsets_.with_all(free.pack(targets)), [&](std::uint32_t rank) {
    const std::uint64_t slot = std::uint64_t{block} * subsets_.size() + rank;
    out[rank] = to_byte(recompute_plainly(successors_, numbering_, slot));
  });
}

}  // namespace mill::verifier
