#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "game/position_text.h"

namespace mill {

/// The rules of a game as Python holds them, shared by all positions of the game. Never changed
/// once made; not const, since pybind11 shares no const objects.
struct GameRules {
  Variant variant;
  std::string digest;
};
using SharedRules = std::shared_ptr<GameRules>;

SharedRules share_rules(Variant variant);

/// What an argument `variant` with its `settings` means: Rules, a name, or (None, with settings
/// alone) Nine Men's Morris. Null if both are None.
SharedRules rules_or_null(const pybind11::object& variant, const pybind11::object& settings);

/// The same, with Nine Men's Morris where both are None.
SharedRules rules_of(const pybind11::object& variant, const pybind11::object& settings);

/// The names of the points of a set, in the order of the board.
pybind11::tuple point_names(const Board& board, Mask points);

/// The class Rules.
void bind_rules(pybind11::module_& module);

}  // namespace mill
