#include <fmt/format.h>

#include <cstdio>

#include "base/shown_text.h"
#include "tools/command_line/engine_options.h"
#include "tools/command_line/file_arguments.h"
#include "tools/command_line/line_reader.h"
#include "tools/command_line/option_values.h"
#include "tools/command_line/standard_streams.h"
#include "tools/commands/command.h"
#include "tools/commands/play_session.h"

namespace mill {
namespace {

struct PlayArguments {
  EngineChoice engine;
  std::string white = "me";
  std::string black;  // empty: what White is not
  std::string position;
  std::filesystem::path load, save;  // empty: none
  int game = 0;                      // of the file to load; 0: the only one
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
  LineReader reader;
  while (const auto line = reader.next(session.prompt()))
    if (!session.handle(*line)) return;
  reader.end();
}

Result<void> set_up_game(const PlayArguments& arguments, EngineSetup& setup, PlaySession& session) {
  if (!arguments.load.empty()) return session.load(arguments.load, arguments.game);
  if (arguments.position.empty()) return {};
  auto game = MILLSTONE_TRY(setup.game_of({arguments.position, {}}));
  setup.set_game(std::move(game));
  return {};
}

Result<void> run_play(const PlayArguments& arguments) {
  auto settings = MILLSTONE_TRY(resolve_settings(arguments.engine));
  if (thinks_without_end(settings))
    return fail(ErrorCode::kInvalidArgument, "--time 0: the highest level needs a time");
  EngineSetup setup(std::move(settings), [](std::string_view message) {
    print_error_output("{}\n", shown_message(message));
  });
  MILLSTONE_TRY(setup.prepare());
  // The game that is saved stands there alone.
  const auto show = is_standard_stream(arguments.save) ? write_error_output : print_at_once;
  PlaySession session(setup, engine_sides(arguments), show, write_error_output);
  MILLSTONE_TRY(set_up_game(arguments, setup, session));
  show("'help' lists the commands.\n");
  session.start();
  read_lines(session);
  return arguments.save.empty() ? Result<void>{} : session.save(arguments.save);
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
      "  millstone play --db morris --white engine --time 5\n"
      "  millstone play --load match.txt --game 7 --save mine.txt");
  add_side_option(*command, "--white", arguments->white, "Who plays White", "me");
  add_side_option(*command, "--black", arguments->black, "Who plays Black", "the other one");
  CLI::Option* position =
      command->add_option("--position", arguments->position, "Position to start from, in quotes")
          ->type_name("POSITION");
  CLI::Option* load =
      add_input_option(*command, "--load", arguments->load,
                       "Go on with a game of this file, as `save` or match makes it")
          ->excludes(position);
  command->add_option("--game", arguments->game, "Number of the game in that file")
      ->check(number_from(1, kMostGames))
      ->needs(load)
      ->type_name("N [the only one]");
  add_output_option(*command, "--save", arguments->save, "Save the game into this file at the end");
  add_engine_options(*command, arguments->engine);
  return {command, [arguments] { return run_play(*arguments); }};
}

}  // namespace mill
