#include "formats/malom/sector_index.h"

#include <array>
#include <string_view>

#include "base/error.h"

namespace mill {
namespace {

constexpr int kRing = 8;        // points of a ring
constexpr int kNumberBits = 4;  // of a symmetry's number
constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

// The points by their bits.
constexpr std::array<std::string_view, MalomPoints::kPoints> kNames = {
    "a4", "a7", "d7", "g7", "g4", "g1", "d1", "a1",   // outer ring
    "b4", "b6", "d6", "f6", "f4", "f2", "d2", "b2",   // middle
    "c4", "c5", "d5", "e5", "e4", "e3", "d3", "c3"};  // inner

std::vector<int> images_to_malom(const Board& board) {
  MILLSTONE_CHECK(board.points() == MalomPoints::kPoints);
  std::vector<int> image(kNames.size());
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const int point = board.find_point(kNames[i]);
    MILLSTONE_CHECK(point >= 0);
    image[static_cast<std::size_t>(point)] = static_cast<int>(i);
  }
  return image;
}

std::vector<int> inverse_of(const std::vector<int>& image) {
  std::vector<int> inverse(image.size());
  for (std::size_t i = 0; i < image.size(); ++i)
    inverse[static_cast<std::size_t>(image[i])] = static_cast<int>(i);
  return inverse;
}

/// A point of a ring goes to `sign` times its place plus `shift`; the outer and the inner ring may
/// be exchanged.
Symmetry ring_symmetry(int sign, int shift, bool swap_rings) {
  std::vector<int> image(kNames.size());
  for (int point = 0; point < MalomPoints::kPoints; ++point) {
    const int ring = swap_rings ? 2 - point / kRing : point / kRing;
    const int place = (sign * (point % kRing) + shift + kRing) % kRing;
    image[static_cast<std::size_t>(point)] = kRing * ring + place;
  }
  return Symmetry(image);
}

std::vector<Symmetry> numbered_symmetries() {
  // Rotations by 90, 180 and 270 degrees, then the reflections that exchange a4 and g4, d7 and d1,
  // a4 and d7, a4 and d1.
  constexpr std::array<std::pair<int, int>, 7> kSignsAndShifts = {
      {{1, 2}, {1, 4}, {1, 6}, {-1, 4}, {-1, 0}, {-1, 2}, {-1, 6}}};
  std::vector<Symmetry> symmetries;
  symmetries.reserve(2 * kSignsAndShifts.size() + 2);
  for (const auto& [sign, shift] : kSignsAndShifts)
    symmetries.push_back(ring_symmetry(sign, shift, false));
  symmetries.push_back(ring_symmetry(1, 0, true));
  for (const auto& [sign, shift] : kSignsAndShifts)
    symmetries.push_back(ring_symmetry(sign, shift, true));
  symmetries.push_back(ring_symmetry(1, 0, false));
  return symmetries;
}

}  // namespace

MalomPoints::MalomPoints(const Board& board)
    : to_malom_(images_to_malom(board)),
      from_malom_(inverse_of(images_to_malom(board))),
      symmetries_(numbered_symmetries()) {}

std::uint32_t sector_size(const Board& board, const Subspace& sector) {
  const std::uint64_t orbits = class_count(board, {sector.own, 0});
  return static_cast<std::uint32_t>(orbits *
                                    binomial(MalomPoints::kPoints - sector.own, sector.opponent));
}

SectorIndex::SectorIndex(const MalomPoints& points, int own, int opponent)
    : points_(points),
      own_(MalomPoints::kPoints, own),
      opponent_(MalomPoints::kPoints - own, opponent),
      entries_(own_.size(), kUnknown) {
  const std::vector<Symmetry>& symmetries = points.symmetries();
  const std::size_t identity = symmetries.size() - 1;
  own_.for_each([&](Mask stones) {
    if (entries_[own_.rank(stones)] != kUnknown) return;
    // The least of its orbit, since masks come in ascending order.
    const auto orbit = static_cast<std::uint32_t>(orbits_.size());
    orbits_.push_back(stones);
    entries_[own_.rank(stones)] = orbit << kNumberBits | static_cast<std::uint32_t>(identity);
    for (const Symmetry& there : symmetries) {
      const Mask image = there(stones);
      std::uint32_t& entry = entries_[own_.rank(image)];
      for (std::size_t back = 0; entry == kUnknown && back < symmetries.size(); ++back)
        if (symmetries[back](image) == stones)
          entry = orbit << kNumberBits | static_cast<std::uint32_t>(back);
    }
  });
}

std::uint32_t SectorIndex::index(const SectorStones& stones) const {
  const std::uint32_t entry = entries_[own_.rank(stones.own)];
  const Symmetry& symmetry = points_.symmetries()[entry & low_bits(kNumberBits)];
  const std::uint32_t orbit = entry >> kNumberBits;
  const Mask free = low_bits(MalomPoints::kPoints) & ~orbits_[orbit];
  return orbit * opponent_.size() + opponent_.rank(compress(symmetry(stones.opponent), free));
}

SectorStones SectorIndex::stones(std::uint32_t index) const {
  const Mask own = orbits_[index / opponent_.size()];
  const Mask free = low_bits(MalomPoints::kPoints) & ~own;
  return {own, expand(opponent_.unrank(index % opponent_.size()), free)};
}

std::vector<int> SectorIndex::stabilizer(std::uint32_t orbit) const {
  const std::vector<Symmetry>& symmetries = points_.symmetries();
  std::vector<int> numbers;
  for (std::size_t number = 0; number < symmetries.size(); ++number)
    if (symmetries[number](orbits_[orbit]) == orbits_[orbit])
      numbers.push_back(static_cast<int>(number));
  return numbers;
}

int SectorIndex::holder(const std::vector<int>& stabilizer, Mask opponent) const {
  int best = kItself;
  Mask least = opponent;
  for (const int number : stabilizer)
    if (const Mask image = points_.symmetries()[static_cast<std::size_t>(number)](opponent);
        image < least) {
      least = image;
      best = number;
    }
  return best;
}

}  // namespace mill
