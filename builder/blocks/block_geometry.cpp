#include "builder/blocks/block_geometry.h"

#include <algorithm>

namespace mill {
namespace {

std::vector<Mask> masks_by_rank(const Numbering& numbering) {
  std::vector<Mask> masks = numbering.minor().all();
  const std::uint32_t rankings = numbering.marked().size();
  if (rankings == 1) return masks;
  std::vector<Mask> repeated;
  repeated.reserve(numbering.block_size());
  for (const Mask mask : masks) repeated.insert(repeated.end(), rankings, mask);
  return repeated;
}

}  // namespace

BlockGeometry::BlockGeometry(Numbering numbering)
    : numbering_(std::move(numbering)),
      groups_((numbering_.block_size() + kGroupSize - 1) / kGroupSize),
      masks_(masks_by_rank(numbering_)),
      has_(std::size_t(minor().n()) * groups_),
      all_(groups_, ~std::uint64_t{0}) {
  masks_.resize(stride());
  if (const std::uint32_t rest = size() % kGroupSize) all_.back() = (std::uint64_t{1} << rest) - 1;
  if (free_count() <= 16) short_masks_.assign(masks_.begin(), masks_.end());
  for (std::uint32_t rank = 0; rank < size(); ++rank)
    for_each_bit(masks_[rank], [&](int index) {
      has_[std::size_t(index) * groups_ + rank / kGroupSize] |= std::uint64_t{1}
                                                                << rank % kGroupSize;
    });
}

PackedIndex::PackedIndex(Mask free_points) : points_(free_points) {
  std::fill(std::begin(of), std::end(of), std::int8_t{-1});
  for_each_bit(free_points, [&](int p) {
    of[p] = static_cast<std::int8_t>(count);
    point[count++] = static_cast<std::uint8_t>(p);
  });
}

}  // namespace mill
