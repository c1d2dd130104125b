#include <fmt/format.h>

#include "game/notation.h"
#include "game/picture.h"
#include "game/position_text.h"
#include "prober/prober.h"
#include "tools/command.h"
#include "tools/common_options.h"
#include "tools/json_output.h"
#include "tools/text_table.h"

namespace millstone {
namespace {

struct ProbeArguments {
  VariantChoice variant;
  std::filesystem::path directory;
  std::string position;
  bool json = false;
};

Json probe_json(const Board& board, const std::string& text, const ProbeReport& report) {
  Json json = {{"position", text}};
  json.update(answer_json(board, report));
  return json;
}

/// "White wins in 5 plies".
std::string verdict(const TextPosition& position, const ProbeReport& report) {
  const std::string_view side = side_name(position.side);
  if (report.value == Value::kDraw) return fmt::format("{} draws", side);
  if (report.turns.empty() && report.value == Value::kLoss)
    return fmt::format("{} has lost: the game is over", side);
  const std::string_view verb = report.value == Value::kWin ? "wins" : "loses";
  if (!report.distance) return fmt::format("{} {}", side, verb);
  return fmt::format("{} {} in {} {}", side, verb, *report.distance,
                     *report.distance == 1 ? "ply" : "plies");
}

void print_report(const Variant& variant, const TextPosition& position, const ProbeReport& report) {
  fmt::print("{}\n{}.\n", position_picture(variant, position), verdict(position, report));
  if (report.turns.empty()) return;
  TextTable table({"turn", "value", "plies"});
  for (const RankedTurn& ranked : report.turns)
    table.add_row({turn_text(*variant.board, ranked.turn), std::string(value_name(ranked.value)),
                   ranked.distance ? std::to_string(*ranked.distance) : "-"});
  fmt::print("\n{}", table.text());
}

Result<void> run_probe(const ProbeArguments& arguments) {
  const auto variant = resolve_variant(arguments.variant, arguments.directory);
  if (!variant) return tl::unexpected(variant.error());
  const auto position = parse_position_text(*variant, arguments.position);
  if (!position) return tl::unexpected(position.error());
  const auto prober = Prober::open(arguments.directory, *variant);
  if (!prober) return tl::unexpected(prober.error());
  const auto report = prober->probe(position->position);
  if (!report) return tl::unexpected(report.error());
  if (arguments.json)
    print_json(probe_json(*variant->board, arguments.position, *report));
  else
    print_report(*variant, *position, *report);
  return {};
}

}  // namespace

Command add_probe_command(CLI::App& program) {
  auto arguments = std::make_shared<ProbeArguments>();
  CLI::App* command = program.add_subcommand(
      "probe", "Show a position, its value and distance, and every legal turn, best first");
  command->footer(
      "Values and distances are those of the side to move; distances count plies to the end of "
      "the\n"
      "game. A position is written as in other mill programs (board, side to move, ...); the "
      "first\n"
      "two fields are enough when both hands are empty.\n"
      "Example:\n"
      "  millstone probe --db morris \"O@O*****/*****@*O/**@***** w\"\n"
      "  millstone probe --db morris \"O@O*****/*****@*O/**@***** w m s 3 0 3 0 0 0 0 0 0 0 0 3 "
      "20\"");
  add_directory_option(*command, arguments->directory);
  command->add_option("POSITION", arguments->position, "The position, in quotes")
      ->required()
      ->option_text(" ");
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_probe(*arguments); }};
}

}  // namespace millstone
