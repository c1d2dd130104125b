#include <fmt/format.h>

#include <chrono>

#include "base/timing.h"
#include "engine/positions/move_maker.h"
#include "game/perft.h"
#include "game/position_text.h"
#include "reports/json_output.h"
#include "reports/quantity.h"
#include "reports/text_table.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/option_values.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

constexpr int kLargestDepth = 40;

struct PerftArguments {
  VariantChoice variant;
  std::string position;  // empty: the start
  int depth = 0;
  bool plies = false;
  bool json = false;
};

struct PerftLine {
  int depth;
  std::uint64_t nodes;
  double seconds;
};

PerftLine measure(const Variant& variant, const Position& position, int depth, bool plies) {
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t nodes =
      plies ? MoveMaker(variant).perft_turns(SearchPosition::of(position, 0, 0), depth)
            : perft_actions(variant, position, depth);
  return {depth, nodes, seconds_since(start)};
}

Result<TextPosition> position_to_count(const Variant& variant, const std::string& text) {
  if (!text.empty()) return parse_position_text(variant, text);
  TextPosition start;
  start.position = start_position(variant);
  return start;
}

Result<void> run_perft(const PerftArguments& arguments) {
  const auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant));
  const auto start = MILLSTONE_TRY(position_to_count(variant, arguments.position));

  Json rows = Json::array();
  for (int depth = 1; depth <= arguments.depth; ++depth) {
    const PerftLine line = measure(variant, start.position, depth, arguments.plies);
    rows.push_back({{"depth", line.depth}, {"nodes", line.nodes}, {"seconds", line.seconds}});
    if (arguments.json) continue;
    fmt::print("depth {:2}  {:>20}  {}\n", line.depth, line.nodes, duration_text(line.seconds));
    std::fflush(stdout);
  }
  if (arguments.json)
    print_json({{"variant", variant.name},
                {"position", position_text(variant, start)},
                {"unit", arguments.plies ? "ply" : "action"},
                {"depths", rows}});
  return {};
}

}  // namespace

Command add_perft_command(CLI::App& program) {
  auto arguments = std::make_shared<PerftArguments>();
  CLI::App* command = program.add_subcommand(
      "perft", "Count the sequences of legal actions, to check the rules against other programs");
  command->footer(
      "A placement, slide or flight is one action, the removal it earns another; with --plies a\n"
      "whole turn counts one.\n"
      "Example:\n  millstone perft --depth 5\n"
      "  millstone perft --depth 4 \"O@O*****/*****@*O/**@***** w m s 3 0 3 0 0 0 0 0 0 0 0 3 "
      "20\"");
  command->add_option("--depth", arguments->depth, "Count depths 1 to N")
      ->required()
      ->check(number_from(1, kLargestDepth))
      ->type_name("N");
  command->add_option("POSITION", arguments->position, "Where to start, in quotes [empty board]")
      ->option_text(" ");
  command->add_flag("--plies", arguments->plies, "Count a turn with its removals as one");
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_perft(*arguments); }};
}

}  // namespace mill
