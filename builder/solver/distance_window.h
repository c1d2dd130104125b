#pragma once

#include <cstdint>
#include <vector>

#include "builder/blocks/conversions.h"
#include "builder/solver/solver.h"
#include "game/long_distances.h"

namespace mill {

/// A window on distances, so that work in bytes is enough for any game: seen from window p a
/// distance d is d - p * (longest_win - 1). What lies before the window is a win in 1 or a loss in
/// 0, what lies behind it is long (game/value.h). Window 0 is what all other code knows; later
/// windows are worked through only for positions that the earlier ones leave open.
struct DistanceWindow {
  int longest_win = kLongestExactWin;  ///< in a window; odd, smaller only to test this
  int index = 0;

  int base() const { return index * (longest_win - 1); }
  int first_level() const { return index == 0 ? 0 : 2; }
  DistanceWindow next() const { return {longest_win, index + 1}; }

  OutcomeByte byte(Outcome outcome) const {
    if (outcome.value == Value::kDraw) return kDrawByte;
    const int distance = outcome.distance - base();
    if (outcome.value == Value::kWin)
      return distance > longest_win ? kLongWinByte : win_byte(distance < 1 ? 1 : distance);
    return distance > longest_win + 1 ? kLongLossByte : loss_byte(distance < 0 ? 0 : distance);
  }

  /// The outcome byte of the side that moves to the best successor: byte_before(), cut off at the
  /// window. In bytes throughout, for compilers to work on many at a time.
  OutcomeByte byte_before_best(NextSideByte successor) const {
    const auto best = static_cast<OutcomeByte>(successor);
    const auto byte =
        static_cast<OutcomeByte>(255 - best - (best <= kDrawByte) - (best == kLongLossByte));
    const OutcomeByte longest = win_byte(longest_win);
    const bool beyond = byte < kDrawByte && byte > longest;
    return beyond ? kLongWinByte : byte;
  }
};

/// The table as seen from a later window.
Result<OutcomeTable> table_in_window(const OutcomeTable& table, const DistanceWindow& window,
                                     const std::shared_ptr<ByteArrayPool>& pool,
                                     ScratchPool& scratch);

/// Hands out tables as seen from `window`.
InputProvider inputs_in_window(const InputProvider& inputs, const DistanceWindow& window,
                               const SideContext& context);

/// Stands for "a later window knows" in the table of a window that is done with.
inline constexpr OutcomeByte kLaterByte = kLongLossByte;

/// Puts the outcomes of all windows together: the first table gets the outcomes of window 0 and the
/// long distances. Each table holds the outcomes of its window, kLaterByte where the next one has
/// to be asked.
/// @param memory  bytes for the list of long distances; kNotEnoughMemory if it takes more
Result<OutcomeTable> join_windows(std::vector<OutcomeTable> tables, const DistanceWindow& first,
                                  ScratchPool& scratch, std::uint64_t memory);

/// kNotEnoughMemory, with what suffices, if a further window takes more than `limit`.
/// @param done     windows that are finished, 1 or more
/// @param members  of the team
Result<void> check_window_memory(const Variant& variant, const Subspace& subspace,
                                 std::uint64_t done, std::uint64_t limit, int members);

}  // namespace mill
