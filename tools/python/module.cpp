// The Python module: prober and builder for people who measure. What it says in Python is in
// millstone/__init__.py and its stub.

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <thread>

#include "builder/database_builder.h"
#include "formats/database_file.h"
#include "formats/stored_rules.h"
#include "game/notation.h"
#include "game/numbering.h"
#include "game/position_text.h"
#include "game/text_play.h"
#include "prober/prober.h"

namespace py = pybind11;

namespace millstone {
namespace {

using Settings = std::map<std::string, std::string>;

/// Errors cross into Python as exceptions; which one is chosen in __init__.py by the code.
struct PythonError {
  ErrorCode code;
  std::string message;
};

template <typename T>
T unwrap(Result<T> result) {
  if (!result) throw PythonError{result.error().code, result.error().message};
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

const char* code_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kMissingFile:
      return "MissingError";
    case ErrorCode::kDamagedFile:
      return "DamagedError";
    case ErrorCode::kUnsupportedVersion:
      return "UnsupportedVersionError";
    case ErrorCode::kWrongRules:
      return "WrongRulesError";
    case ErrorCode::kUnsupportedRule:
      return "UnsupportedRuleError";
    case ErrorCode::kInvalidArgument:
      return "InvalidArgumentError";
    case ErrorCode::kNotEnoughMemory:
      return "OutOfMemoryError";
    default:
      return "MillstoneError";
  }
}

Variant choose_variant(const std::string& name, const Settings& settings) {
  std::vector<RuleField> fields;
  for (const auto& [field, value] : settings) fields.push_back({field, value});
  return unwrap(find_variant(name, fields));
}

/// (value, distance or None): what Python makes its Outcome of.
using RawOutcome = std::pair<std::string, std::optional<int>>;

RawOutcome raw_outcome(Value value, std::optional<int> distance) {
  return {std::string(value_name(value)), distance};
}

class Database {
 public:
  Database(const std::vector<std::filesystem::path>& paths, const std::optional<std::string>& name,
           const Settings& settings, std::uint64_t cache_bytes, bool mapped, bool preload)
      : paths_(paths),
        variant_(name ? choose_variant(*name, settings) : unwrap(stored_rules(first(paths)))),
        prober_(open(paths, variant_, cache_bytes, mapped)) {
    if (preload) unwrap(prober_.preload_values());
  }

  std::string variant_name() const { return variant_.name; }
  std::string digest() const { return variant_.digest(); }
  std::vector<std::string> points() const { return variant_.board->point_names; }

  std::vector<std::string> subspaces() const {
    std::vector<std::string> texts;
    for (const Subspace& subspace : prober_.subspaces()) texts.push_back(subspace.text());
    return texts;
  }

  std::string start() const { return position_text(variant_, {start_position(variant_)}); }

  std::string value(const std::string& text) const {
    return std::string(value_name(unwrap(prober_.value(read(text).position))));
  }

  std::vector<std::string> values(const std::vector<std::string>& texts) const {
    std::vector<Position> positions;
    positions.reserve(texts.size());
    for (const std::string& text : texts) positions.push_back(read(text).position);
    std::vector<std::optional<Value>> found(positions.size());
    unwrap(prober_.values(positions, found));
    std::vector<std::string> names;
    names.reserve(found.size());
    for (const std::optional<Value>& value : found) names.emplace_back(value_name(*value));
    return names;
  }

  RawOutcome probe(const std::string& text) const {
    const ProbeReport report = unwrap(prober_.probe(read(text).position));
    return raw_outcome(report.value, report.distance);
  }

  std::vector<std::pair<std::string, RawOutcome>> moves(const std::string& text) const {
    const ProbeReport report = unwrap(prober_.probe(read(text).position));
    std::vector<std::pair<std::string, RawOutcome>> moves;
    for (const RankedTurn& ranked : report.turns)
      moves.emplace_back(turn_text(*variant_.board, ranked.turn),
                         raw_outcome(ranked.value, ranked.distance));
    return moves;
  }

