#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>

#include "tools/command.h"
#include "tools/engine_options.h"
#include "tools/option_values.h"
#include "tools/play_session.h"

namespace millstone {
namespace {

struct PlayArguments {
  EngineChoice engine;
  std::string white = "me";
  std::string black;  // empty: what White is not
  std::string position;
};

void print_at_once(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

std::array<bool, 2> engine_sides(const PlayArguments& arguments) {
  const bool white = arguments.white == "engine";
  const bool black = arguments.black.empty() ? !white : arguments.black == "engine";
  return {white, black};
}

void read_lines(PlaySession& session) {
  const bool asks = isatty(STDIN_FILENO) != 0;
  std::string line;
  do {
    if (asks) print_at_once(session.prompt());
  } while (std::getline(std::cin, line) && session.handle(line));
}

Result<void> run_play(const PlayArguments& arguments) {
  auto settings = resolve_settings(arguments.engine);
  if (!settings) return tl::unexpected(settings.error());
  if (settings->skill_level == 0 && settings->move_seconds == 0)
    return fail(ErrorCode::kInvalidArgument, "give --level or --time a limit");
  EngineSetup setup(std::move(*settings),
                    [](std::string_view message) { print_at_once(fmt::format("{}\n", message)); });
  if (auto done = setup.prepare(); !done) return done;
  if (!arguments.position.empty()) {
    auto game = setup.game_of({arguments.position, {}});
    if (!game) return tl::unexpected(game.error());
    setup.set_game(std::move(*game));
  }
  PlaySession session(setup, engine_sides(arguments), print_at_once);
  print_at_once("'help' lists the commands.\n");
  session.start();
  read_lines(session);
  return {};
}

void add_side_option(CLI::App& command, const std::string& name, std::string& who,
                     const std::string& what, const std::string& usual) {
  add_choice_option(command, {name, {"me", "engine"}, usual}, what,
                    [&who](const std::string& chosen) { who = chosen; });
}

}  // namespace

Command add_play_command(CLI::App& program) {
  auto arguments = std::make_shared<PlayArguments>();
  CLI::App* command = program.add_subcommand("play", "Play against the engine in the terminal");
  command->footer(
      "Moves are typed as d6, a1-a4, xg7, or as a whole turn, a1-a4xg7; `help` lists the "
      "commands.\n"
      "With --db the engine plays perfectly wherever the database has the position.\n"
      "Example:\n"
      "  millstone play --level 4\n"
      "  millstone play --db morris --white engine --time 5");
  add_side_option(*command, "--white", arguments->white, "Who plays White", "me");
  add_side_option(*command, "--black", arguments->black, "Who plays Black", "the other one");
  command->add_option("--position", arguments->position, "Position to start from, in quotes")
      ->type_name("POSITION");
  add_engine_options(*command, arguments->engine);
  return {command, [arguments] { return run_play(*arguments); }};
}

}  // namespace millstone
