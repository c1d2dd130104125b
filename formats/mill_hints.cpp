#include "formats/mill_hints.h"

#include <algorithm>
#include <array>

#include "game/error.h"

namespace millstone {
namespace {

/// Slots that are looked at together: a fixed number, so that compilers make vector code of it.
constexpr std::size_t kBatch = 128;

/// The next larger number with as many bits set; `mask` is not 0.
Mask next_subset(Mask mask) {
  const Mask lowest_bit = mask & -mask;
  const Mask ripple = mask + lowest_bit;
  return ripple | (((ripple ^ mask) >> 2) / lowest_bit);
}

/// Configurations that no symmetry maps to one of lower rank, in the order of their ranks. Subsets
/// of equal size have the order of their masks as numbers.
std::vector<Mask> find_representatives(const Board& board, int stones) {
  std::vector<Mask> representatives;
  if (stones == 0) return {0};
  const auto& symmetries = board.symmetries.elements;
  const Mask last = low_bits(stones) << (board.points() - stones);
  for (Mask mask = low_bits(stones);; mask = next_subset(mask)) {
    const bool lowest = std::none_of(symmetries.begin() + 1, symmetries.end(),
                                     [&](const Symmetry& g) { return g(mask) < mask; });
    if (lowest) representatives.push_back(mask);
    if (mask == last) return representatives;
  }
}

}  // namespace

MillHints::MillHints(std::shared_ptr<const Board> board, int major_stones, const SubsetRank& minor)
    : board_(std::move(board)),
      representatives_(find_representatives(*board_, major_stones)),
      minor_(minor.all()) {
  minor_.resize((minor_.size() + kBatch - 1) / kBatch * kBatch);
}

std::vector<MillHints::Closing> MillHints::minor_closings(Mask major) const {
  const Mask free = board_->all() & ~major;
  std::vector<Closing> closings;
  for (Mask line : board_->lines) {
    if (line & major) continue;
    for_each_bit(line, [&](int gap) {
      const Mask helpers = board_->neighbours[gap] & ~line & free;
      if (helpers)
        closings.push_back(
            {compress(line, free), compress(line & ~bit(gap), free), compress(helpers, free)});
    });
  }
  return closings;
}

Mask MillHints::major_closings(Mask major) const {
  const Mask free = board_->all() & ~major;
  Mask gaps = 0;
  for (Mask line : board_->lines) {
    const Mask gap = line & free;
    if (count(gap) == 1 && (board_->neighbours[lowest(gap)] & ~line & major)) gaps |= gap;
  }
  return compress(gaps, free);
}

void MillHints::find(std::uint32_t block, std::span<std::uint8_t> hints) const {
  MILLSTONE_CHECK(block < representatives_.size() && hints.size() <= minor_.size());
  const std::vector<Closing> closings = minor_closings(representatives_[block]);
  const Mask gaps = major_closings(representatives_[block]);
  std::array<Mask, kBatch> found;
  for (std::size_t first = 0; first < hints.size(); first += kBatch) {
    const Mask* const minor = minor_.data() + first;
    for (std::size_t i = 0; i < kBatch; ++i) found[i] = (gaps & ~minor[i]) != 0 ? kMajorCloses : 0;
    for (const Closing& closing : closings)
      for (std::size_t i = 0; i < kBatch; ++i) {
        const Mask missing = (minor[i] & closing.line_and_gap) ^ closing.line;
        found[i] |= Mask{missing == 0} & Mask{(minor[i] & closing.helpers) != 0};
      }
    const std::size_t batch = std::min(kBatch, hints.size() - first);
    for (std::size_t i = 0; i < batch; ++i) hints[first + i] = static_cast<std::uint8_t>(found[i]);
  }
}

}  // namespace millstone
