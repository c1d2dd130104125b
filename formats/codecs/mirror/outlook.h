#pragma once

#include <cstdint>
#include <cstring>

namespace mill {

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
    seen_ |= steps_of(static_cast<std::uint8_t>(closes ? kAll : 0), worth);
  }
  /// Likewise one step each of as many slots as there are bytes, which follow on each other.
  /// @param outlooks  of these slots
  /// @param closes    for each step kAll or 0
  template <typename Bytes>
  static void add_each(Outlook* outlooks, Bytes closes, Bytes worth) {
    std::uint8_t* const of_slots = &outlooks->seen_;
    Bytes seen;
    std::memcpy(&seen, of_slots, sizeof(Bytes));
    seen |= steps_of(closes, worth);
    std::memcpy(of_slots, &seen, sizeof(Bytes));
  }
  static constexpr std::uint8_t kAll = 0xFF;

  /// What a step comes to that leads to this value of the guide: a loss of the side that is to
  /// move then is a win.
  static std::uint8_t worth_of_guide(std::uint8_t value) {
    return static_cast<std::uint8_t>(4 >> value);
  }

  /// 0: no quiet step; else 1 + the best value of one.
  std::uint8_t best() const { return best_of(seen_); }
  /// The same of steps that complete a line.
  std::uint8_t best_closing() const { return best_of(seen_ >> kClosingWorth); }
  /// The one value that the slot can have, as a number; kUnknown if there are several.
  std::uint8_t value() const { return kValues >> 2 * (seen_ & 15U) & 3; }
  static constexpr std::uint8_t kUnknown = 3;
  bool is_known() const { return value() != kUnknown; }
  bool allows(std::uint8_t value_of_slot) const {
    return is_known() ? value_of_slot == value() : value_of_slot + 1 >= best();
  }

  bool operator==(const Outlook& other) const = default;

  // Of steps, what any of them has, both have, and one has but not the other.
  Outlook operator|(Outlook other) const { return Outlook(seen_ | other.seen_); }
  Outlook operator&(Outlook other) const { return Outlook(seen_ & other.seen_); }
  Outlook operator-(Outlook other) const { return Outlook(seen_ & ~other.seen_); }

 private:
  static constexpr std::uint8_t kClosing = 8;
  static constexpr std::uint64_t kClosingInEach = kClosing * 0x0101'0101'0101'0101;
  static constexpr int kClosingWorth = 4;

  // Answers for all that can be seen, two bits each, the last first: a look at a table or a branch
  // would take longer. A value is known by quiet steps alone, or by a win among them.
  static constexpr std::uint32_t kValues = 0b10101010'11111111'10101010'01010011;
  static constexpr std::uint32_t kBests = 0b11111111'10100100;

  explicit Outlook(int seen) : seen_(static_cast<std::uint8_t>(seen)) {}

  template <typename Bytes>
  static Bytes steps_of(Bytes closes, Bytes worth) {
    const auto closing = static_cast<Bytes>(worth << kClosingWorth | kClosingInEach);
    return static_cast<Bytes>((closing & closes) | (worth & ~closes));
  }

  static std::uint8_t best_of(unsigned worths) { return kBests >> 2 * (worths & 7U) & 3; }

  // A bit for each value of a quiet step; kClosing; a bit for each of one that completes a line.
  std::uint8_t seen_ = 0;
};

}  // namespace mill
