#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
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
  Outlook() = default;

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

  // Of steps, what any of them has, both have, and one has but not the other.
  Outlook operator|(Outlook other) const { return Outlook(seen_ | other.seen_); }
  Outlook operator&(Outlook other) const { return Outlook(seen_ & other.seen_); }
  Outlook operator-(Outlook other) const { return Outlook(seen_ & ~other.seen_); }

 private:
  static constexpr std::uint8_t kClosing = 8;
  static constexpr int kClosingWorth = 4;
  // A win among the quiet steps, or quiet steps alone.
  static constexpr std::uint32_t kKnown = 0b1111'0000'1111'1110;

  explicit Outlook(int seen) : seen_(static_cast<std::uint8_t>(seen)) {}

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

/// Steps of stones that slide: for each two points the slots with a stone on the one and none on
/// the other, in order of their ranks. So the i-th becomes the i-th of the two points exchanged.
class SlideLists {
 public:
  explicit SlideLists(const CodingOrder& order);

  /// For GuideSteps::find().
  /// @param worth  of each slot of the guide
  void find(const CodingOrder& order, const FreeBoard& board, std::span<const std::uint8_t> worth,
            std::span<Outlook> outlooks) const;

 private:
  using Slots = std::vector<std::uint16_t>;

  /// In lists_, of the slots with a stone on one point and none on another.
  std::size_t place(int with, int without) const {
    return static_cast<std::size_t>(with) * points_ + static_cast<std::size_t>(without);
  }

  std::size_t points_;
  std::vector<Slots> lists_;
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
  std::variant<SlideLists, Landings> steps_;
};

}  // namespace mill
