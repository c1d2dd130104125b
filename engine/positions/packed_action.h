#pragma once

#include <cstdint>
#include <optional>

#include "game/moves.h"

namespace mill {

/// An action in 16 bits, to store it and to compare it in one step; never 0. From the lowest bit:
/// 1, kind 2, from 6, to 6, both plus one.
inline std::uint32_t pack_action(const Action& action) {
  return 1 | static_cast<std::uint32_t>(action.kind) << 1 |
         static_cast<std::uint32_t>(action.from + 1) << 3 |
         static_cast<std::uint32_t>(action.to + 1) << 9;
}

/// The same of no action is 0.
inline std::uint32_t pack_action(const std::optional<Action>& action) {
  return action ? pack_action(*action) : 0;
}

inline std::optional<Action> unpack_action(std::uint32_t bits) {
  if (bits == 0) return std::nullopt;
  return Action{static_cast<Action::Kind>(bits >> 1 & 3),
                static_cast<std::int8_t>(static_cast<int>(bits >> 3 & 63) - 1),
                static_cast<std::int8_t>(static_cast<int>(bits >> 9 & 63) - 1)};
}

}  // namespace mill
