#include <fmt/format.h>

#include "base/timing.h"
#include "reports/json_output.h"
#include "reports/malom_export.h"
#include "reports/quantity.h"
#include "reports/text_table.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/option_values.h"
#include "tools/command_line/progress_display.h"
#include "tools/command_line/stop_request.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

struct ExportArguments {
  VariantChoice variant;
  std::vector<std::string> subspaces;
  MalomExportOptions options;
  bool json = false;
};

void print_report(const std::vector<ExportedSector>& rows, double seconds,
                  const MalomExportOptions& options) {
  TextTable table({"subspace", "positions", "bytes"});
  std::uint64_t positions = 0, bytes = 0, written = 0;
  std::size_t kept = 0;
  for (const ExportedSector& row : rows) {
    table.add_row({row.subspace.text(), number_text(row.positions), number_text(row.bytes)});
    positions += row.positions;
    bytes += row.bytes;
    kept += row.kept;
    if (!row.kept) written += row.bytes;
  }
  table.add_rule();
  table.add_row(
      {fmt::format("{} in all", rows.size()), number_text(positions), number_text(bytes)});
  fmt::print("{}\n{} files are in {}", table.text(), rows.size(), shown_text(options.to.string()));
  if (kept != 0) fmt::print(", {} of them were there already", kept);
  fmt::print("; {}, {:.0f} MB/s.\n", duration_text(seconds),
             static_cast<double>(written) / 1e6 / seconds);
}

Json report_json(const Variant& variant, const std::vector<ExportedSector>& rows, double seconds) {
  Json files = Json::array();
  for (const ExportedSector& row : rows) {
    Json file = subspace_json(row.subspace);
    file["positions"] = row.positions;
    file["bytes"] = row.bytes;
    file["kept"] = row.kept;
    files.push_back(std::move(file));
  }
  return {{"variant", variant_json(variant)}, {"files", files}, {"seconds", seconds}};
}

Result<void> run_export(const ExportArguments& arguments) {
  const auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant, arguments.options.from));
  MalomExportOptions options = arguments.options;
  options.subspaces = MILLSTONE_TRY(parse_subspaces(variant, arguments.subspaces));
  const auto start = std::chrono::steady_clock::now();
  ProgressDisplay display;
  options.control = {catch_stop_signals(), shown_on(display)};
  const auto rows = export_to_malom(variant, options);
  display.clear();
  if (!rows) return tl::unexpected(explain_stop(rows.error(), options.to));
  const double seconds = seconds_since(start);
  if (arguments.json)
    print_json(report_json(variant, *rows, seconds));
  else
    print_report(*rows, seconds, options);
  return {};
}

}  // namespace

Command add_export_command(CLI::App& program) {
  auto arguments = std::make_shared<ExportArguments>();
  CLI::App* command =
      program.add_subcommand("export", "Write a database in the format of another program");
  command->footer(
      "The files of --db are only read. --to malom writes sector files (.sec2) with values and\n"
      "distances, and a table of scores of 0, for Nine Men's Morris, Lasker and Morabaraba; with\n"
      "--grades the grades of draws, too, and the scores of the database. Some programs that read\n"
      "these files take some draws with grades for losses. What an earlier run has finished is\n"
      "kept.\n"
      "Example:\n  millstone export --to malom --db morris sectors\n"
      "  millstone export --to malom --db morris sectors 3-3 4-3");
  add_choice_option(*command, {"--to", {"malom"}, ""}, "The other program's format",
                    [](const std::string&) {})
      ->required();
  add_directory_option(*command, arguments->options.from);
  command->add_option("OUT", arguments->options.to, "Directory for the new files")
      ->required()
      ->type_name("DIR");
  add_subspaces_argument(*command, arguments->subspaces);
  command->add_flag("--grades", arguments->options.grades, "Write the grades of draws, too");
  add_threads_option(*command, arguments->options.threads);
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_export(*arguments); }};
}

}  // namespace mill
