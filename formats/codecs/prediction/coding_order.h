#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "formats/codecs/prediction/slot_slices.h"
#include "game/board.h"
#include "game/subset_rank.h"
#include "game/subspace.h"

namespace mill {

/// The order in which the context codec takes the slots of a numbering block, and for each slot
/// those that it is predicted from: the same minor stones, but one of them on a lower free point.
/// It follows from the numbers of free points and of minor stones alone. Immutable; any thread.
///
/// Slots are taken by the sum of the points that hold minor stones. A neighbour has a lower sum: it
/// has been coded before, and slots of one sum do not depend on each other, which keeps a processor
/// busy.
class CodingOrder {
 public:
  static constexpr std::size_t kNeighbours = 17;
  static constexpr std::uint32_t kMostSlots = 65535;

  /// One slot at its turn. A neighbour that does not exist is size().
  struct Step {
    std::array<std::uint16_t, kNeighbours> neighbours;
    std::uint16_t slot;
  };

  /// @param minor  with at most kMostSlots subsets
  explicit CodingOrder(SubsetRank minor);

  std::uint32_t size() const { return ranks_.size(); }
  const SubsetRank& ranks() const { return ranks_; }
  const std::vector<Mask>& subsets() const { return subsets_; }  ///< minor stones of each slot
  std::span<const Step> steps() const { return steps_; }

  /// Calls visit(steps) for all steps in order, up to kMostAtATime that do not depend on each
  /// other.
  static constexpr std::size_t kMostAtATime = 64;
  template <typename Visit>
  void for_each_steps(Visit&& visit) const {
    for (std::size_t begin = 0; const std::uint16_t end : ends_) {
      visit(std::span(steps_).subspan(begin, end - begin));
      begin = end;
    }
  }

  /// Where minor stones stand in the kSliceSlots slots from kSliceSlots * number on, those behind
  /// the last slot without any.
  PointSlices slices(std::size_t number) const {
    const auto points = static_cast<std::size_t>(ranks_.n());
    return std::span(slices_).subspan(number * points, points);
  }

 private:
  static std::vector<Slice> slices_of(const std::vector<Mask>& subsets, int points);

  SubsetRank ranks_;
  std::vector<Mask> subsets_;
  std::vector<Slice> slices_;
  std::vector<Step> steps_;
  std::vector<std::uint16_t> ends_;  // of steps that do not depend on each other
};

/// The order for the numbering blocks of a subspace, made when it is first asked for and shared by
/// all files in use that have the same: one takes a few hundred kilobytes and milliseconds. Any
/// thread.
class SubspaceOrder {
 public:
  SubspaceOrder(const Board& board, const Subspace& subspace);

  int major_stones() const { return major_stones_; }
  const std::shared_ptr<const CodingOrder>& get() const;

 private:
  int free_points_, major_stones_, minor_stones_;
  mutable std::once_flag once_;
  mutable std::shared_ptr<const CodingOrder> order_;
};

}  // namespace mill
