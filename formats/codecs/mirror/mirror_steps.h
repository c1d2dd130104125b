#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/codecs/prediction/coding_order.h"
#include "formats/codecs/prediction/surroundings.h"
#include "game/value.h"

namespace mill {

/// What the steps of a slot come to in which the minor side is to move, as far as the values of the
/// mirror tell.
class Outlook {
 public:
  /// Takes a step that completes no line into account, given what it comes to (worth_of_mirror()).
  void add_quiet(std::uint8_t worth) { seen_ |= worth; }
  /// Likewise one that perhaps does.
  void add(bool closes, std::uint8_t worth) { seen_ |= closes ? kClosing : worth; }

  /// What a step comes to that leads to this value of the mirror: a loss of the side that is to
  /// move then is a win.
  static std::uint8_t worth_of_mirror(std::uint8_t value) {
    return static_cast<std::uint8_t>(4 >> value);
  }

  /// 0: no quiet step; else 1 + the best value of one.
  std::uint8_t best() const { return static_cast<std::uint8_t>(std::bit_width(seen_ & 7U)); }
  /// Whether there is but one value that the slot can have.
  bool is_known() const { return kKnown >> seen_ & 1; }
  /// That value, as a number.
  std::uint8_t value() const { return static_cast<std::uint8_t>(best() - 1); }
  bool allows(std::uint8_t value_of_slot) const {
    return is_known() ? value_of_slot == value() : value_of_slot + 1 >= best();
  }

 private:
  static constexpr std::uint8_t kClosing = 8;
  // A win among the quiet steps, or quiet steps alone.
  static constexpr std::uint32_t kKnown = 0b1111'0000'1111'1110;
  std::uint8_t seen_ = 0;  // a bit for each value of a quiet step; kClosing
};

/// The steps of minor stones inside a numbering block. The mirror of the subspace has the same
/// blocks, with the same stones in the same slots, and the other side to move: so a step that
/// completes no line leads to one of its slots in the same block. Immutable; any thread.
class MirrorSteps {
 public:
  explicit MirrorSteps(const CodingOrder& order);

  /// Finds what the steps of all slots of a numbering block come to.
  /// @param mirror    the values of the same block there, each as a number
  /// @param outlooks  one for each slot
  void find(const Surroundings& file, Mask major, const std::uint8_t* mirror,
            std::span<Outlook> outlooks) const;

 private:
  /// Slots with a stone on one free point and none on another, in order of their ranks. What steps
  /// from the one to the other come to is the list of the two exchanged: the i-th becomes the i-th.
  const std::vector<std::uint16_t>& slots(int with, int without) const {
    return slots_[static_cast<std::size_t>(with) * points_ + static_cast<std::size_t>(without)];
  }

  std::size_t points_;
  std::vector<std::vector<std::uint16_t>> slots_;
};

}  // namespace mill
