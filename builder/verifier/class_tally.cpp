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
    if (element == 0) continue;  // the identity
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

void ClassTally::add_outcomes(std::span<const OutcomeByte> outcomes) {
  const std::size_t in_turns = outcomes.size() / kCounters * kCounters;
  for (std::size_t i = 0; i < in_turns; i += kCounters)
    for (std::size_t j = 0; j < kCounters; ++j) ++counters_[j][outcomes[i + j]];
  for (const OutcomeByte byte : outcomes.subspan(in_turns)) ++counters_[0][byte];
}

void ClassTally::add(const ClassTally& other) {
  for (std::size_t j = 0; j < kCounters; ++j)
    for (std::size_t byte = 0; byte < kOutcomeBytes; ++byte)
      counters_[j][byte] += other.counters_[j][byte];
}

ClassCounts ClassTally::counts() const {
  ClassCounts counts;
  for (std::size_t byte = 0; byte < kOutcomeBytes; ++byte) {
    std::uint64_t classes = 0;
    for (const Counters& counters : counters_) classes += counters[byte];
    if (classes == 0) continue;
    counts.classes += classes;
    const Outcome outcome = to_outcome(static_cast<OutcomeByte>(byte));
    switch (outcome.value) {
      case Value::kWin:
        counts.wins += classes;
        counts.longest_win = std::max(counts.longest_win, outcome.distance);
        break;
      case Value::kDraw:
        counts.draws += classes;
        break;
      case Value::kLoss:
        counts.losses += classes;
        counts.longest_loss = std::max(counts.longest_loss, outcome.distance);
        break;
    }
  }
  return counts;
}

}  // namespace mill::verifier
