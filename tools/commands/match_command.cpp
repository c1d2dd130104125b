#include <fmt/format.h>

#include "reports/match_report.h"
#include "reports/terminal.h"
#include "tools/command_line/file_arguments.h"
#include "tools/commands/command.h"
#include "tools/commands/ladder_match.h"
#include "tools/commands/match_arguments.h"
#include "tools/commands/match_log.h"

namespace mill {
namespace {

Result<void> run_match(const MatchArguments& arguments) {
  const bool no_report = MILLSTONE_TRY(replaces_report(
      {{"--games", arguments.games_file}, {"--svg", arguments.picture}}, arguments.json));
  const auto& [first, second] = arguments.players;
  if (first.text.empty() || second.text.empty())
    return fail(ErrorCode::kInvalidArgument, "name two players, --first and --second, or --ladder");
  const auto ground = MILLSTONE_TRY(match_ground(arguments));
  const auto players = MILLSTONE_TRY(make_factories({first, second}, arguments, ground));
  auto options = MILLSTONE_TRY(make_options(arguments, ground));
  options.terms = terms_of(arguments, first, second);

  const int before = static_cast<int>(options.played_before.size());
  MatchLog log({arguments.games_file, arguments.picture, arguments.chart_game},
               planned_games(options), before);
  const auto result = MILLSTONE_TRY(play_match(
      {players[0], players[1]}, options,
      [&](const MatchGame& game, const MatchResult& sum) { return log.take(game, sum); }));
  MILLSTONE_TRY(log.finish());
  if (no_report) return {};
  const Variant& variant = ground.variant;
  if (arguments.json) {
    Json json = {{"variant", variant_json(variant)}, {"openings", options.openings.size()}};
    json.update(match_json(result));
    print_json(json);
    return {};
  }
  print_ground(variant, options.openings.size());
  print_match(result, arguments.sprt);
  return {};
}

constexpr const char* kMatchFooter =
    "A player is\n"
    "  perfect[:draws=best|traps|grade|grade-traps|traps-grade|random|first,db=DIR]\n"
    "                                              plays from a database\n"
    "  random                                      any legal action\n"
    "  engine[:level=N,depth=N,time=SECONDS,nodes=N,threads=N,hash=MIB,probe-depth=N,\n"
    "         algorithm=alpha-beta|pvs|mtdf|mcts,style=plain|solid|tricky|bold,\n"
    "         shuffling=yes|no,evaluation=network|features,book=yes|no|FILE,\n"
    "         endings=yes|no,db=DIR,without=IDEA+IDEA]\n"
    "                                             our search; db= takes none\n"
    "  program:COMMAND                             another program with the UCI-like\n"
    "                                              protocol of these games\n"
    "With --db every turn is looked up: who threw value away, in which phase, and how many plies\n"
    "wins got longer. Engine and perfect players use that database if they name none.\n"
    "Example:\n"
    "  millstone match --db morris --first perfect --second \"program:./other-engine\" --time 1\n"
    "  millstone match --db morris --first engine:depth=8 --second engine:depth=6,db= \\\n"
    "    --sprt 0,10 --games match.txt --svg first-game.svg\n"
    "  millstone match --ladder engine:level=0..29 --pairs neighbours --svg ladder.svg";

}  // namespace

Command add_match_command(CLI::App& program) {
  auto arguments = std::make_shared<MatchArguments>();
  CLI::App* command = program.add_subcommand(
      "match", "Have two players play many games; tell who is better and who errs where");
  command->footer(kMatchFooter);
  add_match_options(*command, *arguments);
  return {command, [arguments] {
            if (arguments->elos.size() == 2) {
              arguments->sprt.elo0 = arguments->elos[0];
              arguments->sprt.elo1 = arguments->elos[1];
            }
            return arguments->ladder.empty() ? run_match(*arguments) : run_ladder(*arguments);
          }};
}

}  // namespace mill
