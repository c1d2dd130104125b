#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "game/position.h"
#include "prober/c_status.h"
#include "prober/prober.h"

/// What stands behind the handle of a variant: with it the texts and lists that functions point
/// into.
struct millstone_variant {
  explicit millstone_variant(mill::Variant given);

  mill::Variant variant;
  std::string digest, text;
  std::vector<std::pair<int, int>> edges;
};

/// What stands behind the handle of a database.
struct millstone_prober {
  mill::Prober prober;
  millstone_variant variant;
};

namespace mill {

// Between the structures of the C interface and our own types.

/// Whether members that are not in use yet are zero, as this version must have them.
bool has_only_known(const millstone_position& position);

/// Whether the position remembers what only rarer rules ask for.
inline bool has_memory(const millstone_position& position) {
  return position.opponent_removals || position.cause || position.marked || position.together ||
         position.own_mill_from != position.own_mill_to ||
         position.opponent_mill_from != position.opponent_mill_to;
}

/// Refuses what has_only_known() does not hold for, and what no rule of the variant asks to be
/// remembered, with kInvalidArgument.
millstone_status check_known(const Variant& variant, const millstone_position& position);

inline Position to_position(const millstone_position& position) {
  Memory memory;
  memory.out_of_turn = position.out_of_turn != 0;
  if (has_memory(position)) {
    memory.marked = position.marked;
    memory.together = position.together;
    memory.own_mill = {position.own_mill_from, position.own_mill_to};
    memory.opponent_mill = {position.opponent_mill_from, position.opponent_mill_to};
    memory.opponent_removals = position.opponent_removals;
    memory.cause = static_cast<Memory::Cause>(position.cause & MILLSTONE_BY_CAPTURE_OR_MILL);
    memory.from_own = (position.cause & MILLSTONE_FROM_OWN) != 0;
    memory.ends_placing = (position.cause & MILLSTONE_ENDS_PLACING) != 0;
    memory.has_lost = (position.cause & MILLSTONE_HAS_LOST) != 0;
  }
  return {position.own,      position.opponent,     position.own_hand, position.opponent_hand,
          position.removals, position.goes_on != 0, position.targets,  memory};
}

inline millstone_position from_position(const Position& position, bool black_to_move) {
  const Memory& memory = position.memory;
  const int cause = static_cast<int>(memory.cause) | (memory.from_own ? MILLSTONE_FROM_OWN : 0) |
                    (memory.ends_placing ? MILLSTONE_ENDS_PLACING : 0) |
                    (memory.has_lost ? MILLSTONE_HAS_LOST : 0);
  return {position.own,
          position.opponent,
          position.own_hand,
          position.opponent_hand,
          position.removals,
          static_cast<std::uint8_t>(black_to_move),
          static_cast<std::uint8_t>(position.goes_on),
          static_cast<std::uint8_t>(memory.out_of_turn),
          memory.opponent_removals,
          static_cast<std::uint8_t>(cause),
          position.targets,
          memory.marked,
          memory.together,
          memory.own_mill.from,
          memory.own_mill.to,
          memory.opponent_mill.from,
          memory.opponent_mill.to};
}

inline millstone_outcome to_outcome(Value value, std::optional<int> distance,
                                    const std::optional<Grade>& grade) {
  const Grade known = grade.value_or(Grade{});
  return {static_cast<millstone_value>(value),
          distance.value_or(-1),
          grade.has_value(),
          known.gain,
          known.steps,
          {}};
}

inline millstone_move to_move(const Turn& turn, const millstone_outcome& outcome) {
  return {turn.from, turn.to, {}, turn.removed, {}, outcome};
}

/// Copies as many entries as a caller's buffer holds. Tells how many there are.
template <typename Entry, typename Source, typename Convert>
millstone_status put_entries(const std::vector<Source>& entries, Convert convert, Entry* out,
                             std::size_t capacity, std::size_t* count) {
  *count = entries.size();
  if (!out && capacity > 0)
    return keep_error(MILLSTONE_ERROR_INVALID_ARGUMENT, "the buffer is NULL");
  std::transform(entries.begin(), entries.begin() + std::min(capacity, entries.size()), out,
                 convert);
  if (entries.size() <= capacity) return MILLSTONE_OK;
  return keep_error(
      MILLSTONE_ERROR_BUFFER_TOO_SMALL,
      fmt::format("there are {} entries, the buffer holds {}", entries.size(), capacity));
}

}  // namespace mill
