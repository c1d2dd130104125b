#include "builder/solver/table_counts.h"

#include <algorithm>

#include "builder/solver/major_moves.h"

namespace millstone {
namespace {

/// Ranks of a block that count for their classes (Numbering::is_canonical), for a block whose major
/// stones have symmetries.
std::vector<bool> canonical_ranks(const BlockGeometry& geometry, std::uint32_t block) {
  std::vector<bool> canonical(geometry.size(), true);
  const PackedIndex free(geometry.free_points(block));
  for (int g : geometry.major().stabilizer(block)) {
    const PackedMap map = make_packed_map(free, geometry.board().symmetries.elements[g], free);
    for (std::uint32_t rank = 0; rank < geometry.size(); ++rank) {
      Mask image = 0;
      for_each_bit(geometry.masks()[rank], [&](int index) { image |= bit(map.image[index]); });
      if (geometry.minor().rank(image) < rank) canonical[rank] = false;
    }
  }
  return canonical;
}

}  // namespace

void add_block(const BlockGeometry& geometry, std::uint32_t block, const Key* keys,
               KeyHistogram& histogram) {
  const std::uint32_t size = geometry.size();
  if (geometry.major().has_symmetry(block)) {
    const std::vector<bool> canonical = canonical_ranks(geometry, block);
    for (std::uint32_t rank = 0; rank < size; ++rank) histogram[keys[rank]] += canonical[rank];
    return;
  }
  // Neighbours often have the same key: four histograms in turn keep their additions apart.
  std::array<std::array<std::uint32_t, 256>, 4> parts{};
  for (std::uint32_t rank = 0; rank < size; ++rank) ++parts[rank % 4][keys[rank]];
  for (std::size_t key = 0; key < 256; ++key)
    histogram[key] += std::uint64_t{parts[0][key]} + parts[1][key] + parts[2][key] + parts[3][key];
}

ClassCounts counts_of(const KeyHistogram& histogram, std::uint64_t slots) {
  ClassCounts counts;
  counts.slots = slots;
  for (int key = 0; key < 256; ++key) {
    const std::uint64_t positions = histogram[key];
    if (!positions) continue;
    const Outcome outcome = to_outcome(static_cast<Key>(key));
    counts.classes += positions;
    if (outcome.value == Value::kDraw) {
      counts.draws += positions;
    } else if (outcome.value == Value::kWin) {
      counts.wins += positions;
      if (!is_long(static_cast<Key>(key)))
        counts.longest_win = std::max(counts.longest_win, outcome.distance);
    } else {
      counts.losses += positions;
      if (!is_long(static_cast<Key>(key)))
        counts.longest_loss = std::max(counts.longest_loss, outcome.distance);
    }
  }
  return counts;
}

ClassCounts count_classes(const KeyTable& keys, ScratchPool& scratch) {
  oneapi::tbb::enumerable_thread_specific<KeyHistogram> histograms{KeyHistogram{}};
  const BlockGeometry& geometry = keys.geometry();
  for_each_block(geometry.blocks(), scratch, [&](std::uint32_t block, Scratch&) {
    add_block(geometry, block, keys.block(block), histograms.local());
  });
  KeyHistogram total{};
  for (const KeyHistogram& histogram : histograms)
    for (std::size_t key = 0; key < total.size(); ++key) total[key] += histogram[key];
  ClassCounts counts = counts_of(total, geometry.numbering().slots());
  for (const LongDistance& entry : keys.longs().entries()) {
    int& longest = entry.distance % 2 == 0 ? counts.longest_loss : counts.longest_win;
    longest = std::max(longest, entry.distance);
  }
  return counts;
}

}  // namespace millstone
