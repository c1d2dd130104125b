#include "builder/verifier/major_places.h"

#include <algorithm>

namespace mill::verifier {

MajorPlaces::MajorPlaces(const SuccessorTables& successors, const Numbering& numbering)
    : variant_(successors.variant),
      numbering_(numbering),
      next_(successors.placed().numbering()),
      subsets_(next_.minor()),
      halves_(numbering.minor()),
      quiet_outcomes_(successors.placed().outcomes(), subsets_.size()),
      taken_outcomes_(
          [this](std::uint32_t block, OutcomeByte* out) { taken_->make_block(block, out); },
          subsets_.size()) {
  if (successors.subspace.opponent > 0)
    taken_.emplace(variant_, next_, subsets_,
                   successors.find(after_taking(after_placing(successors.subspace).mirror())));
}

Result<void> MajorPlaces::prepare(Preparation preparation) {
  if (preparation == Preparation::kOnDemand || !taken_) return {};
  return taken_outcomes_.make_all(next_.blocks());
}

const BlockOutcomes& MajorPlaces::outcomes_after(Mask stones, int placed) const {
  return taken_ && variant_.board->closes_mill(stones, placed) ? taken_outcomes_ : quiet_outcomes_;
}

void MajorPlaces::recompute(std::uint32_t block, OutcomeByte* out) const {
  const Board& board = *variant_.board;
  const Mask stones = numbering_.major().representative(block);
  const FreePoints free(board, stones);
  RankMap map(numbering_.minor(), next_.minor());
  std::vector<OutcomeByte> buffer;
  std::fill_n(out, numbering_.block_size(), OutcomeByte{0});
  for (int index = 0; index < free.count; ++index) {
    const Mask after = stones | bit(free.points[index]);
    const MajorIndex::Entry entry = next_.major().find(after);
    const BlockOutcomes& outcomes = outcomes_after(after, free.points[index]);
    outcomes.prefetch(entry.block);
    const Mask next_free = board.all() & ~next_.major().representative(entry.block);
    map.set(free.image(board.symmetries.elements[entry.symmetry], next_free));
    halves_.raise(index, map, outcomes.get(entry.block, buffer), out);
  }
  for (std::uint32_t rank = 0; rank < numbering_.block_size(); ++rank)
    out[rank] = byte_before(out[rank]);
}

}  // namespace mill::verifier
