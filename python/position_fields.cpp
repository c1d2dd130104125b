#include "python/position_fields.h"

#include <limits>

#include "python/python_errors.h"

namespace mill {
namespace {

namespace py = pybind11;

/// The fields one after the other; each may be taken once.
class Fields {
 public:
  explicit Fields(const py::kwargs& fields) : left_(py::dict(**fields)) {}

  int number(const char* name, int usual, int most = std::numeric_limits<int>::max()) {
    const py::object value = take(name);
    if (value.is_none()) return usual;
    if (!py::isinstance<py::int_>(value))
      throw py::type_error(fmt::format("{} is no whole number", name));
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow != 0 || number < 0 || number > most)
      refuse("{} is {}, expected 0 .. {}", name, std::string(py::str(value)), most);
    return static_cast<int>(number);
  }

  Mask points(const char* name, const Board& board) {
    const py::object value = take(name);
    if (value.is_none()) return 0;
    if (py::isinstance<py::str>(value))
      throw py::type_error(fmt::format("{} is a text, expected names of points", name));
    Mask points = 0;
    for (const py::handle item : value) {
      if (!py::isinstance<py::str>(item))
        throw py::type_error(fmt::format("{}: a point is named by its text", name));
      const auto point_name = item.cast<std::string>();
      const int point = board.find_point(point_name);
      if (point < 0) refuse("{}: the board has no point '{}'", name, point_name);
      if (points & bit(point)) refuse("{}: '{}' stands twice", name, point_name);
      points |= bit(point);
    }
    return points;
  }

  Side side() {
    const py::object value = take("side");
    if (value.is_none()) return Side::kWhite;
    const std::string text = py::str(value);
    if (text == "white" || text == "w") return Side::kWhite;
    if (text != "black" && text != "b") refuse("side is '{}', expected 'white' or 'black'", text);
    return Side::kBlack;
  }

  void expect_none_left() const {
    for (const auto& [name, value] : left_)
      throw py::type_error(fmt::format("a position has no field '{}'", std::string(py::str(name))));
  }

 private:
  py::object take(const char* name) {
    return left_.contains(name) ? left_.attr("pop")(name).cast<py::object>() : py::none();
  }

  py::dict left_;
};

}  // namespace

TextPosition position_of_fields(const Variant& variant, const py::kwargs& kwargs) {
  constexpr int kMostStones = kMaxPoints;
  Fields fields(kwargs);
  TextPosition text_position;
  text_position.side = fields.side();
  const Mask white = fields.points("white", *variant.board);
  const Mask black = fields.points("black", *variant.board);
  const auto white_hand = static_cast<std::uint8_t>(fields.number("white_hand", 0, kMostStones));
  const auto black_hand = static_cast<std::uint8_t>(fields.number("black_hand", 0, kMostStones));
  const auto removals = static_cast<std::uint8_t>(fields.number("removals", 0, kMostStones));
  text_position.position = text_position.side == Side::kWhite
                               ? Position{white, black, white_hand, black_hand, removals}
                               : Position{black, white, black_hand, white_hand, removals};
  text_position.rule50 = fields.number("rule50", 0);
  text_position.fullmove = fields.number("fullmove", 1);
  fields.expect_none_left();
  unwrap(check_position(variant, text_position.position));
  // Read back as a text is, so that both ways to make a position refuse the same.
  return unwrap(parse_position_text(variant, position_text(variant, text_position)));
}

}  // namespace mill
