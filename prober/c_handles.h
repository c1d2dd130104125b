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

/// Refuses what has_only_known() does not hold for, with kInvalidArgument.
millstone_status check_known(const millstone_position& position);

inline Position to_position(const millstone_position& position) {
  Memory memory;
  memory.out_of_turn = position.out_of_turn != 0;
  return {position.own,      position.opponent,     position.own_hand, position.opponent_hand,
          position.removals, position.goes_on != 0, position.targets,  memory};
}

inline millstone_position from_position(const Position& position, bool black_to_move) {
  return {position.own,
          position.opponent,
          position.own_hand,
          position.opponent_hand,
          position.removals,
          static_cast<std::uint8_t>(black_to_move),
          static_cast<std::uint8_t>(position.goes_on),
          static_cast<std::uint8_t>(position.memory.out_of_turn),
          {},
          position.targets,
          {}};
}

inline millstone_outcome to_outcome(Value value, std::optional<int> distance) {
  return {static_cast<millstone_value>(value), distance.value_or(-1), {}};
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
