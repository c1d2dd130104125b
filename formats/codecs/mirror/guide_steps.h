#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "formats/codecs/codec.h"
#include "formats/codecs/prediction/coding_order.h"
#include "formats/codecs/prediction/surroundings.h"
#include "game/value.h"

namespace mill {

/// The guide of a subspace in which the minor side is to move: what its steps lead to that complete
/// no line, which place a stone if it has any in hand and move one if not. None if the numbering
/// does not take the other side's stones as the major ones in both, or if a numbering block of
/// either has more than CodingOrder::kMostSlots slots.
std::optional<Guide> guide_of_minor_side(const Board& board, const Subspace& subspace);

/// What the steps of a slot come to in which the minor side is to move, as far as the values of the
/// guide tell.
class Outlook {
 public:
  /// Takes a step that completes no line into account, given what it comes to (worth_of_guide()).
  void add_quiet(std::uint8_t worth) { seen_ |= worth; }
  /// Likewise one that perhaps does: the guide tells then what it would come to if nothing followed
  /// from that.
  void add(bool closes, std::uint8_t worth) {
    seen_ |= closes ? static_cast<std::uint8_t>(kClosing | worth << kClosingWorth) : worth;
  }

  /// What a step comes to that leads to this value of the guide: a loss of the side that is to
  /// move then is a win.
  static std::uint8_t worth_of_guide(std::uint8_t value) {
    return static_cast<std::uint8_t>(4 >> value);
  }

  /// 0: no quiet step; else 1 + the best value of one.
  std::uint8_t best() const { return best_of(seen_); }
  /// The same of steps that complete a line.
  std::uint8_t best_closing() const { return best_of(seen_ >> kClosingWorth); }
  /// Whether there is but one value that the slot can have.
  bool is_known() const { return kKnown >> (seen_ & 15U) & 1; }
  /// That value, as a number.
  std::uint8_t value() const { return static_cast<std::uint8_t>(best() - 1); }
  bool allows(std::uint8_t value_of_slot) const {
    return is_known() ? value_of_slot == value() : value_of_slot + 1 >= best();
  }

 private:
  static constexpr std::uint8_t kClosing = 8;
  static constexpr int kClosingWorth = 4;
  // A win among the quiet steps, or quiet steps alone.
  static constexpr std::uint32_t kKnown = 0b1111'0000'1111'1110;

  static std::uint8_t best_of(unsigned worths) {
    return static_cast<std::uint8_t>(std::bit_width(worths & 7U));
  }

  // A bit for each value of a quiet step; kClosing; a bit for each of one that completes a line.
  std::uint8_t seen_ = 0;
};

/// That of one slot of a numbering block.
/// @param values  of the same block of the guide, each as a number
Outlook outlook_of(const Surroundings& file, const Guide& guide, Mask major, std::uint32_t slot,
                   const std::uint8_t* values);

/// The steps of minor stones inside a numbering block. A step that completes no line leads to a
/// slot of the same numbering block of the guide. Immutable; any thread.
class GuideSteps {
 public:
  GuideSteps(const CodingOrder& order, const Guide& guide);

  /// Finds what the steps of all slots of a numbering block come to.
  /// @param guide     the values of the same block there, each as a number
  /// @param outlooks  one for each slot
  void find(const Surroundings& file, Mask major, const std::uint8_t* guide,
            std::span<Outlook> outlooks) const;

 private:
  /// Slots, and what a step leads each to, place by place.
  struct Step {
    std::span<const std::uint16_t> before, after;
  };
  using Slots = std::vector<std::uint16_t>;

  /// Those from one free point, or from the hand if that is negative, to another. Slots with a
  /// stone on the one and none on the other stand in order of their ranks; so the i-th becomes the
  /// i-th of the two exchanged.
  Step step(int from, int to) const {
    const auto at = static_cast<std::size_t>(to);
    if (from < 0) return {without_[at], with_[at]};
    return {with_without(from, to), with_without(to, from)};
  }
  const Slots& with_without(int with, int without) const {
    return with_[static_cast<std::size_t>(with) * points_ + static_cast<std::size_t>(without)];
  }

  void fill_moving(const CodingOrder& order);
  void fill_placing(const CodingOrder& order);

  bool by_placing_;
  std::size_t points_, guide_size_;
  // Placing: the slots with a stone on each point (those of the guide), and without one. Moving:
  // with a stone on one point and none on another.
  std::vector<Slots> with_, without_;
};

}  // namespace mill
