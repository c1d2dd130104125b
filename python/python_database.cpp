#include "python/python_database.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <utility>

#include "formats/stored_rules.h"
#include "game/numbering.h"
#include "game/subspace.h"
#include "prober/prober.h"
#include "python/python_errors.h"
#include "python/python_position.h"
#include "python/python_task.h"
#include "python/subspace_arrays.h"

namespace mill {
namespace {

namespace py = pybind11;

/// (value, distance or None, (gain, steps) or None): what Python makes its Outcome of.
using RawGrade = std::pair<int, int>;
using RawOutcome = std::tuple<std::string, std::optional<int>, std::optional<RawGrade>>;

RawOutcome raw_outcome(Value value, std::optional<int> distance,
                       const std::optional<Grade>& grade) {
  std::optional<RawGrade> pair;
  if (grade) pair = {grade->gain, grade->steps};
  return {std::string(value_name(value)), distance, pair};
}

/// Asks without the interpreter's lock.
template <typename Ask>
auto unlocked(const Ask& ask) {
  const py::gil_scoped_release release;
  return unwrap(ask());
}

class Database {
 public:
  Database(std::vector<std::filesystem::path> paths, const py::object& variant,
           const py::object& settings, std::uint64_t cache_bytes, bool mapped, bool preload)
      : paths_(std::move(paths)),
        rules_(choose_rules(variant, settings)),
        prober_(open(cache_bytes, mapped)) {
    if (preload)
      run_python_task(py::none(), [this](PythonTask&) { unwrap(prober_.preload_values()); });
  }

  SharedRules rules() const { return rules_; }

  std::vector<std::string> subspaces() const {
    std::vector<std::string> texts;
    for (const Subspace& subspace : prober_.subspaces()) texts.push_back(subspace.text());
    return texts;
  }

  std::string value(const py::handle& position) const {
    const Position asked = read(position);
    return std::string(value_name(unlocked([&] { return prober_.value(asked); })));
  }

  std::vector<std::string> values(const py::iterable& positions) const {
    std::vector<Position> asked;
    for (const py::handle position : positions) asked.push_back(read(position));
    std::vector<std::optional<Value>> found(asked.size());
    unlocked([&] { return prober_.values(asked, found); });
    std::vector<std::string> names;
    names.reserve(found.size());
    for (const std::optional<Value>& value : found) names.emplace_back(value_name(*value));
    return names;
  }

  RawOutcome probe(const py::handle& position) const {
    const ProbeReport report = report_of(position);
    return raw_outcome(report.value, report.distance, report.grade);
  }

  std::vector<std::pair<PythonMove, RawOutcome>> moves(const py::handle& position) const {
    std::vector<std::pair<PythonMove, RawOutcome>> moves;
    for (const RankedTurn& ranked : report_of(position).turns)
      moves.emplace_back(move_of(*variant().board, ranked.turn),
                         raw_outcome(ranked.value, ranked.distance, ranked.grade));
    return moves;
  }

  PythonPosition play(const py::handle& position, const py::handle& move) const {
    return play_move({rules_, read_position(*rules_, position)}, move);
  }

  /// The position of a slot.
  PythonPosition position(const std::string& subspace_text, std::uint64_t slot) const {
    const Subspace subspace = unwrap(parse_subspace(variant(), subspace_text));
    const Numbering numbering = Numbering::make(variant(), subspace);
    if (slot >= numbering.slots())
      refuse("subspace {} has {} slots", subspace_text, numbering.slots());
    return {rules_, with_colours(variant(), numbering.position(subspace, slot))};
  }

  std::pair<py::array, py::object> arrays(const std::string& subspace, bool distances) const {
    return subspace_arrays(paths_, variant(), unwrap(parse_subspace(variant(), subspace)),
                           distances);
  }

  std::array<py::array, 3> sample(const std::string& subspace, std::uint64_t count,
                                  std::uint64_t seed, bool quiet, const std::string& part) const {
    return sample_arrays(prober_, unwrap(parse_subspace(variant(), subspace)),
                         {count, seed, quiet, part_of(part)});
  }

 private:
  static SamplePart part_of(const std::string& name) {
    if (name == "all") return SamplePart::kAll;
    if (name == "training") return SamplePart::kTraining;
    if (name == "held-out") return SamplePart::kHeldOut;
    refuse("part is '{}', expected 'all', 'training' or 'held-out'", name);
  }

  const Variant& variant() const { return rules_->variant; }

  SharedRules choose_rules(const py::object& variant, const py::object& settings) const {
    if (paths_.empty()) refuse("no path is given");
    if (SharedRules chosen = rules_or_null(variant, settings)) return chosen;
    return share_rules(unwrap(stored_rules(paths_.front())));
  }

  Prober open(std::uint64_t cache_bytes, bool mapped) const {
    ProberOptions options;
    options.cache_bytes = cache_bytes;
    options.access = mapped ? FileAccess::kMapped : FileAccess::kPositioned;
    return unlocked([&] { return Prober::open(paths_, variant(), options); });
  }

  Position read(const py::handle& position) const {
    return read_position(*rules_, position).position;
  }

  ProbeReport report_of(const py::handle& position) const {
    const Position asked = read(position);
    return unlocked([&] { return prober_.probe(asked); });
  }

  std::vector<std::filesystem::path> paths_;
  SharedRules rules_;
  Prober prober_;
};

}  // namespace

void bind_database(py::module_& module) {
  py::class_<Database>(module, "Database")
      .def(py::init<std::vector<std::filesystem::path>, const py::object&, const py::object&,
                    std::uint64_t, bool, bool>())
      .def_property_readonly("rules", &Database::rules)
      .def_property_readonly("subspaces", &Database::subspaces)
      .def("value", &Database::value)
      .def("values", &Database::values)
      .def("probe", &Database::probe)
      .def("moves", &Database::moves)
      .def("play", &Database::play)
      .def("position", &Database::position)
      .def("arrays", &Database::arrays)
      .def("sample", &Database::sample);
}

}  // namespace mill
