#include <fmt/format.h>

#include <algorithm>

#include "engine/suite/drawing.h"
#include "game/notation.h"
#include "reports/json_output.h"
#include "reports/text_table.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/file_arguments.h"
#include "tools/command_line/option_values.h"
#include "tools/command_line/progress_display.h"
#include "tools/command_line/stop_request.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

struct SuiteArguments {
  VariantChoice variant;
  std::filesystem::path directory;
  std::vector<std::string> given;  // position texts
  std::vector<Theme> themes;       // empty: all
  DrawingOptions drawing;
  std::uint64_t nodes = 3'000'000;
  std::filesystem::path file;  // empty: the standard output
  bool json = false;
};

Json json_of(const Variant& variant, const std::vector<DrawnPosition>& drawn) {
  Json positions = Json::array();
  for (const auto& [test, missed] : drawn) {
    Json best = Json::array();
    for (const Turn& turn : test.best) best.push_back(turn_text(*variant.board, turn));
    positions.push_back({{"position", position_text(variant, test.position)},
                         {"best", best},
                         {"value", value_name(test.value)},
                         {"theme", theme_name(test.theme)},
                         {"missed", missed}});
  }
  return {{"variant", variant.name}, {"positions", positions}};
}

/// The lines of a file, with where they come from.
std::string suite_text(const Variant& variant, const SuiteArguments& arguments,
                       const std::vector<DrawnPosition>& drawn) {
  const auto missed = std::ranges::count_if(drawn, &DrawnPosition::missed);
  std::string text = fmt::format(
      "# {} test positions of {}, drawn by `millstone suite --nodes {} --seed {}`.\n"
      "# The engine of that day, without a database, missed {} of them with so many nodes.\n",
      drawn.size(), variant.name, arguments.nodes, arguments.drawing.seed, missed);
  for (const DrawnPosition& each : drawn) text += test_position_text(variant, each.test) + '\n';
  return text;
}

/// How many there are of each theme.
std::string summary(const std::vector<DrawnPosition>& drawn) {
  TextTable table({"theme", "positions", "missed by the engine"});
  for (const Theme theme : kThemes) {
    std::size_t all = 0, missed = 0;
    for (const DrawnPosition& each : drawn) {
      all += each.test.theme == theme;
      missed += each.test.theme == theme && each.missed;
    }
    table.add_row({std::string(theme_name(theme)), std::to_string(all), std::to_string(missed)});
  }
  return table.text();
}

Result<void> run_suite(SuiteArguments& arguments) {
  const bool replaced = MILLSTONE_TRY(replaces_report({{"--out", arguments.file}}, arguments.json));
  const auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant, arguments.directory));
  const auto prober = MILLSTONE_TRY(Prober::open(arguments.directory, variant));
  DrawingOptions& drawing = arguments.drawing;
  drawing.limits.nodes = arguments.nodes;
  if (!arguments.themes.empty()) drawing.themes = arguments.themes;
  for (const std::string& text : arguments.given)
    drawing.given.push_back(MILLSTONE_TRY(parse_position_text(variant, text)));
  ProgressDisplay display;
  const auto drawn =
      draw_test_positions(prober, drawing, {catch_stop_signals(), shown_on(display)});
  display.clear();
  if (!drawn) return tl::unexpected(drawn.error());
  const std::string text = suite_text(variant, arguments, *drawn);
  if (!arguments.file.empty()) MILLSTONE_TRY(write_output(arguments.file, text));
  if (replaced) return {};
  if (arguments.json)
    print_json(json_of(variant, *drawn));
  else
    fmt::print("{}", arguments.file.empty() ? text : summary(*drawn));
  return {};
}

void add_theme_option(CLI::App& command, std::vector<Theme>& themes) {
  std::vector<std::string> names;
  names.reserve(kThemes.size());
  for (const Theme theme : kThemes) names.emplace_back(theme_name(theme));
  add_choice_option(
      command, {"--theme", names, "all", true},
      "Draw positions of this theme; may be given several times",
      [&themes](const std::string& name) {
        for (const Theme theme : kThemes)
          if (theme_name(theme) == name && std::ranges::find(themes, theme) == themes.end())
            themes.push_back(theme);
      });
}

}  // namespace

Command add_suite_command(CLI::App& program) {
  auto arguments = std::make_shared<SuiteArguments>();
  CLI::App* command =
      program.add_subcommand("suite", "Draw test positions for an engine from a database");
  command->footer(
      "Plays games in which the engine and chance choose among the turns, and takes positions\n"
      "that are won or drawn by a quarter of the turns or fewer and that the engine gets wrong\n"
      "at first sight. `millstone bench --engine --suite FILE` tells how many it solves.\n"
      "Example:\n  millstone suite --db morris --count 200 --out suite.epd");
  add_directory_option(*command, arguments->directory);
  add_number_option<std::size_t>(*command, "--count", arguments->drawing.count, 1, 100'000,
                                 "Positions, as many of each theme", "N");
  add_number_option(*command, "--missed", arguments->drawing.missed, 0.0, 1.0,
                    "Share that the engine must not solve", "SHARE");
  add_number_option<std::uint64_t>(*command, "--nodes", arguments->nodes, 1, 10'000'000'000,
                                   "Of the engine's search of each position", "N");
  add_theme_option(*command, arguments->themes);
  command
      ->add_option("--with", arguments->given,
                   "A position that is to be among them; may be given several times")
      ->type_name("POSITION");
  command->add_option("--seed", arguments->drawing.seed, "Of everything left to chance")
      ->check(number_from<std::uint64_t>(0))
      ->type_name(fmt::format("N [{}]", arguments->drawing.seed));
  add_output_option(*command, "--out", arguments->file,
                    "Write the positions to this file, and tell how many there are");
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_suite(*arguments); }};
}

}  // namespace mill
