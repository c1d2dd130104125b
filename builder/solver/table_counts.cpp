#include "builder/solver/table_counts.h"

#include <algorithm>

#include "builder/blocks/block_loop.h"
#include "builder/blocks/major_moves.h"

namespace mill {
namespace {

constexpr std::uint32_t kManyOutcomes = 512;  // for which histograms of their own pay

/// Ranks of a block that count for their classes (Numbering::is_canonical), for a block whose major
/// stones have symmetries.
std::vector<bool> canonical_ranks(const BlockGeometry& geometry, std::uint32_t block) {
  std::vector<bool> canonical(geometry.size(), true);
  if (geometry.numbering().marked().k() > 0) {
    const std::uint64_t first = std::uint64_t{block} * geometry.size();
    for (std::uint32_t rank = 0; rank < geometry.size(); ++rank)
      canonical[rank] = geometry.numbering().is_canonical(first + rank);
    return canonical;
  }
  const PackedIndex free(geometry.free_points(block));
  for (int g : geometry.major().stabilizer(block)) {
    if (g == 0) continue;  // the identity
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

void add_block(const BlockGeometry& geometry, std::uint32_t block, const OutcomeByte* outcomes,
               OutcomeHistogram& histogram) {
  const std::uint32_t size = geometry.size();
  if (geometry.major().has_symmetry(block)) {
    const std::vector<bool> canonical = canonical_ranks(geometry, block);
    for (std::uint32_t rank = 0; rank < size; ++rank) histogram[outcomes[rank]] += canonical[rank];
    return;
  }
  if (size < kManyOutcomes) {
    for (std::uint32_t rank = 0; rank < size; ++rank) ++histogram[outcomes[rank]];
    return;
  }
  // Neighbours often have the same outcome byte: four histograms in turn keep their additions
  // apart.
  std::array<std::array<std::uint32_t, 256>, 4> parts{};
  const std::uint32_t in_turns = size / 4 * 4;
  for (std::uint32_t rank = 0; rank < in_turns; rank += 4)
    for (std::uint32_t part = 0; part < 4; ++part) ++parts[part][outcomes[rank + part]];
  for (std::uint32_t rank = in_turns; rank < size; ++rank) ++parts[0][outcomes[rank]];
  for (std::size_t byte = 0; byte < 256; ++byte)
    histogram[byte] +=
        std::uint64_t{parts[0][byte]} + parts[1][byte] + parts[2][byte] + parts[3][byte];
}

ClassCounts counts_of(const OutcomeHistogram& histogram, std::uint64_t slots) {
  ClassCounts counts;
  counts.slots = slots;
  for (int byte = 0; byte < 256; ++byte) {
    const std::uint64_t positions = histogram[byte];
    if (!positions) continue;
    const Outcome outcome = to_outcome(static_cast<OutcomeByte>(byte));
    counts.classes += positions;
    if (outcome.value == Value::kDraw) {
      counts.draws += positions;
    } else if (outcome.value == Value::kWin) {
      counts.wins += positions;
      if (!is_long(static_cast<OutcomeByte>(byte)))
        counts.longest_win = std::max(counts.longest_win, outcome.distance);
    } else {
      counts.losses += positions;
      if (!is_long(static_cast<OutcomeByte>(byte)))
        counts.longest_loss = std::max(counts.longest_loss, outcome.distance);
    }
  }
  return counts;
}

ClassCounts count_classes(const OutcomeTable& outcomes) {
  oneapi::tbb::enumerable_thread_specific<OutcomeHistogram> histograms{OutcomeHistogram{}};
  const BlockGeometry& geometry = outcomes.geometry();
  const BlockRange held = outcomes.held();
  for_each_range(held.count(), kBlocksPerTask, [&](std::uint32_t begin, std::uint32_t end) {
    OutcomeHistogram& histogram = histograms.local();
    for (std::uint32_t index = begin; index < end; ++index)
      add_block(geometry, held.begin + index, outcomes.block(held.begin + index), histogram);
  });
  OutcomeHistogram total{};
  for (const OutcomeHistogram& histogram : histograms)
    for (std::size_t byte = 0; byte < total.size(); ++byte) total[byte] += histogram[byte];
  ClassCounts counts = counts_of(total, std::uint64_t{held.count()} * geometry.size());
  for (const LongDistance& entry : outcomes.longs().entries()) {
    int& longest = entry.distance % 2 == 0 ? counts.longest_loss : counts.longest_win;
    longest = std::max(longest, entry.distance);
  }
  return counts;
}

}  // namespace mill
