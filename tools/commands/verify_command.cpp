#include "tools/commands/verify_command.h"

#include <fmt/format.h>

#include "base/machine.h"
#include "base/timing.h"
#include "reports/json_output.h"
#include "reports/quantity.h"
#include "reports/text_table.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/option_values.h"
#include "tools/command_line/progress_display.h"
#include "tools/command_line/stop_request.h"

namespace mill {
namespace {

struct VerifyArguments {
  VerifyRunner runner;
  VariantChoice variant;
  std::filesystem::path directory;
  std::vector<std::string> subspaces;
  VerifyOptions verify;
  bool json = false;
};

/// What was checked beside values.
std::string details_text(const SubspaceReport& report) {
  if (report.distances && report.grades) return "distances, grades";
  return report.distances ? "distances" : report.grades ? "grades" : "-";
}

void print_reports(const std::vector<SubspaceReport>& reports, double seconds) {
  TextTable table({"subspace", "slots", "checked", "with", "differences", "seconds"});
  std::uint64_t slots = 0, checked = 0, differences = 0;
  for (const SubspaceReport& report : reports) {
    table.add_row({report.subspace.text(), number_text(report.slots),
                   number_text(report.slots_checked), details_text(report),
                   number_text(report.differences), fmt::format("{:.2f}", report.seconds)});
    slots += report.slots;
    checked += report.slots_checked;
    differences += report.differences;
  }
  table.add_rule();
  table.add_row({fmt::format("{} in all", reports.size()), number_text(slots), number_text(checked),
                 "", number_text(differences), fmt::format("{:.2f}", seconds)});
  fmt::print("{}", table.text());
  bool heading = false;
  for (const SubspaceReport& report : reports) {
    if (report.ok()) continue;
    fmt::print("{}  {}: {}\n", heading ? "" : "\nWhat does not hold:\n", report.subspace.text(),
               report.fault.empty() ? report.first_difference : report.fault);
    heading = true;
  }
}

Json reports_json(const Variant& variant, const std::vector<SubspaceReport>& reports, bool all_hold,
                  double seconds) {
  Json rows = Json::array();
  for (const SubspaceReport& report : reports) {
    Json row = subspace_json(report.subspace);
    row["distances"] = report.distances;
    row["grades"] = report.grades;
    row["slots"] = report.slots;
    row["slots_checked"] = report.slots_checked;
    row["differences"] = report.differences;
    row["first_difference"] =
        report.first_difference.empty() ? Json() : Json(report.first_difference);
    row["fault"] = report.fault.empty() ? Json() : Json(report.fault);
    row["seconds"] = report.seconds;
    rows.push_back(std::move(row));
  }
  return {{"variant", variant_json(variant)},
          {"ok", all_hold},
          {"subspaces", rows},
          {"seconds", seconds}};
}

Result<void> only_error_of(const Result<std::optional<VerifyReport>>& verified) {
  MILLSTONE_TRY(verified);
  return {};
}

struct Task {
  Variant variant;
  std::vector<Subspace> subspaces;
};

Result<Task> task_of(const VerifyArguments& arguments) {
  auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant, arguments.directory));
  auto subspaces = MILLSTONE_TRY(parse_subspaces(variant, arguments.subspaces));
  return Task{std::move(variant), std::move(subspaces)};
}

Result<void> run_verify(const VerifyArguments& arguments) {
  const auto task = task_of(arguments);
  const Result<void> own = task ? Result<void>() : tl::unexpected(task.error());
  MILLSTONE_TRY(arguments.runner.agreed(own));
  const Variant& variant = task->variant;

  if (arguments.verify.memory != 0) give_back_freed_memory();
  const auto start = std::chrono::steady_clock::now();
  ProgressDisplay display;
  std::vector<SubspaceReport> reports;
  VerifyOptions options = arguments.verify;
  options.subspaces = task->subspaces;
  options.control = {catch_stop_signals(), shown_on(display)};
  options.finished = [&](const SubspaceReport& report) { reports.push_back(report); };
  const auto verified = arguments.runner.verify(arguments.directory, variant, options);
  display.clear();
  const double seconds = seconds_since(start);

  if (!arguments.runner.reports) return only_error_of(verified);
  const bool stopped = !verified && verified.error().code == ErrorCode::kInterrupted;
  if (arguments.json)
    print_json(reports_json(variant, reports, verified.has_value(), seconds));
  else if (!reports.empty())
    print_reports(reports, seconds);
  if (stopped) return fail(ErrorCode::kInterrupted, "stopped before all was checked");
  MILLSTONE_TRY(verified);
  if (!arguments.json) fmt::print("\nAll values, counts and checksums hold.\n");
  return {};
}

}  // namespace

Command add_verify_command(CLI::App& program, const VerifyRunner& runner) {
  auto arguments = std::make_shared<VerifyArguments>();
  arguments->runner = runner;
  const std::string who = program.get_name() + " verify";
  CLI::App* command = program.add_subcommand(
      "verify", "Recompute every value, distance and count of a database from the rules");
  command->footer(
      "Checks what is named, or everything that is there; exit code 0 only if all of it holds.\n"
      "Example:\n  " +
      who + " --db morris\n  " + who + " --db morris 9-9 --sample 100");
  add_directory_option(*command, arguments->directory);
  add_subspaces_argument(*command, arguments->subspaces);
  VerifyOptions& verify = arguments->verify;
  command
      ->add_option_function<std::uint64_t>(
          "--sample", [&verify](const std::uint64_t& every) { verify.sample = every; },
          "Recompute one block of every N only; checksums and counts are checked in full")
      ->check(number_from<std::uint64_t>(1))
      ->type_name("N");
  add_threads_option(*command, verify.threads, runner.sharers);
  add_memory_option(*command, verify.memory, runner.sharers);
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_verify(*arguments); }};
}

}  // namespace mill
