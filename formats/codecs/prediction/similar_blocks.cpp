#include "formats/codecs/prediction/similar_blocks.h"

#include <algorithm>
#include <bit>

#include "base/little_endian.h"
#include "game/numbering.h"

namespace mill {
namespace {

/// Only so many blocks are looked at for similar ones.
constexpr std::size_t kBlocksLookedAt = 16;

/// The next larger number with as many bits set, as a number of 64 bits; `mask` is not 0.
std::uint64_t next_subset(std::uint64_t mask) {
  const std::uint64_t carried = mask + (mask & -mask);
  return carried | ((mask ^ carried) >> 2) >> std::countr_zero(mask);
}

/// The configuration of as many stones that follows on `major` among those of lowest rank in their
/// classes; 0 if it is the last.
Mask next_representative(const Board& board, Mask major) {
  if (major == 0) return 0;
  const auto& symmetries = board.symmetries.elements;
  // With points counted from the last, of two subsets that has the lower rank which does without
  // the first point in which they differ.
  const auto ranks_below = [](Mask left, Mask right) {
    return (right & bit(lowest(left ^ right))) != 0;
  };
  const auto is_lowest = [&](Mask mask) {
    return std::none_of(symmetries.begin() + 1, symmetries.end(), [&](const Symmetry& symmetry) {
      const Mask image = symmetry(mask);
      return image != mask && ranks_below(image, mask);
    });
  };
  const int points = board.points();
  std::uint64_t next = next_subset(reversed(major, points));
  for (; next <= board.all(); next = next_subset(next)) {
    const Mask mask = reversed(static_cast<Mask>(next), points);
    if (is_lowest(mask)) return mask;
  }
  return 0;
}

}  // namespace

std::vector<Mask> first_majors_of(const SlotLayout& layout, const Variant& variant) {
  const MajorIndex majors(variant.board, std::max(layout.subspace.own, layout.subspace.opponent));
  const std::uint64_t unit = numbering_block_size(*variant.board, layout.subspace);
  std::vector<Mask> first(layout.block_count);
  for (std::uint32_t block = 0; block < layout.block_count; ++block)
    first[block] = majors.representative(
        static_cast<std::uint32_t>(std::uint64_t{block} * layout.block_slots / unit));
  return first;
}

std::vector<std::uint8_t> first_major_bytes(Mask major) {
  std::vector<std::uint8_t> bytes(kFirstMajorSize);
  store_little_endian(bytes.data(), major);
  return bytes;
}

std::optional<Mask> read_first_major(std::span<const std::uint8_t> block, const Board& board,
                                     int stones) {
  if (block.size() < kFirstMajorSize) return std::nullopt;
  const auto major = load_little_endian<Mask>(block.data());
  if ((major & ~board.all()) != 0 || count(major) != stones) return std::nullopt;
  return major;
}

std::array<std::size_t, 2> most_similar(Mask major, std::span<const Mask> blocks) {
  std::array<std::size_t, 2> best = {blocks.size(), blocks.size()};
  std::array<int, 2> distance = {64, 64};
  const std::size_t first = blocks.size() - std::min(blocks.size(), kBlocksLookedAt);
  for (std::size_t i = blocks.size(); i-- > first;) {
    const int d = count(blocks[i] ^ major);
    if (d < distance[0]) {
      best = {i, best[0]};
      distance = {d, distance[0]};
    } else if (d < distance[1]) {
      best[1] = i;
      distance[1] = d;
    }
  }
  return best;
}

std::array<std::size_t, 2> most_similar(Mask major, std::span<const NumberingBlock> blocks) {
  std::vector<Mask> majors;
  majors.reserve(blocks.size());
  for (const NumberingBlock& block : blocks) majors.push_back(block.major);
  return most_similar(major, majors);
}

Symmetry free_point_map(Mask all, Mask from_major, Mask to_major) {
  const Mask from_free = all & ~from_major, to_free = all & ~to_major;
  Mask only_there = to_free & ~from_free;
  std::vector<int> image(32);
  for (int point = 0; point < 32; ++point) image[point] = point;
  int index = 0;
  for_each_bit(from_free, [&](int point) {
    Mask target = bit(point);
    if ((target & to_free) == 0) {
      target = only_there & -only_there;
      only_there ^= target;
    }
    image[index++] = lowest(compress(target, to_free));
  });
  return Symmetry(image);
}

bool keeps_points(const Symmetry& map, int points) {
  for (int point = 0; point < points; ++point)
    if (map(point) != point) return false;
  return true;
}

std::optional<std::vector<Mask>> successive_majors(const Board& board, Mask first,
                                                   std::size_t count) {
  std::vector<Mask> majors;
  majors.reserve(count);
  for (Mask major = first; majors.size() < count; major = next_representative(board, major)) {
    if (major == 0 && !majors.empty()) return std::nullopt;
    majors.push_back(major);
  }
  return majors;
}

}  // namespace mill
