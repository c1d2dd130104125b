#include "tools/commands/grade_command.h"

#include <fmt/format.h>

#include "base/timing.h"
#include "reports/json_output.h"
#include "reports/quantity.h"
#include "reports/score_file.h"
#include "reports/text_table.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/option_values.h"
#include "tools/command_line/progress_display.h"
#include "tools/command_line/stop_request.h"

namespace mill {
namespace {

struct GradeArguments {
  GradeRunner runner;
  VariantChoice variant;
  std::vector<std::string> subspaces;
  std::filesystem::path scores;
  GradeOptions options;
  bool json = false;
};

/// What a file takes of each of so many positions; "-" where there are none.
std::string bits_text(std::uint64_t bytes, std::uint64_t positions) {
  return positions == 0 ? "-" : fmt::format("{:.2f}", bits_per_class(bytes, positions));
}

void print_report(const std::vector<GradedSubspace>& rows, double seconds) {
  TextTable table(
      {"subspace", "score", "classes", "draws", "grades", "bytes", "bits/class", "bits/draw"});
  GradedSubspace sum;
  std::size_t kept = 0;
  const auto add = [&](std::string name, std::string score, const GradedSubspace& row) {
    table.add_row({std::move(name), std::move(score), number_text(row.counts.classes),
                   number_text(row.counts.draws), row.grades == 0 ? "" : number_text(row.grades),
                   number_text(row.bytes), bits_text(row.bytes, row.counts.classes),
                   bits_text(row.bytes, row.counts.draws)});
  };
  for (const GradedSubspace& row : rows) {
    add(row.subspace.text(), std::to_string(row.score), row);
    sum.counts += row.counts;
    sum.bytes += row.bytes;
    kept += row.kept;
  }
  table.add_rule();
  add(fmt::format("{} in all", rows.size()), "", sum);
  fmt::print("{}\n", table.text());
  if (kept != 0) fmt::print("{} of them were there already; ", kept);
  fmt::print("{}.\n", duration_text(seconds));
}

Json report_json(const Variant& variant, const std::vector<GradedSubspace>& rows, double seconds) {
  Json subspaces = Json::array();
  for (const GradedSubspace& row : rows) {
    Json json = subspace_json(row.subspace);
    json["score"] = row.score;
    json["classes"] = row.counts.classes;
    json["draws"] = row.counts.draws;
    json["grades"] = row.grades;
    json["bytes"] = row.bytes;
    json["kept"] = row.kept;
    subspaces.push_back(std::move(json));
  }
  return {{"variant", variant_json(variant)}, {"subspaces", subspaces}, {"seconds", seconds}};
}

struct GradeWork {
  Variant variant;
  GradeOptions options;
};

Result<GradeWork> work_of(const GradeArguments& arguments) {
  GradeWork work{MILLSTONE_TRY(resolve_variant(arguments.variant, arguments.options.directory)),
                 arguments.options};
  work.options.subspaces = MILLSTONE_TRY(parse_subspaces(work.variant, arguments.subspaces));
  if (!arguments.scores.empty())
    work.options.scores = MILLSTONE_TRY(read_score_file(arguments.scores, work.variant));
  return work;
}

Result<void> run_grade(const GradeArguments& arguments) {
  auto work = work_of(arguments);
  const Result<void> own = work ? Result<void>() : tl::unexpected(work.error());
  MILLSTONE_TRY(arguments.runner.agreed(own));
  const auto start = std::chrono::steady_clock::now();
  ProgressDisplay display;
  work->options.control = {catch_stop_signals(), shown_on(display)};
  const auto graded = arguments.runner.grade(work->variant, work->options);
  display.clear();
  if (!graded) return tl::unexpected(explain_stop(graded.error(), arguments.options.directory));
  if (!*graded) return {};
  const std::vector<GradedSubspace>& rows = **graded;
  const double seconds = seconds_since(start);
  if (arguments.json)
    print_json(report_json(work->variant, rows, seconds));
  else
    print_report(rows, seconds);
  return {};
}

}  // namespace

Command add_grade_command(CLI::App& program, const GradeRunner& runner) {
  auto arguments = std::make_shared<GradeArguments>();
  arguments->runner = runner;
  const std::string who = program.get_name() + " grade";
  GradeOptions& options = arguments->options;
  CLI::App* command =
      program.add_subcommand("grade", "Grade the draws of a database: which of them is better");
  command->footer(
      "Writes a grade file beside each value file, and the scores of subspaces that grades count\n"
      "from (grades.scores). --scores takes such a table, or Malom's (std.secval). What an "
      "earlier\n"
      "run has finished with the same scores is kept.\n"
      "Example:\n  " +
      who + " --db morris\n  " + who + " --db morris 5-4 --scores std.secval");
  add_written_directory_option(*command, options.directory);
  add_subspaces_argument(*command, arguments->subspaces);
  command->add_option("--scores", arguments->scores, "Table of scores to take")->type_name("FILE");
  add_codec_option(*command, options.codec);
  add_level_option(*command, options.level);
  add_memory_option(*command, options.memory, runner.sharers);
  add_threads_option(*command, options.threads, runner.sharers);
  add_checkpoint_options(*command, options.temp_directory, options.checkpoint_seconds);
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_grade(*arguments); }};
}

}  // namespace mill