  std::string play(const std::string& text, const std::string& turn) const {
    const TextPosition before = read(text);
    const Turn legal = unwrap(parse_legal_turn(variant_, before.position, turn));
    return position_text(variant_, millstone::play(variant_, before, legal));
  }

  /// The position of a slot, with the side to move playing White.
  std::string position(const std::string& subspace_text, std::uint64_t slot) const {
    const Subspace subspace = unwrap(parse_subspace(variant_, subspace_text));
    const Numbering numbering = Numbering::make(variant_, subspace);
    if (slot >= numbering.slots())
      throw PythonError{ErrorCode::kInvalidArgument,
                        fmt::format("subspace {} has {} slots", subspace_text, numbering.slots())};
    return position_text(variant_, with_colours(variant_, numbering.position(subspace, slot)));
  }

  /// Values, and distances (-1 in draws) where they are asked for and there, of all slots.
  std::pair<py::array, py::object> arrays(const std::string& subspace_text, bool distances) const {
    const Subspace subspace = unwrap(parse_subspace(variant_, subspace_text));
    std::vector<std::uint8_t> values;
    std::vector<std::int16_t> plies;
    {
      const py::gil_scoped_release release;
      decode(subspace, values, distances ? &plies : nullptr);
    }
    py::array value_array = as_array(std::move(values));
    if (plies.empty()) return {std::move(value_array), py::none()};
    return {std::move(value_array), as_array(std::move(plies))};
  }

 private:
  static const std::filesystem::path& first(const std::vector<std::filesystem::path>& paths) {
    if (paths.empty()) throw PythonError{ErrorCode::kInvalidArgument, "no path is given"};
    return paths.front();
  }

  static Prober open(const std::vector<std::filesystem::path>& paths, const Variant& variant,
                     std::uint64_t cache_bytes, bool mapped) {
    ProberOptions options;
    options.cache_bytes = cache_bytes;
    options.access = mapped ? FileAccess::kMapped : FileAccess::kPositioned;
    return unwrap(Prober::open(paths, variant, options));
  }

  TextPosition read(const std::string& text) const {
    return unwrap(parse_position_text(variant_, text));
  }

  Result<DatabaseFile> open_file(const Subspace& subspace, Metric metric) const {
    for (const auto& path : paths_) {
      auto file = DatabaseFile::open(path / file_name(subspace, metric), variant_);
      if (file || file.error().code != ErrorCode::kMissingFile) return file;
    }
    return fail(ErrorCode::kMissingFile, "{}: there is no such file", file_name(subspace, metric));
  }

  void decode(const Subspace& subspace, std::vector<std::uint8_t>& values,
              std::vector<std::int16_t>* plies) const {
    const DatabaseFile value_file = unwrap(open_file(subspace, Metric::kValue));
    std::optional<DatabaseFile> distance_file;
    if (plies) {
      distance_file = unwrap(open_file(subspace, Metric::kDistance));
      unwrap(check_pair(value_file, *distance_file));
    }
    const FileHeader& header = value_file.header();
    values.reserve(header.counts.slots);
    for (std::uint32_t block = 0; block < header.block_count; ++block) {
      const std::uint32_t slots = header.slots_in_block(block);
      std::vector<std::uint8_t> packed(packed_size(slots));
      unwrap(value_file.decode_values(block, packed));
      for (std::uint32_t i = 0; i < slots; ++i)
        values.push_back(static_cast<std::uint8_t>(value_at(packed.data(), i)));
      if (plies) append_plies(*distance_file, block, packed, slots, *plies);
    }
  }

