#include "builder/verifier/major_places.h"

#include <algorithm>

namespace mill::verifier {

template <typename Worth>
MajorPlaces<Worth>::MajorPlaces(const Successors<Worth>& successors, const Numbering& numbering)
    : variant_(successors.variant),
      memory_(successors.memory),
      numbering_(numbering),
      next_(*successors.placed().numbering),
      subsets_here_(numbering.minor()),
      subsets_(next_.minor()),
      steps_(subsets_here_, subsets_),
      quiet_(successors.placed().worths, subsets_.size()),
      after_taking_([this](std::uint32_t block, Worth* out) { taken_->make_block(block, out); },
                    subsets_.size()) {
  if (successors.subspace.opponent > 0)
    taken_.emplace(variant_, next_, subsets_,
                   successors.find(after_taking(after_placing(successors.subspace).mirror())));
}

template <typename Worth>
Result<void> MajorPlaces<Worth>::prepare(Preparation preparation) {
  if (preparation == Preparation::kOnDemand || !taken_) return {};
  return after_taking_.make_all(next_.blocks(), memory_);
}

template <typename Worth>
const BlockWorths<Worth>& MajorPlaces<Worth>::worths_after(Mask stones, int placed) const {
  return taken_ && variant_.board->closes_mill(stones, placed) ? after_taking_ : quiet_;
}

template <typename Worth>
void MajorPlaces<Worth>::recompute(std::uint32_t block, Worth* out) const {
  const Board& board = *variant_.board;
  const Mask stones = numbering_.major().representative(block);
  const FreePoints free(board, stones);
  RankMap scratch = steps_.scratch();
  std::vector<Worth> buffer;
  std::fill_n(out, numbering_.block_size(), Worth{0});
  for (int index = 0; index < free.count; ++index) {
    const Mask after = stones | bit(free.points[index]);
    const MajorIndex::Entry entry = next_.major().find(after);
    const BlockWorths<Worth>& worths = worths_after(after, free.points[index]);
    worths.prefetch(entry.block);
    const Mask next_free = board.all() & ~next_.major().representative(entry.block);
    steps_.raise(index, free.image(board.symmetries.elements[entry.symmetry], next_free), scratch,
                 worths.get(entry.block, buffer), out);
  }
  for (std::uint32_t rank = 0; rank < numbering_.block_size(); ++rank)
    out[rank] = worth_before(out[rank]);
}

template class MajorPlaces<OutcomeByte>;
template class MajorPlaces<GradeWorth>;

}  // namespace mill::verifier
