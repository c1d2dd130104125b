#pragma once

#include <pybind11/pybind11.h>

#include "game/position_text.h"

namespace mill {

/// The position that keyword arguments describe: side, white, black, white_hand, black_hand,
/// removals, rule50, fullmove. What is not given is White to move, no stone, 0, and move 1. Throws
/// PythonError for what no position text could say, and for a name that is none of these.
TextPosition position_of_fields(const Variant& variant, const pybind11::kwargs& fields);

}  // namespace mill
