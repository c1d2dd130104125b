#pragma once

#include <cstdint>
#include <vector>

#include "builder/solver/exits.h"
#include "builder/solver/solver.h"
#include "game/long_distances.h"

namespace millstone {

/// A window on distances, so that work in bytes is enough for any game: seen from plane p a
/// distance d is d - p * (longest_win - 1). What lies before the window is a win in 1 or a loss in
/// 0, what lies behind it is long (game/value.h). Plane 0 is what all other code knows; later
/// planes are worked through only for positions that the earlier ones leave open.
struct KeyPlane {
  int longest_win = kLongestExactWin;  ///< in a plane; odd, smaller only to test this
  int index = 0;

  int base() const { return index * (longest_win - 1); }
  int first_level() const { return index == 0 ? 0 : 2; }
  KeyPlane next() const { return {longest_win, index + 1}; }

  Key key(Outcome outcome) const {
    if (outcome.value == Value::kDraw) return kKeyDraw;
    const int distance = outcome.distance - base();
    if (outcome.value == Value::kWin)
      return distance > longest_win ? kKeyLongWin : win_key(distance < 1 ? 1 : distance);
    return distance > longest_win + 1 ? kKeyLongLoss : loss_key(distance < 0 ? 0 : distance);
  }

  /// The key of the side that moves to the best successor: key_before(), cut off at the window.
  Key key_before_best(Key best) const {
    const int key = 255 - best - (best <= kKeyDraw) - (best == kKeyLongLoss);
    const bool beyond = key < kKeyDraw && key > win_key(longest_win);
    return static_cast<Key>(beyond ? kKeyLongWin : key);
  }
};

/// The table as seen from a later plane.
Result<KeyTable> table_in_plane(const KeyTable& table, const KeyPlane& plane,
                                const std::shared_ptr<ByteArrayPool>& pool, ScratchPool& scratch);

/// Hands out tables as seen from `plane`.
KeyProvider inputs_in_plane(const KeyProvider& inputs, const KeyPlane& plane, const Mover& mover);

/// Stands for "a later plane knows" in the table of a plane that is done with.
inline constexpr Key kKeyLater = kKeyLongLoss;

/// Puts the keys of all planes together: the first table gets the keys of plane 0 and the long
/// distances. Each table holds the keys of its plane, kKeyLater where the next one has to be asked.
/// @param memory  bytes for the list of long distances; kNotEnoughMemory if it takes more
Result<KeyTable> join_planes(std::vector<KeyTable> tables, const KeyPlane& first,
                             ScratchPool& scratch, std::uint64_t memory);

/// kNotEnoughMemory, with what suffices, if a further plane takes more than `memory`.
/// @param done  planes that are finished, 1 or more
Result<void> check_plane_memory(const Variant& variant, const Subspace& subspace,
                                std::uint64_t done, std::uint64_t memory);

}  // namespace millstone