  static void append_plies(const DatabaseFile& file, std::uint32_t block,
                           const std::vector<std::uint8_t>& packed, std::uint32_t slots,
                           std::vector<std::int16_t>& plies) {
    std::vector<Key> keys(slots);
    std::vector<LongDistance> longs;
    unwrap(file.decode_keys(block, packed.data(), keys, &longs));
    const std::size_t first = plies.size();
    for (Key key : keys)
      plies.push_back(static_cast<std::int16_t>(key == kKeyDraw ? -1 : to_outcome(key).distance));
    const std::uint64_t first_slot = std::uint64_t{block} * file.header().block_slots;
    for (const LongDistance& entry : longs)
      plies[first + (entry.slot - first_slot)] = static_cast<std::int16_t>(entry.distance);
  }

  /// An array that owns the vector's memory: nothing is copied.
  template <typename T>
  static py::array as_array(std::vector<T> vector) {
    auto* held = new std::vector<T>(std::move(vector));
    const py::capsule owner(held,
                            [](void* memory) { delete static_cast<std::vector<T>*>(memory); });
    return py::array_t<T>(static_cast<py::ssize_t>(held->size()), held->data(), owner);
  }

  std::vector<std::filesystem::path> paths_;
  Variant variant_;
  Prober prober_;
};

py::dict row_dict(const BuiltSubspace& row) {
  py::dict dict;
  dict["subspace"] = row.subspace.text();
  dict["classes"] = row.counts.classes;
  dict["wins"] = row.counts.wins;
  dict["draws"] = row.counts.draws;
  dict["losses"] = row.counts.losses;
  dict["longest_win"] = row.counts.longest_win;
  dict["longest_loss"] = row.counts.longest_loss;
  dict["value_bytes"] = row.value_bytes;
  dict["distance_bytes"] = row.distance_bytes;
  dict["skipped"] = row.skipped;
  return dict;
}

py::list build(const std::filesystem::path& directory, const std::vector<std::string>& subspaces,
               const std::string& variant_name, const Settings& settings, bool distances,
               int threads, std::uint64_t memory) {
  const Variant variant = choose_variant(variant_name, settings);
  BuildOptions options;
  options.directory = directory;
  for (const std::string& text : subspaces)
    options.roots.push_back(unwrap(parse_subspace(variant, text)));
  options.distances = distances;
  const int processors = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  options.threads = threads > 0 ? threads : processors;
  options.memory_budget = memory;
  const BuildReport report = [&] {
    const py::gil_scoped_release release;
    return unwrap(build_database(variant, options));
  }();
  py::list rows;
  for (const BuiltSubspace& row : report.subspaces) rows.append(row_dict(row));
  return rows;
}

std::vector<std::string> variant_names() {
  std::vector<std::string> names;
  for (const Preset& preset : list_presets())
    if (preset.variant) names.push_back(preset.name);
  return names;
}

}  // namespace

// NOLINTNEXTLINE: the macro is pybind11's
PYBIND11_MODULE(_millstone, module) {
  // NOLINTNEXTLINE(performance-unnecessary-value-param): the type is pybind11's
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const PythonError& error) {
      const py::object type = py::module_::import("millstone.errors").attr(code_name(error.code));
      PyErr_SetString(type.ptr(), error.message.c_str());
    }
  });
  using Release = py::call_guard<py::gil_scoped_release>;
  py::class_<Database>(module, "Database")
      .def(py::init<const std::vector<std::filesystem::path>&, const std::optional<std::string>&,
                    const Settings&, std::uint64_t, bool, bool>())
      .def_property_readonly("variant", &Database::variant_name)
      .def_property_readonly("digest", &Database::digest)
      .def_property_readonly("points", &Database::points)
      .def_property_readonly("subspaces", &Database::subspaces)
      .def_property_readonly("start", &Database::start)
      .def("value", &Database::value, Release())
      .def("values", &Database::values, Release())
      .def("probe", &Database::probe, Release())
      .def("moves", &Database::moves, Release())
      .def("play", &Database::play)
      .def("position", &Database::position)
      .def("arrays", &Database::arrays);
  module.def("build", &build);
  module.def("variants", &variant_names);
  module.attr("version") = MILLSTONE_VERSION;
}

}  // namespace millstone
