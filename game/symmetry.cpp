#include "game/symmetry.h"

#include <algorithm>
#include <map>

namespace mill {
namespace {

constexpr int kMaxSteps = 1'000'000;  // of the search; boards that people play on take hundreds

Mask permute(Mask mask, const std::vector<int>& image) {
  Mask result = 0;
  for_each_bit(mask, [&](int point) { result |= bit(image[point]); });
  return result;
}

/// Depth-first search for automorphisms: points are assigned in order, and an assignment is
/// dropped as soon as an edge between assigned points, or the number of lines through two of them,
/// is not kept.
class AutomorphismSearch {
 public:
  AutomorphismSearch(const std::vector<Mask>& neighbours, const std::vector<Mask>& lines)
      : neighbours_(neighbours),
        sorted_lines_(lines),
        shared_lines_(neighbours.size(), std::vector<int>(neighbours.size())),
        image_(neighbours.size()) {
    std::sort(sorted_lines_.begin(), sorted_lines_.end());
    for (Mask line : lines)
      for_each_bit(line, [&](int one) {
        for_each_bit(line, [&](int other) { ++shared_lines_[one][other]; });
      });
  }

  /// Images of the points under each automorphism, in lexicographic order; false if the search was
  /// given up.
  bool run() { return extend(0, 0); }

  const std::vector<std::vector<int>>& found() const { return found_; }

 private:
  int points() const { return static_cast<int>(neighbours_.size()); }

  bool extend(int point, Mask used) {
    if (point == points()) {
      if (keeps_lines()) found_.push_back(image_);
      return found_.size() <= kMaxSymmetries;
    }
    for (int target = 0; target < points(); ++target) {
      if ((used & bit(target)) || !fits(point, target)) continue;
      image_[point] = target;
      if (++steps_ > kMaxSteps || !extend(point + 1, used | bit(target))) return false;
    }
    return true;
  }

  bool fits(int point, int target) const {
    if (count(neighbours_[point]) != count(neighbours_[target])) return false;
    if (shared_lines_[point][point] != shared_lines_[target][target]) return false;
    for (int other = 0; other < point; ++other) {
      const bool joined = neighbours_[point] & bit(other);
      const bool images_joined = neighbours_[target] & bit(image_[other]);
      if (joined != images_joined) return false;
      if (shared_lines_[point][other] != shared_lines_[target][image_[other]]) return false;
    }
    return true;
  }

  bool keeps_lines() const {
    return std::all_of(sorted_lines_.begin(), sorted_lines_.end(), [&](Mask line) {
      return std::binary_search(sorted_lines_.begin(), sorted_lines_.end(), permute(line, image_));
    });
  }

  const std::vector<Mask>& neighbours_;
  std::vector<Mask> sorted_lines_;
  std::vector<std::vector<int>> shared_lines_;  // lines through both of two points
  std::vector<int> image_;
  std::vector<std::vector<int>> found_;
  int steps_ = 0;
};

}  // namespace

Symmetry::Symmetry(const std::vector<int>& image) {
  for (std::size_t point = 0; point < image.size(); ++point)
    image_[point] = static_cast<std::uint8_t>(image[point]);
  // Each set has one point more than another that comes before it.
  for (std::size_t byte = 0; byte < 4; ++byte)
    for (Mask value = 1; value < 256; ++value) {
      const std::size_t point = 8 * byte + static_cast<std::size_t>(lowest(value));
      bytes_[byte][value] =
          bytes_[byte][value & (value - 1)] | (point < image.size() ? bit(image_[point]) : 0);
    }
}

Symmetry spread_over(Mask points) {
  std::vector<int> image;
  for_each_bit(points, [&](int point) { image.push_back(point); });
  return Symmetry(image);
}

Result<SymmetryGroup> find_symmetries(const std::vector<Mask>& neighbours,
                                      const std::vector<Mask>& lines) {
  AutomorphismSearch search(neighbours, lines);
  if (!search.run())
    return fail(ErrorCode::kInvalidArgument,
                "its symmetries cannot be listed: they are more than {}, or the search takes too "
                "long",
                kMaxSymmetries);
  const std::vector<std::vector<int>>& images = search.found();
  std::map<std::vector<int>, int> index;
  for (std::size_t g = 0; g < images.size(); ++g) index[images[g]] = static_cast<int>(g);

  SymmetryGroup group;
  for (const std::vector<int>& image : images) {
    group.elements.emplace_back(image);
    std::vector<int> inverse(image.size());
    for (std::size_t point = 0; point < image.size(); ++point)
      inverse[image[point]] = static_cast<int>(point);
    group.inverse.push_back(index.at(inverse));
  }
  return group;
}

}  // namespace mill
