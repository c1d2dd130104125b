#pragma once

#include <chrono>
#include <optional>

namespace mill {

/// What a chess clock leaves to one side.
struct PlayerClock {
  std::chrono::milliseconds left{};       ///< below 0: the flag has fallen, but nobody has noticed
  std::chrono::milliseconds increment{};  ///< added after each move
  std::optional<int> moves_to_go;         ///< until more time is added; none: for the whole game
};

/// How long to think about one action so that the clock lasts. At least a millisecond, and never so
/// long that less than `overhead` is left, as far as the clock allows.
/// @param overhead  what passes between a move being found and the clock being stopped
std::chrono::milliseconds thinking_time(const PlayerClock& clock,
                                        std::chrono::milliseconds overhead);

}  // namespace mill
