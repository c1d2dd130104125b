#include "python/python_rules.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>

#include "base/text_file.h"
#include "python/python_errors.h"
#include "python/python_position.h"
#include "reports/json_output.h"

namespace mill {
namespace {

namespace py = pybind11;

constexpr std::size_t kLargestRules = std::size_t{1} << 20;  // bytes of a file

std::vector<RuleField> fields_of(const py::object& settings) {
  std::vector<RuleField> fields;
  if (settings.is_none()) return fields;
  for (const auto& [name, value] : py::dict(settings)) {
    std::string text = py::str(value);
    if (py::isinstance<py::bool_>(value)) text = value.cast<bool>() ? "true" : "false";
    fields.push_back({py::str(name), std::move(text)});
  }
  return fields;
}

py::object field_value(const std::string& text) {
  const Json value = rule_value_json(text);
  if (value.is_boolean()) return py::bool_(value.get<bool>());
  if (value.is_number()) return py::int_(value.get<int>());
  return py::str(text);
}

/// All but the board graph.
py::dict rule_values(const GameRules& rules) {
  py::dict values;
  for (const RuleField& entry : rule_fields(rules.variant))
    if (!entry.field.starts_with("board.")) values[entry.field.c_str()] = field_value(entry.value);
  return values;
}

/// Each pair of points that are joined, once.
py::tuple edges(const GameRules& rules) {
  const Board& board = *rules.variant.board;
  py::list pairs;
  for (int point = 0; point < board.points(); ++point)
    for_each_bit(board.neighbours[point] & ~low_bits(point), [&](int other) {
      pairs.append(py::make_tuple(board.point_names[point], board.point_names[other]));
    });
  return pairs;
}

py::tuple lines(const GameRules& rules) {
  py::list names;
  for (const Mask line : rules.variant.board->lines)
    names.append(point_names(*rules.variant.board, line));
  return names;
}

SharedRules rules_from_file(const std::filesystem::path& path, const py::object& settings) {
  const std::string text = unwrap(read_text_file(path, kLargestRules));
  return share_rules(unwrap(parse_variant(text, path.string(), fields_of(settings))));
}

std::string rules_repr(const GameRules& rules) {
  return fmt::format("<Rules '{}', digest {}>", rules.variant.name, rules.digest);
}

/// Everything but the names of the board and the groups of its position text, which the canonical
/// text of rules does not hold.
py::tuple rules_state(const GameRules& rules) {
  return py::make_tuple(rules.variant.canonical_text(), rules.variant.name);
}

SharedRules rules_from_state(const py::tuple& state) {
  const auto text = state[0].cast<std::string>();
  const auto name = state[1].cast<std::string>();
  return share_rules(unwrap(parse_canonical_text(text, name, "rules that were kept")));
}

}  // namespace

SharedRules share_rules(Variant variant) {
  std::string digest = variant.digest();
  return std::make_shared<GameRules>(GameRules{std::move(variant), std::move(digest)});
}

SharedRules rules_or_null(const py::object& variant, const py::object& settings) {
  if (py::isinstance<GameRules>(variant)) {
    if (!settings.is_none()) refuse("settings go with the name of a variant, not with Rules");
    return variant.cast<SharedRules>();
  }
  if (variant.is_none() && settings.is_none()) return nullptr;
  if (!variant.is_none() && !py::isinstance<py::str>(variant))
    throw py::type_error("variant is neither Rules nor the name of a variant");
  const std::string name = variant.is_none() ? kDefaultVariant : variant.cast<std::string>();
  return share_rules(unwrap(find_variant(name, fields_of(settings))));
}

SharedRules rules_of(const py::object& variant, const py::object& settings) {
  if (SharedRules chosen = rules_or_null(variant, settings)) return chosen;
  static const SharedRules usual = share_rules(unwrap(find_variant(kDefaultVariant)));
  return usual;
}

py::tuple point_names(const Board& board, Mask points) {
  py::list names;
  for_each_bit(points, [&](int point) { names.append(board.point_names[point]); });
  return names;
}

void bind_rules(py::module_& module) {
  py::class_<GameRules, SharedRules> rules(
      module, "Rules",
      "The rules of a game: a board and rule fields. Immutable; equal if it is the same game,\n"
      "whatever its name. `settings` replaces fields, such as {\"pieceCount\": 4}.");
  const py::object none = py::none();
  rules
      .def(py::init([](const py::object& variant, const py::object& settings) {
             return std::make_shared<GameRules>(*rules_of(variant, settings));
           }),
           py::arg("variant") = none, py::arg("settings") = none)
      .def_static("from_file", &rules_from_file, py::arg("path"), py::arg("settings") = none,
                  "Rules of a TOML file, as the commands take with --rules.")
      .def_property_readonly(
          "name", [](const GameRules& self) { return self.variant.name; },
          "Name of the variant and what settings changed.")
      .def_property_readonly(
          "digest", [](const GameRules& self) { return self.digest; },
          "What identifies the rules: 32 hexadecimal digits.")
      .def_property_readonly("fields", &rule_values, "The rule fields and their values.")
      .def_property_readonly(
          "points",
          [](const GameRules& self) {
            return point_names(*self.variant.board, self.variant.board->all());
          },
          "Names of the points of the board, in the order of the position text.")
      .def_property_readonly("edges", &edges, "The pairs of points that are joined, each once.")
      .def_property_readonly("lines", &lines, "The lines that make a mill.")
      .def_property_readonly("start", &start_of, "The empty board, White to move.")
      .def(
          "__eq__",
          [](const GameRules& self, const GameRules& other) { return self.digest == other.digest; },
          py::is_operator())
      .def("__hash__", [](const GameRules& self) { return py::hash(py::str(self.digest)); })
      .def("__str__", [](const GameRules& self) { return self.variant.name; })
      .def("__repr__", &rules_repr)
      .def(py::pickle(&rules_state, &rules_from_state));
  rules.attr("__module__") = "millstone";
}

}  // namespace mill
