#include "tools/commands/build_command.h"

#include <fmt/format.h>

#include "base/machine.h"
#include "reports/database_summary.h"
#include "reports/job_report.h"
#include "reports/json_output.h"
#include "reports/quantity.h"
#include "reports/start_position.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/option_values.h"
#include "tools/command_line/progress_display.h"
#include "tools/command_line/standard_streams.h"
#include "tools/command_line/stop_request.h"

namespace mill {
namespace {

struct BuildArguments {
  BuildRunner runner;
  std::string who;  ///< for messages
  VariantChoice variant;
  std::vector<std::string> subspaces;
  BuildOptions build;
  bool grades = false;  ///< grade files, too
  bool json = false;
};

std::vector<SubspaceSummary> summaries_of(const BuildReport& report) {
  std::vector<SubspaceSummary> rows;
  for (const BuiltSubspace& built : report.subspaces) {
    rows.push_back({built.subspace, built.counts, built.value_bytes, built.distance_bytes, 0, {}});
    if (!built.skipped) rows.back().seconds = built.seconds;
  }
  return rows;
}

/// Grades what has been built, by the same processes in the same way.
Result<std::optional<std::vector<GradedSubspace>>> grade(const GradeTask& task,
                                                         const Variant& variant,
                                                         const BuildOptions& build) {
  GradeOptions options;
  options.directory = build.directory;
  options.subspaces = build.roots;
  options.level = build.level;
  options.codec = build.codec;
  options.memory = build.memory_budget;
  options.threads = build.threads;
  options.temp_directory = build.temp_directory;
  options.checkpoint_seconds = build.checkpoint_seconds;
  options.control = build.control;
  return task(variant, options);
}

void add_grades(const std::vector<GradedSubspace>& graded, std::vector<SubspaceSummary>& rows) {
  for (const GradedSubspace& each : graded) {
    const auto row = std::ranges::find(rows, each.subspace, &SubspaceSummary::subspace);
    if (row != rows.end()) row->grade_bytes = each.bytes;
  }
}

std::size_t skipped_in(const BuildReport& report) {
  return static_cast<std::size_t>(
      std::count_if(report.subspaces.begin(), report.subspaces.end(),
                    [](const BuiltSubspace& built) { return built.skipped; }));
}

void print_report(const BuildReport& report, const std::vector<SubspaceSummary>& rows,
                  const BuildOptions& options) {
  fmt::print("{}\n", summary_table(rows, report.seconds));
  const std::size_t skipped = skipped_in(report);
  fmt::print("{} in {}: {} built in {} with {} of tables", report.subspaces.size(),
             shown_text(options.directory.string()), report.subspaces.size() - skipped,
             duration_text(report.seconds), byte_size_text(report.peak_memory));
  if (skipped != 0) fmt::print(", {} were there already", skipped);
  fmt::print(".\n");
  if (report.job && !report.job->pairs.empty())
    fmt::print("\n{}", job_table(*report.job, report.seconds));
}

Result<std::optional<ProbeReport>> probe_start(const Variant& variant, const BuildOptions& options,
                                               const BuildReport& report) {
  std::vector<Subspace> subspaces;
  for (const BuiltSubspace& built : report.subspaces) subspaces.push_back(built.subspace);
  return probe_start(options.directory, variant, subspaces);
}

Json report_json(const Variant& variant, const BuildReport& report,
                 const std::vector<SubspaceSummary>& rows,
                 const std::optional<ProbeReport>& start) {
  Json subspaces = Json::array();
  for (const SubspaceSummary& row : rows) subspaces.push_back(summary_json(row, true));
  Json json = {{"variant", variant_json(variant)},
               {"subspaces", subspaces},
               {"built", report.subspaces.size() - skipped_in(report)},
               {"skipped", skipped_in(report)},
               {"start", start ? answer_json(*variant.board, *start) : Json()},
               {"seconds", report.seconds},
               {"peak_memory", report.peak_memory}};
  if (report.job) json["job"] = job_json(*report.job);
  return json;
}

Result<void> run_build(const BuildArguments& arguments) {
  const auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant));
  const auto roots = MILLSTONE_TRY(parse_subspaces(variant, arguments.subspaces));

  if (arguments.build.memory_budget != 0) give_back_freed_memory();
  ProgressDisplay display;
  BuildOptions options = arguments.build;
  options.roots = roots;
  options.control = {catch_stop_signals(), shown_on(display)};
  options.note = [&](const std::string& note) {
    display.clear();
    print_error_output("{}: note: {}\n", arguments.who, shown_message(note));
  };
  const auto built = arguments.runner.build(variant, options);
  display.clear();
  if (!built) return tl::unexpected(explain_stop(built.error(), options.directory));
  std::vector<GradedSubspace> grades;
  if (arguments.grades) {
    const auto graded = grade(arguments.runner.grade, variant, options);
    display.clear();
    if (!graded) return tl::unexpected(explain_stop(graded.error(), options.directory));
    grades = graded->value_or(std::vector<GradedSubspace>{});
  }
  if (!*built) return {};
  const BuildReport& report = **built;
  std::vector<SubspaceSummary> rows = summaries_of(report);
  add_grades(grades, rows);
  const auto start = MILLSTONE_TRY(probe_start(variant, options, report));
  if (arguments.json) {
    print_json(report_json(variant, report, rows, start));
  } else {
    print_report(report, rows, options);
    if (start) fmt::print("\n{}", start_text(*variant.board, *start));
  }
  return {};
}

}  // namespace

Command add_build_command(CLI::App& program, const BuildRunner& runner) {
  auto arguments = std::make_shared<BuildArguments>();
  arguments->runner = runner;
  arguments->who = program.get_name() + " build";
  CLI::App* command = program.add_subcommand(
      "build", "Build subspaces, their mirrors and all that can follow from them");
  command->footer(
      "Finished files are kept: a build that was stopped or killed goes on when the same command\n"
      "is run again. The bytes of the files depend on none of the options but --codec and "
      "--level.\n"
      "Example:\n  " +
      arguments->who + " --db morris 9-9 --memory 4G");
  add_written_directory_option(*command, arguments->build.directory);
  add_subspaces_argument(*command, arguments->subspaces);
  command->get_option("SUBSPACE")->required();
  add_threads_option(*command, arguments->build.threads, runner.sharers);
  add_memory_option(*command, arguments->build.memory_budget, runner.sharers);
  add_metrics_option(*command, arguments->build.distances, &arguments->grades);
  add_codec_option(*command, arguments->build.codec);
  add_level_option(*command, arguments->build.level);
  add_kernels_option(*command, arguments->build.kernels);
  BuildOptions& build = arguments->build;
  add_checkpoint_options(*command, build.temp_directory, build.checkpoint_seconds);
  command->add_flag_callback(
      "--ignore-space", [&build] { build.check_space = false; },
      "Start even if the files will hardly fit on the disk");
  if (runner.team)
    command->add_option("--team", *runner.team, "Ranks that build a pair together")
        ->check(number_from(1, runner.ranks, ", which are the ranks of this job"))
        ->type_name("N [as many as pays]");
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_build(*arguments); }};
}

}  // namespace mill
