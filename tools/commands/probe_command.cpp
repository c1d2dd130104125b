#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "base/words.h"
#include "engine/games/position_argument.h"
#include "game/notation.h"
#include "game/picture.h"
#include "game/position_text.h"
#include "prober/prober.h"
#include "reports/json_output.h"
#include "reports/quantity.h"
#include "reports/text_table.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/file_arguments.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

struct ProbeArguments {
  VariantChoice variant;
  std::filesystem::path directory;
  std::vector<std::string> position;  // its words, or all in one
  bool json = false;
};

/// A position that was asked for, and what is known of it.
struct Answer {
  TextPosition position;
  std::string text;  // as it was asked for; where turns led to it, its own
  ProbeReport report;
};

Json probe_json(const Board& board, const Answer& answer) {
  Json json = {{"position", answer.text}};
  json.update(answer_json(board, answer.report));
  return json;
}

/// "White wins in 5 plies".
std::string verdict(const TextPosition& position, const ProbeReport& report) {
  const std::string_view side = side_name(position.side);
  if (report.value == Value::kDraw)
    return report.grade ? fmt::format("{} draws, {}", side, grade_text(*report.grade))
                        : fmt::format("{} draws", side);
  if (report.turns.empty() && report.value == Value::kLoss)
    return fmt::format("{} has lost: the game is over", side);
  const std::string_view verb = report.value == Value::kWin ? "wins" : "loses";
  if (!report.distance) return fmt::format("{} {}", side, verb);
  return fmt::format("{} {} in {}", side, verb, plies_text(*report.distance));
}

void print_report(const Variant& variant, const Answer& answer) {
  const ProbeReport& report = answer.report;
  fmt::print("{}\n{}.\n", position_picture(variant, answer.position),
             verdict(answer.position, report));
  if (report.turns.empty()) return;
  const bool with_grades = std::ranges::any_of(
      report.turns, [](const RankedTurn& ranked) { return ranked.grade.has_value(); });
  std::vector<std::string> header = {"turn", "value", "plies"};
  if (with_grades) header.emplace_back("grade");
  TextTable table(std::move(header));
  table.colour_by_name(1);
  for (const RankedTurn& ranked : report.turns) {
    std::vector<std::string> cells = {turn_text(*variant.board, ranked.turn),
                                      std::string(value_name(ranked.value)),
                                      ranked.distance ? std::to_string(*ranked.distance) : "-"};
    if (with_grades) cells.push_back(ranked.grade ? grade_text(*ranked.grade) : "-");
    table.add_row(std::move(cells));
  }
  fmt::print("\n{}", table.text());
}

Result<Answer> answer_to(const Prober& prober, const std::string& text) {
  const auto game = MILLSTONE_TRY(parse_position_argument(prober.variant(), text));
  auto report = MILLSTONE_TRY(prober.probe(game.position()));
  const bool is_text = game.actions().empty() && text != "startpos";
  return Answer{game.now(), is_text ? text : position_text(prober.variant(), game.now()),
                std::move(report)};
}

/// Answers each line of the standard input by a line, at once, so that another program can ask.
Result<void> answer_lines(const Prober& prober) {
  std::uint64_t lines = 0, failed = 0;
  for (std::string typed; std::getline(std::cin, typed); ++lines) {
    const std::string line(trimmed(typed));  // ends of lines may be those of other systems
    const auto answer = answer_to(prober, line);
    const Json json = answer ? probe_json(*prober.variant().board, *answer)
                             : Json{{"position", line}, {"error", answer.error().message}};
    failed += !answer;
    fmt::print("{}\n", json_text(json));
    if (std::fflush(stdout) != 0) break;  // nobody reads any more; it is told at the end
  }
  if (failed == 0) return {};
  return fail(ErrorCode::kInputOutput,
              "{} of {} lines could not be answered; their objects have an \"error\"", failed,
              lines);
}

Result<void> run_probe(const ProbeArguments& arguments) {
  const auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant, arguments.directory));
  const std::string text = fmt::format("{}", fmt::join(arguments.position, " "));
  if (!is_standard_stream(text))  // what the arguments say comes before what is in the files
    MILLSTONE_TRY(parse_position_argument(variant, text));
  const auto prober = MILLSTONE_TRY(Prober::open(arguments.directory, variant));
  if (is_standard_stream(text)) return answer_lines(prober);
  const auto answer = MILLSTONE_TRY(answer_to(prober, text));
  if (arguments.json)
    print_json(probe_json(*variant.board, answer));
  else
    print_report(variant, answer);
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
      "two fields are enough when both hands are empty. `startpos d6 f4` is what these turns lead\n"
      "to. `-` reads positions from the standard input, one per line, and answers each by a line "
      "of\n"
      "JSON, which has an \"error\" where there is no answer; the exit code is 1 then.\n"
      "Example:\n"
      "  millstone probe --db morris \"O@O*****/*****@*O/**@***** w\"\n"
      "  millstone probe --db morris startpos d6 f4 d2\n"
      "  millstone probe --db morris - < positions.txt > answers.jsonl");
  add_directory_option(*command, arguments->directory);
  command
      ->add_option("POSITION", arguments->position,
                   "The position, in quotes; startpos and turns; or -")
      ->required()
      ->option_text(" ");
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_probe(*arguments); }};
}

}  // namespace mill
