#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "formats/codecs/codec.h"
#include "formats/codecs/mirror/outlook.h"
#include "formats/codecs/prediction/coding_order.h"
#include "formats/codecs/prediction/surroundings.h"
#include "game/value.h"

namespace mill {

/// The guide of a subspace in which the minor side is to move: what its steps lead to that complete
/// no line, which place a stone if it has any in hand and move one if not. None if the numbering
/// does not take the other side's stones as the major ones in both, or if a numbering block of
/// either has more than CodingOrder::kMostSlots slots.
std::optional<Guide> guide_of_minor_side(const Board& board, const Subspace& subspace);

/// That of one slot of a numbering block.
/// @param values  of the same block of the guide, each as a number
Outlook outlook_of(const Surroundings& file, const Guide& guide, Mask major, std::uint32_t slot,
                   const std::uint8_t* values);

/// The major stones of a numbering block as their minor stones see them: the free points, numbered
/// in order.
class FreeBoard {
 public:
  FreeBoard(const Surroundings& file, Mask major);

  int points() const { return static_cast<int>(reached_.size()); }
  /// The points that a stone on this one slides or flies to if they are free.
  Mask reached(int point) const { return reached_[static_cast<std::size_t>(point)]; }

  /// The points on which a stone that comes from elsewhere completes a line, beside some that
  /// stand.
  Mask closing_points(Mask standing) const {
    Mask points = 0;
    for (const Mask line : lines_) {
      const Mask missing = line & ~standing;
      if ((missing & (missing - 1)) == 0) points |= missing;
    }
    return points;
  }
  /// Of the lines through `to` but not through `from`, the points besides that one.
  std::vector<Mask> others_of_lines(int from, int to) const;

 private:
  std::vector<Mask> reached_;  // by point
  std::vector<Mask> lines_;    // those without a major stone
};

/// Steps of stones that slide. For each two points, the slots with a stone on the lower one alone
/// and those with the stone on the upper one instead are in the same order of ranks. Where many
/// points lie below both, many of them follow on each other: a step of all of these is taken at
/// once. Where more lie above, the same is done with the points counted from the last.
class Slides {
 public:
  explicit Slides(const CodingOrder& order);

  /// For GuideSteps::find().
  /// @param worth  of each slot of the guide
  void find(const CodingOrder& order, const FreeBoard& board, std::span<const std::uint8_t> worth,
            std::span<Outlook> outlooks) const;

 private:
  /// A slot with the stone on the lower point, and that with it on the upper one.
  using Exchange = std::array<std::uint16_t, 2>;
  /// The first of so many that follow on each other. Some are in two stretches.
  struct Stretches {
    std::vector<Exchange> of_16, of_4, of_1;
  };

  static Stretches stretches_of(std::span<const Exchange> exchanges);

  /// In stretches_.
  static std::size_t place(int lower, int upper) {
    const auto before = static_cast<std::size_t>(upper);
    return before * (before - 1) / 2 + static_cast<std::size_t>(lower);
  }
  const std::uint8_t* stands(int point) const {
    return stands_.data() + static_cast<std::size_t>(point) * reversed_.size();
  }

  /// Takes the steps between two points into account that have no fewer points below than above.
  /// @param closed  minor stones that make a step complete a line; any one of these sets
  void add(int from, int to, std::span<const Mask> closed, const std::uint8_t* worth,
           Outlook* outlooks) const;
  template <typename Bytes>
  void add(std::span<const Exchange> stretches, bool down, std::span<const Mask> closed,
           const std::uint8_t* worth, Outlook* outlooks) const;

  std::vector<std::uint16_t> reversed_;  // the slot with the points counted from the last
  std::vector<Stretches> stretches_;     // for each two points
  std::vector<std::uint8_t> stands_;     // by point and slot: Outlook::kAll where a stone stands
};

/// Steps of stones that come down on any free point, beside those that stand: all stones of a slot
/// where one is placed, all but one where that flies.
class Landings {
 public:
  Landings(const CodingOrder& order, const Guide& guide);

  /// For GuideSteps::find().
  /// @param worth  of each slot of the guide
  void find(const CodingOrder& order, const FreeBoard& board, std::span<const std::uint8_t> worth,
            std::span<Outlook> outlooks) const;

 private:
  void find_placements(const FreeBoard& board, std::span<const std::uint8_t> worth,
                       std::span<Outlook> outlooks) const;
  void find_flights(const CodingOrder& order, const FreeBoard& board,
                    std::span<const std::uint8_t> worth, std::span<Outlook> outlooks) const;

  bool by_placing_;
  Mask all_;
  std::vector<Mask> standing_;
  std::size_t free_points_;           // beside those that stand
  std::vector<std::uint16_t> after_;  // slots of the guide, for each of standing_ by free point
  std::vector<std::uint16_t> taken_;  // in standing_, for each slot without each of its stones
};

/// The steps of minor stones inside a numbering block. A step that completes no line leads to a
/// slot of the same numbering block of the guide. Immutable; any thread.
class GuideSteps {
 public:
  GuideSteps(const Surroundings& file, const Guide& guide);

  /// Finds what the steps of all slots of a numbering block come to.
  /// @param guide     the values of the same block there, each as a number
  /// @param outlooks  one for each slot
  void find(const Surroundings& file, Mask major, const std::uint8_t* guide,
            std::span<Outlook> outlooks) const;

 private:
  std::size_t guide_size_;
  std::variant<Slides, Landings> steps_;
};

}  // namespace mill
