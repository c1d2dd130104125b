#include "game/numbering.h"

#include <algorithm>
#include <bit>

#include "base/machine.h"

namespace mill {
namespace {

#if defined(__x86_64__) && defined(__GNUC__)
const bool kPextIsQuick = has_quick_pext();

/// Not inline, so that a processor that does not need it saves no registers for it.
[[gnu::noinline]] Mask compress_by_table(Mask value, Mask keep) { return compress(value, keep); }

/// compress() with the instruction where there is one. As assembly, since the compiler would put a
/// function for other processors out of line, which costs more than it saves.
Mask compress_quickly(Mask value, Mask keep) {
  if (!kPextIsQuick) [[unlikely]]
    return compress_by_table(value, keep);
  Mask result;
  asm("pext %2, %1, %0" : "=r"(result) : "r"(value), "r"(keep));
  return result;
}
#else
Mask compress_quickly(Mask value, Mask keep) { return compress(value, keep); }
#endif

}  // namespace

MajorIndex::MajorIndex(std::shared_ptr<const Board> board, int stones)
    : board_(std::move(board)),
      ranks_(board_->points(), stones, PointOrder::kFromLast),
      symmetries_(board_->symmetries.elements.data()),
      all_points_(board_->all()),
      symmetry_bits_(std::bit_width(static_cast<unsigned>(board_->symmetries.size() - 1))),
      symmetry_mask_(low_bits(symmetry_bits_)),
      entries_(ranks_.size(), UINT32_MAX) {
  const SymmetryGroup& group = board_->symmetries;
  std::uint32_t rank = 0;
  ranks_.for_each([&](Mask configuration) {
    if (entries_[rank++] != UINT32_MAX) return;
    const auto block = static_cast<std::uint32_t>(representatives_.size());
    representatives_.push_back(configuration);
    bool symmetric = false;
    for (int g = 0; g < group.size(); ++g) {
      const Mask image = group.elements[g](configuration);
      symmetric |= g > 0 && image == configuration;
      std::uint32_t& entry = entries_[ranks_.rank(image)];
      if (entry == UINT32_MAX)
        entry = block << symmetry_bits_ | static_cast<std::uint32_t>(group.inverse[g]);
    }
    symmetric_.push_back(symmetric);
  });
}

std::vector<int> MajorIndex::stabilizer(std::uint32_t block) const {
  std::vector<int> result;
  const Mask stones = representatives_[block];
  for (int g = 0; g < board_->symmetries.size(); ++g)
    if (board_->symmetries.elements[g](stones) == stones) result.push_back(g);
  return result;
}

Numbering::Numbering(std::shared_ptr<const MajorIndex> major, int minor_stones, int marked_points)
    : major_(std::move(major)),
      minor_(major_->board().points() - major_->stones(), minor_stones),
      block_size_(static_cast<std::uint32_t>(minor_.size() *
                                             binomial(minor_.n() - minor_stones, marked_points))),
      marked_(marked_points > 0 ? minor_.n() - minor_stones : 0, marked_points) {}

Numbering Numbering::make(const Variant& variant, const Subspace& subspace) {
  const auto [fewer, more] = std::minmax(subspace.own, subspace.opponent);
  return {std::make_shared<const MajorIndex>(variant.board, more), fewer, subspace.marked};
}

std::uint64_t Numbering::slot(Mask major_stones, Mask minor_stones) const {
  const MajorIndex::Entry entry = major_->find(major_stones);
  const Symmetry& symmetry = major_->symmetry(entry.symmetry);
  // The image of the major stones is the representative; to compute it is quicker than to load it.
  const Mask free = major_->all_points() & ~symmetry(major_stones);
  const Mask minor = compress_quickly(symmetry(minor_stones), free);
  return std::uint64_t{entry.block} * block_size() + minor_.rank(minor);
}

void Numbering::slots(std::span<const Mask> major_stones, Mask minor_stones,
                      std::span<std::uint64_t> slots) const {
  constexpr std::size_t kAhead = 32;  // entries that the memory is asked for
  MILLSTONE_CHECK(major_stones.size() == slots.size());
  std::vector<Mask> images;
  for (const Symmetry& symmetry : major_->board().symmetries.elements)
    images.push_back(symmetry(minor_stones));
  for (std::size_t i = 0; i < slots.size(); ++i) {
    major_->prefetch(major_stones[std::min(i + kAhead, slots.size() - 1)]);
    const MajorIndex::Entry entry = major_->find(major_stones[i]);
    const Mask image = images[static_cast<std::size_t>(entry.symmetry)];
    const Mask minor = compress_quickly(image, free_points(entry.block));
    slots[i] = std::uint64_t{entry.block} * block_size() + minor_.rank(minor);
  }
}

std::uint32_t Numbering::rank(const Stones& stones) const {
  const Mask free = major_->all_points() & ~stones.major;
  const std::uint32_t minor = minor_.rank(compress(stones.minor, free));
  return minor * marked_.size() + marked_.rank(compress(stones.marked, free & ~stones.minor));
}

std::uint64_t Numbering::slot(const Stones& stones) const {
  const MajorIndex::Entry entry = major_->find(stones.major);
  const Symmetry& symmetry = major_->symmetry(entry.symmetry);
  const Stones image{symmetry(stones.major), symmetry(stones.minor), symmetry(stones.marked)};
  return std::uint64_t{entry.block} * block_size() + rank(image);
}

Numbering::Stones Numbering::stones(std::uint64_t slot) const {
  const auto block = static_cast<std::uint32_t>(slot / block_size());
  const auto rank = static_cast<std::uint32_t>(slot % block_size());
  const Mask free = free_points(block);
  Stones stones{major_->representative(block), expand(minor_.unrank(rank / marked_.size()), free)};
  stones.marked = expand(marked_.unrank(rank % marked_.size()), free & ~stones.minor);
  return stones;
}

Position Numbering::position(const Subspace& subspace, std::uint64_t slot) const {
  const Stones placed = stones(slot);
  Position position;
  const bool own_is_major = subspace.own_is_major();
  position.own = own_is_major ? placed.major : placed.minor;
  position.opponent = own_is_major ? placed.minor : placed.major;
  return with_counts(subspace, position, placed.marked);
}

std::uint64_t Numbering::canonical_slot(std::uint64_t slot) const {
  const auto block = static_cast<std::uint32_t>(slot / block_size());
  if (!major_->has_symmetry(block)) return slot;
  auto lowest = static_cast<std::uint32_t>(slot % block_size());
  const Stones placed = stones(slot);
  for (int g : major_->stabilizer(block)) {
    const Symmetry& symmetry = major_->board().symmetries.elements[g];
    const Stones image{placed.major, symmetry(placed.minor), symmetry(placed.marked)};
    lowest = std::min(lowest, rank(image));
  }
  return std::uint64_t{block} * block_size() + lowest;
}

std::uint32_t numbering_block_size(const Board& board, const Subspace& subspace) {
  const auto [fewer, more] = std::minmax(subspace.own, subspace.opponent);
  const int free = board.points() - more;
  return static_cast<std::uint32_t>(binomial(free, fewer) *
                                    binomial(free - fewer, subspace.marked));
}

std::uint64_t slot_count(const Board& board, const Subspace& subspace) {
  const int major = std::max(subspace.own, subspace.opponent);
  return class_count(board, {major, 0, 0, 0}) * numbering_block_size(board, subspace);
}

}  // namespace mill
