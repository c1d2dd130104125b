#include <fmt/format.h>

#include "base/timing.h"
#include "reports/json_output.h"
#include "reports/malom_import.h"
#include "reports/quantity.h"
#include "reports/text_table.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/option_values.h"
#include "tools/command_line/progress_display.h"
#include "tools/command_line/stop_request.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

struct ImportArguments {
  VariantChoice variant;
  std::filesystem::path from;
  std::vector<std::string> subspaces;
  MalomImportOptions options;
  bool json = false;
};

void print_report(const std::vector<ImportedSubspace>& rows, double seconds,
                  const MalomImportOptions& options) {
  TextTable table({"subspace", "classes", "wins", "draws", "losses", "longest win"});
  ClassCounts sum;
  std::size_t kept = 0;
  const auto add_row = [&](std::string name, const ClassCounts& counts) {
    table.add_row({std::move(name), number_text(counts.classes), number_text(counts.wins),
                   number_text(counts.draws), number_text(counts.losses),
                   number_text(static_cast<std::uint64_t>(counts.longest_win))});
  };
  for (const ImportedSubspace& row : rows) {
    add_row(row.subspace.text(), row.counts);
    sum += row.counts;
    kept += row.kept;
  }
  table.add_rule();
  add_row(fmt::format("{} in all", rows.size()), sum);
  fmt::print("{}\n{} subspaces are in {}", table.text(), rows.size(),
             shown_text(options.to.string()));
  if (kept != 0) fmt::print(", {} of them were there already", kept);
  fmt::print("; {}. Check them with 'millstone verify --db {}'.\n", duration_text(seconds),
             shown_text(options.to.string()));
}

Json report_json(const Variant& variant, const std::vector<ImportedSubspace>& rows,
                 double seconds) {
  Json subspaces = Json::array();
  for (const ImportedSubspace& row : rows) {
    Json one = subspace_json(row.subspace);
    one["classes"] = row.counts.classes;
    one["wins"] = row.counts.wins;
    one["draws"] = row.counts.draws;
    one["losses"] = row.counts.losses;
    one["longest_win"] = row.counts.longest_win;
    one["longest_loss"] = row.counts.longest_loss;
    one["kept"] = row.kept;
    subspaces.push_back(std::move(one));
  }
  return {{"variant", variant_json(variant)}, {"subspaces", subspaces}, {"seconds", seconds}};
}

/// The game whose rules were chosen, else the only one that the directory has.
Result<const MalomGame*> game_of(const ImportArguments& arguments) {
  const std::vector<const MalomGame*> games = games_in(arguments.from);
  if (games.empty())
    return fail(ErrorCode::kMissingFile, "{}: has no table of scores (std.secval) of Malom's",
                arguments.from.string());
  if (arguments.variant.is_given())
    return malom_game(MILLSTONE_TRY(resolve_variant(arguments.variant)));
  if (games.size() > 1)
    return fail(ErrorCode::kInvalidArgument,
                "{}: has files of several games, name one with --variant {} or --variant {}",
                arguments.from.string(), games[0]->preset, games[1]->preset);
  return games.front();
}

Result<void> run_import(const ImportArguments& arguments) {
  const MalomGame* const game = MILLSTONE_TRY(game_of(arguments));
  const SectorDirectory source = MILLSTONE_TRY(SectorDirectory::open(arguments.from, *game));
  MalomImportOptions options = arguments.options;
  options.subspaces = MILLSTONE_TRY(parse_subspaces(source.variant(), arguments.subspaces));
  if (options.subspaces.empty() && source.sectors().empty())
    return fail(ErrorCode::kMissingFile, "{}: has no sector files", arguments.from.string());
  const auto start = std::chrono::steady_clock::now();
  ProgressDisplay display;
  options.control = {catch_stop_signals(), shown_on(display)};
  const auto rows = import_from_malom(source, options);
  display.clear();
  if (!rows) return tl::unexpected(explain_stop(rows.error(), options.to));
  const double seconds = seconds_since(start);
  if (arguments.json)
    print_json(report_json(source.variant(), *rows, seconds));
  else
    print_report(*rows, seconds, options);
  return {};
}

}  // namespace

Command add_import_command(CLI::App& program) {
  auto arguments = std::make_shared<ImportArguments>();
  CLI::App* command =
      program.add_subcommand("import", "Make a database of files of another program");
  command->footer(
      "--from malom reads sector files (.sec2) with the table of scores beside them, and writes\n"
      "values and distances, and grades where scores are not all 0. What an earlier run has\n"
      "finished is kept.\n"
      "Example:\n  millstone import --from malom sectors --db morris");
  add_choice_option(*command, {"--from", {"malom"}, ""}, "The other program's format",
                    [](const std::string&) {})
      ->required();
  command->add_option("IN", arguments->from, "Directory of the files to read")
      ->required()
      ->type_name("DIR");
  add_subspaces_argument(*command, arguments->subspaces);
  MalomImportOptions& options = arguments->options;
  add_written_directory_option(*command, options.to);
  add_codec_option(*command, options.write.codec);
  add_level_option(*command, options.write.level);
  add_threads_option(*command, options.threads);
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_import(*arguments); }};
}

}  // namespace mill
