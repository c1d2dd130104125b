#include "python/database_tasks.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "base/machine.h"
#include "builder/database_builder.h"
#include "builder/grader/grader.h"
#include "builder/verifier/verifier.h"
#include "formats/stored_rules.h"
#include "game/notation.h"
#include "python/python_errors.h"
#include "python/python_position.h"
#include "python/python_task.h"
#include "reports/database_stats.h"
#include "reports/database_summary.h"
#include "reports/score_file.h"
#include "reports/stats_picture.h"

namespace mill {
namespace {

namespace py = pybind11;
using Path = std::filesystem::path;
using Texts = std::vector<std::string>;

// What Python makes its results of: dicts whose keys are the fields of millstone/reports.py.

py::dict counts_dict(const ClassCounts& counts) {
  py::dict dict;
  dict["classes"] = counts.classes;
  dict["slots"] = counts.slots;
  dict["wins"] = counts.wins;
  dict["draws"] = counts.draws;
  dict["losses"] = counts.losses;
  dict["longest_win"] = counts.longest_win;
  dict["longest_loss"] = counts.longest_loss;
  return dict;
}

py::dict subspace_dict(const Subspace& subspace, const ClassCounts& counts) {
  py::dict dict = counts_dict(counts);
  dict["subspace"] = subspace.text();
  return dict;
}

/// The rules that are asked for, or those of the database.
SharedRules rules_for(const Path& directory, const py::object& variant,
                      const py::object& settings) {
  if (SharedRules chosen = rules_or_null(variant, settings)) return chosen;
  return share_rules(unwrap(stored_rules(directory)));
}

std::vector<Subspace> read_subspaces(const Variant& variant, const Texts& texts) {
  std::vector<Subspace> subspaces;
  subspaces.reserve(texts.size());
  for (const std::string& text : texts) subspaces.push_back(unwrap(parse_subspace(variant, text)));
  return subspaces;
}

int usual_threads(int threads) {
  if (threads < 0) refuse("threads is {}, expected 1 or more, or 0 for all", threads);
  return threads > 0 ? threads : available_processors();
}

py::list grade(const Path& directory, const Texts& subspaces, const py::object& variant,
               const py::object& settings, const std::optional<Path>& scores, int threads,
               std::uint64_t memory, const py::object& progress) {
  const SharedRules rules = rules_for(directory, variant, settings);
  GradeOptions options;
  options.directory = directory;
  options.subspaces = read_subspaces(rules->variant, subspaces);
  if (scores) options.scores = unwrap(read_score_file(*scores, rules->variant));
  options.threads = usual_threads(threads);
  options.memory = memory;
  std::vector<GradedSubspace> graded;
  run_python_task(progress, [&](PythonTask& task) {
    options.control = task.control();
    graded = unwrap(grade_database(rules->variant, options));
  });
  py::list rows;
  for (const GradedSubspace& row : graded) {
    py::dict dict = subspace_dict(row.subspace, row.counts);
    dict["score"] = row.score;
    dict["grades"] = row.grades;
    dict["grade_bytes"] = row.bytes;
    dict["kept"] = row.kept;
    rows.append(dict);
  }
  return rows;
}

py::list build(const Path& directory, const Texts& roots, const py::object& variant,
               const py::object& settings, bool distances, int threads, std::uint64_t memory,
               const py::object& progress) {
  const SharedRules rules = rules_of(variant, settings);
  BuildOptions options;
  options.directory = directory;
  options.roots = read_subspaces(rules->variant, roots);
  options.distances = distances;
  options.threads = usual_threads(threads);
  options.memory_budget = memory;
  BuildReport report;
  run_python_task(progress, [&](PythonTask& task) {
    options.control = task.control();
    report = unwrap(build_database(rules->variant, options));
  });
  py::list rows;
  for (const BuiltSubspace& row : report.subspaces) {
    py::dict dict = subspace_dict(row.subspace, row.counts);
    dict["value_bytes"] = row.value_bytes;
    dict["distance_bytes"] = row.distance_bytes;
    dict["grade_bytes"] = 0;  // grading is a task of its own
    dict["seconds"] = row.seconds;
    dict["skipped"] = row.skipped;
    rows.append(dict);
  }
  return rows;
}

py::dict info(const Path& directory, const py::object& variant, const py::object& settings) {
  const SharedRules rules = rules_for(directory, variant, settings);
  std::vector<SubspaceSummary> summary;
  run_python_task(py::none(), [&](PythonTask&) {
    summary = unwrap(summarize_database(directory, rules->variant));
  });
  py::list rows;
  for (const SubspaceSummary& row : summary) {
    py::dict dict = subspace_dict(row.subspace, row.counts);
    dict["value_bytes"] = row.value_bytes;
    dict["distance_bytes"] = row.distance_bytes;
    dict["grade_bytes"] = row.grade_bytes;
    rows.append(dict);
  }
  return py::dict(py::arg("rules") = rules, py::arg("subspaces") = rows);
}

py::dict plies_dict(const std::vector<std::uint64_t>& classes) {
  py::dict by_plies;
  for (std::size_t plies = 0; plies < classes.size(); ++plies)
    if (classes[plies] != 0) by_plies[py::int_(plies)] = classes[plies];
  return by_plies;
}

py::object line_of(const Variant& variant, const LongWin& win) {
  if (win.line.empty()) return py::none();
  py::list moves;
  for (const std::string& text : win.line)
    moves.append(move_of(*variant.board, unwrap(parse_turn(*variant.board, text))));
  return py::tuple(moves);
}

py::dict stats_dict(const SharedRules& rules, const DatabaseStats& stats) {
  py::list rows;
  for (const SubspaceStats& each : stats.subspaces) {
    py::dict row = subspace_dict(each.subspace, each.counts);
    row["win_distances"] =
        each.distances ? py::object(plies_dict(each.distances->wins)) : py::none();
    row["loss_distances"] =
        each.distances ? py::object(plies_dict(each.distances->losses)) : py::none();
    rows.append(row);
  }
  py::list wins;
  for (const LongWin& win : stats.longest_wins) {
    const TextPosition shown = with_colours(rules->variant, win.position);
    wins.append(py::dict(py::arg("subspace") = win.subspace.text(),
                         py::arg("position") = PythonPosition{rules, shown},
                         py::arg("distance") = win.distance,
                         py::arg("line") = line_of(rules->variant, win)));
  }
  const DistanceHistogram distances = total_distances(stats.subspaces);
  return py::dict(py::arg("rules") = rules, py::arg("subspaces") = rows,
                  py::arg("total") = counts_dict(total_counts(stats.subspaces)),
                  py::arg("win_distances") = plies_dict(distances.wins),
                  py::arg("loss_distances") = plies_dict(distances.losses),
                  py::arg("longest_wins") = wins,
                  py::arg("picture") = stats_picture(rules->variant, stats));
}

py::dict stats(const Path& directory, const Texts& subspaces, const py::object& variant,
               const py::object& settings, std::size_t top, int threads,
               const py::object& progress) {
  const SharedRules rules = rules_for(directory, variant, settings);
  StatsOptions options;
  options.subspaces = read_subspaces(rules->variant, subspaces);
  options.top = top;
  options.threads = usual_threads(threads);
  DatabaseStats found;
  run_python_task(progress, [&](PythonTask& task) {
    options.control = task.control();
    found = unwrap(collect_stats(directory, rules->variant, options));
  });
  return stats_dict(rules, found);
}

/// What is found wrong in a database goes into the report; whatever else keeps it from being
/// verified is thrown.
bool is_fault(const Error& error) {
  return error.code == ErrorCode::kVerificationFailed || error.code == ErrorCode::kDamagedFile;
}

py::dict check_dict(const SubspaceReport& report) {
  py::dict row;
  row["subspace"] = report.subspace.text();
  row["distances"] = report.distances;
  row["grades"] = report.grades;
  row["slots"] = report.slots;
  row["slots_checked"] = report.slots_checked;
  row["differences"] = report.differences;
  row["fault"] = report.ok() ? py::object(py::none()) : py::str(report.first_difference);
  row["seconds"] = report.seconds;
  return row;
}

/// What verify() found, as Python sees it.
py::dict verification_dict(const SharedRules& rules, const std::vector<SubspaceReport>& reports,
                           const std::optional<Error>& error) {
  py::list rows;
  py::list faults;
  for (const SubspaceReport& report : reports) {
    rows.append(check_dict(report));
    if (!report.ok()) faults.append(report.first_difference);
  }
  // A file that cannot be read has no report of its own.
  if (error && !faults.contains(error->message)) faults.append(error->message);
  return py::dict(py::arg("rules") = rules, py::arg("subspaces") = rows,
                  py::arg("faults") = faults);
}

py::dict verify(const Path& directory, const Texts& subspaces, const py::object& variant,
                const py::object& settings,
                const std::pair<std::optional<std::uint64_t>, std::uint64_t>& sample_and_seed,
                int threads, std::uint64_t memory, const py::object& progress) {
  const auto& [sample, seed] = sample_and_seed;
  const SharedRules rules = rules_for(directory, variant, settings);
  if (sample == 0) refuse("sample is 0, expected 1 or more");
  VerifyOptions options;
  options.subspaces = read_subspaces(rules->variant, subspaces);
  options.sample = sample;
  options.seed = seed;
  options.threads = usual_threads(threads);
  options.memory = memory;
  std::vector<SubspaceReport> reports;
  std::optional<Error> error;
  run_python_task(progress, [&](PythonTask& task) {
    options.control = task.control();
    options.finished = [&](const SubspaceReport& report) { reports.push_back(report); };
    const auto verified = verify_database(directory, rules->variant, options);
    if (!verified && !is_fault(verified.error())) unwrap(verified);
    if (!verified) error = verified.error();
  });
  return verification_dict(rules, reports, error);
}

}  // namespace

void bind_database_tasks(py::module_& module) {
  module.def("build", &build);
  module.def("grade", &grade);
  module.def("info", &info);
  module.def("stats", &stats);
  module.def("verify", &verify);
}

}  // namespace mill
