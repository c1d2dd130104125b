#include "python/python_position.h"

#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include "game/notation.h"
#include "game/picture.h"
#include "game/subspace.h"
#include "game/text_play.h"
#include "python/position_fields.h"
#include "python/python_errors.h"
#include "reports/svg_board.h"

namespace mill {
namespace {

namespace py = pybind11;

PythonPosition make_position(const std::optional<std::string>& text, const py::object& variant,
                             const py::kwargs& fields) {
  const SharedRules rules = rules_of(variant, py::none());
  if (!text) return {rules, position_of_fields(rules->variant, fields)};
  if (!fields.empty()) refuse("a position is given by a text or by fields, not by both");
  return {rules, unwrap(parse_position_text(rules->variant, *text))};
}

PythonMove make_move(const std::string& text, const py::object& variant) {
  const SharedRules rules = rules_of(variant, py::none());
  const Board& board = *rules->variant.board;
  return move_of(board, unwrap(parse_turn(board, text)));
}

std::string move_text(const py::handle& move) {
  if (py::isinstance<py::str>(move)) return move.cast<std::string>();
  if (py::isinstance<PythonMove>(move)) return move.cast<PythonMove>().text;
  if (py::hasattr(move, "move")) return move_text(move.attr("move"));
  throw py::type_error("a move is a Move or its text");
}

std::vector<PythonMove> legal_moves(const PythonPosition& position) {
  const Variant& variant = position.rules->variant;
  std::vector<PythonMove> moves;
  for (const Turn& turn : generate_turns(variant, position.at.position))
    moves.push_back(move_of(*variant.board, turn));
  return moves;
}

std::string position_repr(const PythonPosition& position) {
  const SharedRules usual = rules_of(py::none(), py::none());
  if (position.rules->digest == usual->digest)
    return fmt::format("Position('{}')", position.text());
  return fmt::format("Position('{}', {})", position.text(), position.rules->variant.name);
}

std::string svg_of(const PythonPosition& position) {
  return position_svg(position.rules->variant, position.at);
}

/// The hand of the side to move, or of the other one.
int hand(const TextPosition& at, Side side) {
  return side == at.side ? at.position.own_hand : at.position.opponent_hand;
}

using PositionClass = py::class_<PythonPosition>;

/// What the text says, field by field.
void bind_fields(PositionClass& position) {
  const auto board = [](const PythonPosition& self) -> const Board& {
    return *self.rules->variant.board;
  };
  position
      .def_property_readonly(
          "rules", [](const PythonPosition& self) { return self.rules; }, "The Rules of the game.")
      .def_property_readonly("text", &PythonPosition::text, "As other mill programs write it.")
      .def_property_readonly(
          "side",
          [](const PythonPosition& self) {
            return self.at.side == Side::kWhite ? "white" : "black";
          },
          "Who is to move: \"white\" or \"black\".")
      .def_property_readonly(
          "white",
          [board](const PythonPosition& self) { return point_names(board(self), self.at.white()); },
          "Names of the points with white stones.")
      .def_property_readonly(
          "black",
          [board](const PythonPosition& self) { return point_names(board(self), self.at.black()); },
          "Names of the points with black stones.")
      .def_property_readonly(
          "white_hand", [](const PythonPosition& self) { return hand(self.at, Side::kWhite); },
          "Stones that White has still to place.")
      .def_property_readonly(
          "black_hand", [](const PythonPosition& self) { return hand(self.at, Side::kBlack); },
          "Stones that Black has still to place.")
      .def_property_readonly(
          "removals",
          [](const PythonPosition& self) { return static_cast<int>(self.at.position.removals); },
          "Stones that the side to move must take now.")
      .def_property_readonly(
          "rule50", [](const PythonPosition& self) { return self.at.rule50; },
          "Plies since the last placement or removal.")
      .def_property_readonly(
          "fullmove", [](const PythonPosition& self) { return self.at.fullmove; },
          "From 1, one more after each ply of Black.");
}

/// What follows from it.
void bind_questions(PositionClass& position) {
  position
      .def_property_readonly(
          "subspace",
          [](const PythonPosition& self) {
            return subspace_of(self.rules->variant, self.at.position).text();
          },
          "The counts of stones, own first, such as \"5-4\": what a database file is named by.")
      .def_property_readonly(
          "is_over",
          [](const PythonPosition& self) {
            return status(self.rules->variant, self.at.position) != Status::kOpen;
          },
          "Whether the rules have ended the game here.")
      .def_property_readonly(
          "caption",
          [](const PythonPosition& self) { return position_caption(self.rules->variant, self.at); },
          "Who is to do what, and what is in hand.")
      .def_property_readonly(
          "picture",
          [](const PythonPosition& self) { return position_picture(self.rules->variant, self.at); },
          "The board drawn in characters, and the caption.")
      .def("legal_moves", &legal_moves,
           "All turns, each legal choice of removals a Move of its own; none when it is over.")
      .def("play", &play_move, py::arg("move"),
           "The position after a legal turn: a Move, or its text such as \"a1-a4xg7\".")
      .def("svg", &svg_of, "A picture: an SVG document.")
      .def("_repr_svg_", &svg_of);
}

void bind_move(py::module_& module) {
  py::class_<PythonMove> move(module, "Move",
                              "A turn: a placement, slide or flight with its removals. Immutable; "
                              "equal to one of the same\n"
                              "text. A text is read for the board of `rules`, Nine Men's Morris if "
                              "none are given; whether\n"
                              "the move is legal says the position it is played in.");
  move.def(py::init(&make_move), py::arg("text"), py::arg("rules") = py::none())
      .def_property_readonly(
          "text", [](const PythonMove& self) { return self.text; },
          "In move notation, such as \"a1-a4xg7\".")
      .def_property_readonly(
          "from_", [](const PythonMove& self) { return self.from; },
          "The point a stone leaves; None if one is placed or only removed.")
      .def_property_readonly(
          "to", [](const PythonMove& self) { return self.to; },
          "The point a stone comes to; None if one is only removed, or none.")
      .def_property_readonly(
          "removed", [](const PythonMove& self) { return py::tuple(py::cast(self.removed)); },
          "The points of the stones that are taken.")
      .def(py::self == py::self)
      .def("__hash__", [](const PythonMove& self) { return py::hash(py::str(self.text)); })
      .def("__str__", [](const PythonMove& self) { return self.text; })
      .def("__repr__", [](const PythonMove& self) { return fmt::format("Move('{}')", self.text); })
      .def(py::pickle(
          [](const PythonMove& self) {
            return py::make_tuple(self.text, self.from, self.to, self.removed);
          },
          [](const py::tuple& state) {
            return PythonMove{state[0].cast<std::string>(),
                              state[1].cast<std::optional<std::string>>(),
                              state[2].cast<std::optional<std::string>>(),
                              state[3].cast<std::vector<std::string>>()};
          }));
  move.attr("__module__") = "millstone";
}

}  // namespace

PythonMove move_of(const Board& board, const Turn& turn) {
  PythonMove move;
  move.text = turn_text(board, turn);
  if (turn.from >= 0) move.from = board.point_names[turn.from];
  if (turn.to >= 0) move.to = board.point_names[turn.to];
  for_each_bit(turn.removed, [&](int point) { move.removed.push_back(board.point_names[point]); });
  return move;
}

PythonPosition start_of(const SharedRules& rules) {
  TextPosition start;
  start.position = start_position(rules->variant);
  return {rules, start};
}

TextPosition read_position(const GameRules& rules, const py::handle& position) {
  if (py::isinstance<py::str>(position))
    return unwrap(parse_position_text(rules.variant, position.cast<std::string>()));
  if (!py::isinstance<PythonPosition>(position))
    throw py::type_error("a position is a Position or its text");
  const auto& given = position.cast<const PythonPosition&>();
  if (given.rules->digest != rules.digest)
    throw PythonError{ErrorCode::kWrongRules,
                      fmt::format("the position is one of {}, the database one of {}",
                                  given.rules->variant.name, rules.variant.name)};
  return given.at;
}

PythonPosition play_move(const PythonPosition& before, const py::handle& move) {
  const Variant& variant = before.rules->variant;
  const Turn turn = unwrap(parse_legal_turn(variant, before.at.position, move_text(move)));
  return {before.rules, play(variant, before.at, turn)};
}

void bind_position(py::module_& module) {
  PositionClass position(module, "Position",
                         "A position of a game: stones, hands, who is to move, and the counters of "
                         "the text. Immutable;\n"
                         "equal if all of it and the rules are. It is made of a text, or of "
                         "fields: side, white, black\n"
                         "(names of points), white_hand, black_hand, removals, rule50, fullmove.");
  position.def(py::init(&make_position), py::arg("text") = py::none(),
               py::arg("rules") = py::none());
  bind_fields(position);
  bind_questions(position);
  position.def(py::self == py::self)
      .def("__hash__",
           [](const PythonPosition& self) {
             return py::hash(py::make_tuple(self.text(), self.rules->digest));
           })
      .def("__str__", &PythonPosition::text)
      .def("__repr__", &position_repr)
      .def(py::pickle(
          [](const PythonPosition& self) { return py::make_tuple(self.rules, self.text()); },
          [](const py::tuple& state) {
            const auto rules = state[0].cast<SharedRules>();
            const auto text = state[1].cast<std::string>();
            return PythonPosition{rules, unwrap(parse_position_text(rules->variant, text))};
          }));
  position.attr("__module__") = "millstone";
  bind_move(module);
}

}  // namespace mill
