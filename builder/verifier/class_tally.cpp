#include "builder/verifier/class_tally.h"

#include <algorithm>

#include "builder/verifier/rank_map.h"

namespace mill::verifier {
namespace {

/// For each rank whether no symmetry of the block's major stones maps it to a lower one.
std::vector<bool> canonical_ranks(const Numbering& numbering, const SubsetCatalog& subsets,
                                  std::uint32_t block) {
  std::vector<bool> canonical(numbering.block_size(), true);
  if (numbering.marked().k() > 0) {
    const std::uint64_t first = std::uint64_t{block} * numbering.block_size();
    for (std::uint32_t rank = 0; rank < numbering.block_size(); ++rank)
      canonical[rank] = numbering.is_canonical(first + rank);
    return canonical;
  }
  const Board& board = numbering.major().board();
  const FreePoints free(board, numbering.major().representative(block));
  RankMap map(numbering.minor(), numbering.minor());
  for (int element : numbering.major().stabilizer(block)) {
    map.set(free.image(board.symmetries.elements[element], free.mask));
    for (std::uint32_t rank = 0; rank < subsets.size(); ++rank)
      if (map(subsets.masks()[rank]) < rank) canonical[rank] = false;
  }
  return canonical;
}

}  // namespace

void ClassTally::add_block(const Numbering& numbering, const SubsetCatalog& subsets,
                           std::uint32_t block, std::span<const OutcomeByte> outcomes) {
  if (!numbering.major().has_symmetry(block)) return add_outcomes(outcomes);
  const std::vector<bool> canonical = canonical_ranks(numbering, subsets, block);
  std::vector<OutcomeByte> kept;
  for (std::size_t rank = 0; rank < outcomes.size(); ++rank)
    if (canonical[rank]) kept.push_back(outcomes[rank]);
  add_outcomes(kept);
}

// Written without branches, so that compilers make vector code of it.
void ClassTally::add_outcomes(std::span<const OutcomeByte> outcomes) {
  std::uint32_t wins = 0, draws = 0;
  OutcomeByte longest_win = 0;
  OutcomeByte longest_loss = kLostNowByte;
  for (OutcomeByte byte : outcomes) {
    wins += byte < kDrawByte;
    draws += byte == kDrawByte;
    longest_win = std::max(longest_win, byte < kDrawByte ? byte : OutcomeByte{0});
    longest_loss = std::min(longest_loss, byte > kDrawByte ? byte : kLostNowByte);
  }
  classes_ += outcomes.size();
  wins_ += wins;
  draws_ += draws;
  longest_win_ = std::max(longest_win_, longest_win);
  longest_loss_ = std::min(longest_loss_, longest_loss);
}

void ClassTally::add(const ClassTally& other) {
  classes_ += other.classes_;
  wins_ += other.wins_;
  draws_ += other.draws_;
  longest_win_ = std::max(longest_win_, other.longest_win_);
  longest_loss_ = std::min(longest_loss_, other.longest_loss_);
}

ClassCounts ClassTally::counts() const {
  ClassCounts counts;
  counts.classes = classes_;
  counts.wins = wins_;
  counts.draws = draws_;
  counts.losses = classes_ - wins_ - draws_;
  counts.longest_win = wins_ ? to_outcome(longest_win_).distance : 0;
  counts.longest_loss = to_outcome(longest_loss_).distance;
  return counts;
}

}  // namespace mill::verifier
