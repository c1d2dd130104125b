#pragma once

#include <optional>
#include <string>
#include <vector>

#include "game/moves.h"
#include "python/python_rules.h"

namespace mill {

/// A turn as Python holds it: its text and the names of the points. It is equal to another one of
/// the same text; whether it is legal says the position it is played in.
struct PythonMove {
  std::string text;
  std::optional<std::string> from, to;
  std::vector<std::string> removed;

  friend bool operator==(const PythonMove& left, const PythonMove& right) {
    return left.text == right.text;
  }
};

/// A position of a game with the counters of its text. Immutable.
struct PythonPosition {
  SharedRules rules;
  TextPosition at;

  std::string text() const { return position_text(rules->variant, at); }
  friend bool operator==(const PythonPosition& left, const PythonPosition& right) {
    return left.at == right.at && left.rules->digest == right.rules->digest;
  }
};

PythonMove move_of(const Board& board, const Turn& turn);

PythonPosition start_of(const SharedRules& rules);

/// What an argument `position` means under these rules: a Position of the same rules, or a text.
TextPosition read_position(const GameRules& rules, const pybind11::handle& position);

/// The position after an argument `move`: a Move, a text, or what has an attribute `move`.
PythonPosition play_move(const PythonPosition& before, const pybind11::handle& move);

/// The classes Position and Move.
void bind_position(pybind11::module_& module);

}  // namespace mill
