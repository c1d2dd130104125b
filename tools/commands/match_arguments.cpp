#include "tools/commands/match_arguments.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/timing.h"
#include "base/words.h"
#include "engine/games/game_text_reader.h"
#include "engine/match/openings.h"
#include "engine/match/player_text.h"
#include "tools/command_line/file_arguments.h"
#include "tools/command_line/option_values.h"
#include "tools/command_line/standard_streams.h"
#include "tools/command_line/stop_request.h"

namespace mill {
namespace {

// By their Adjudication.
constexpr const char* kAdjudicationNames[] = {"never", "decided", "all"};

std::string adjudication_name(Adjudication adjudication) {
  return kAdjudicationNames[static_cast<std::size_t>(adjudication)];
}

// By their LadderPairs.
constexpr const char* kPairNames[] = {"all", "neighbours", "first"};

/// The choice whose name stands at its place in a list.
template <typename Choice, std::size_t kSize>
Choice choice_of(const std::string& name, const char* const (&names)[kSize]) {
  return static_cast<Choice>(std::ranges::find(names, name) - std::begin(names));
}

Result<std::shared_ptr<const Prober>> open_database(const std::filesystem::path& directory,
                                                    const Variant& variant) {
  if (directory.empty()) return std::shared_ptr<const Prober>();
  auto prober = MILLSTONE_TRY(Prober::open(directory, variant));
  return std::make_shared<const Prober>(std::move(prober));
}

Result<PlayerDescription> describe(const PlayerArguments& arguments, double timeout) {
  auto player = MILLSTONE_TRY(parse_player(arguments.text));
  if (!arguments.name.empty()) player.name = arguments.name;
  player.program.longest_think = milliseconds_of(timeout);
  for (const std::string& option : arguments.options) {
    const auto setting = split_named_value(option);
    if (!setting || setting->name.empty())
      return fail(ErrorCode::kInvalidArgument,
                  "'{}' is no option of a program, write NAME=VALUE such as SkillLevel=5", option);
    player.program.options.emplace_back(setting->name, setting->value);
  }
  return player;
}

Result<std::vector<Game>> make_openings(const MatchArguments& arguments, const Variant& variant) {
  if (arguments.openings_file.empty())
    return all_openings(variant, arguments.history, arguments.opening_turns);
  constexpr std::size_t kLargestFile = std::size_t{16} << 20;
  const auto text = MILLSTONE_TRY(read_input(arguments.openings_file, kLargestFile));
  return parse_openings(variant, arguments.history, text, input_name(arguments.openings_file));
}

/// How the openings are chosen, for the files of games.
std::string opening_choice(const MatchArguments& arguments) {
  const std::string from =
      arguments.openings_file.empty()
          ? fmt::format("all after {} turns, up to symmetry", arguments.opening_turns)
          : input_name(arguments.openings_file.filename());
  return fmt::format("{}; in an order drawn with seed {}", from, arguments.seed);
}

/// The games of the file, none if there is no such file yet.
Result<std::vector<GameRecord>> games_played_before(const MatchArguments& arguments,
                                                    const Variant& variant) {
  if (!arguments.resume) return std::vector<GameRecord>();
  if (is_standard_stream(arguments.games_file))
    return fail(ErrorCode::kInvalidArgument, "--resume needs a file of --games, not -");
  constexpr std::size_t kLargestFile = std::size_t{1} << 30;
  const auto text = read_input(arguments.games_file, kLargestFile);
  if (!text && text.error().code == ErrorCode::kMissingFile) return std::vector<GameRecord>();
  if (!text) return tl::unexpected(text.error());
  return parse_games(variant, *text, input_name(arguments.games_file));
}

void add_player_options(CLI::App& command, const std::string& which, PlayerArguments& player) {
  command.add_option("--" + which, player.text, "The " + which + " player, see below")
      ->type_name("PLAYER");
  command.add_option("--" + which + "-name", player.name, "Its name in the report")
      ->type_name("NAME");
  command
      .add_option("--" + which + "-option", player.options,
                  "An option of its program, set after the rules; may be given several times")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("NAME=VALUE");
}

void add_ladder_options(CLI::App& command, MatchArguments& arguments) {
  CLI::Option* ladder =
      command
          .add_option("--ladder", arguments.ladder,
                      "Instead of two: a list of players, or PLAYER with OPTION=A..B for many")
          ->excludes("--first")
          ->excludes("--second")
          ->type_name("PLAYER ...");
  add_choice_option(command,
                    {"--pairs",
                     {std::begin(kPairNames), std::end(kPairNames)},
                     kPairNames[static_cast<std::size_t>(LadderPairs::kAll)]},
                    "Who of the list plays whom: everybody, the next, or the first everybody",
                    [&arguments](const std::string& name) {
                      arguments.pairs = choice_of<LadderPairs>(name, kPairNames);
                    })
      ->needs(ladder);
}

void add_game_options(CLI::App& command, MatchArguments& arguments) {
  CLI::Option* file = add_input_option(command, "--openings", arguments.openings_file,
                                       "Openings, one per line: turns, or a position text");
  command
      .add_option("--opening-turns", arguments.opening_turns,
                  "Begin with all positions after so many turns, up to symmetry")
      ->check(number_from(0, 20))
      ->excludes(file)
      ->type_name("N [2]");
  command.add_option("--count", arguments.games, "Games to play")
      ->check(number_from(1, kMostGames))
      ->type_name("N [each opening with both colours]");
  command.add_flag("--keep-colours", arguments.keep_colours, "The first player has White always");
  command.add_option("--longest", arguments.longest_game, "Plies after which a game is a draw")
      ->check(number_from(1, 100'000))
      ->type_name("N [1000]");
  add_choice_option(command,
                    {"--adjudicate",
                     {std::begin(kAdjudicationNames), std::end(kAdjudicationNames)},
                     adjudication_name(Adjudication::kNever)},
                    "Positions that end a game by the database",
                    [&arguments](const std::string& name) {
                      arguments.adjudication = choice_of<Adjudication>(name, kAdjudicationNames);
                    });
  command.add_option("--n-move", arguments.history.n_move, "nMoveRule; 0: none")
      ->check(number_from(0, 100'000))
      ->type_name("PLIES [100]");
  command
      .add_option("--endgame-n-move", arguments.history.endgame_n_move, "endgameNMoveRule; 0: none")
      ->check(number_from(0, 100'000))
      ->type_name("PLIES [100]");
  command.add_flag("!--no-threefold", arguments.history.threefold,
                   "The third time the same position does not end a game");
  command.add_option("--seed", arguments.seed, "Of all that is left to chance")
      ->check(number_from(std::uint64_t{0}))
      ->type_name("N [1]");
}

void add_limit_options(CLI::App& command, MatchArguments& arguments) {
  command.add_option("--depth", arguments.depth, "Plies to search for an action")
      ->check(number_from(1, kMostSearchPlies))
      ->type_name("N");
  command.add_option("--time", arguments.seconds, "Seconds to think about an action")
      ->check(number_from(0.001, 1e6))
      ->type_name("SECONDS");
  command
      .add_option("--timeout", arguments.timeout,
                  "Seconds a program may take for an action where no time is set")
      ->check(number_from(0.001, 1e6))
      ->type_name("SECONDS [60]");
}

void add_sprt_options(CLI::App& command, MatchArguments& arguments) {
  CLI::Option* sprt = command
                          .add_option("--sprt", arguments.elos,
                                      "End as soon as one of two Elo differences is refused")
                          ->delimiter(',')
                          ->expected(2)
                          ->excludes("--ladder")
                          ->check(number_from(-1e4, 1e4))
                          ->type_name("ELO0,ELO1");
  const auto share = number_from(1e-6, 0.5);
  command.add_option("--alpha", arguments.sprt.alpha, "Accepted share of wrong decisions for ELO1")
      ->check(share)
      ->needs(sprt)
      ->type_name("SHARE [0.05]");
  command.add_option("--beta", arguments.sprt.beta, "Accepted share of wrong decisions for ELO0")
      ->check(share)
      ->needs(sprt)
      ->type_name("SHARE [0.05]");
}

void add_file_options(CLI::App& command, MatchArguments& arguments) {
  CLI::Option* games = add_output_option(command, "--games", arguments.games_file,
                                         "Save the games into this file, while they are played");
  command
      .add_flag("--resume", arguments.resume, "Go on with the games that the file of --games holds")
      ->needs(games);
  CLI::Option* picture = add_picture_option(command, arguments.picture,
                                            "Draw the value along a game, or the Elo of a ladder");
  command.add_option("--chart", arguments.chart_game, "Number of the game to draw")
      ->check(number_from(1, kMostGames))
      ->needs(picture)
      ->excludes("--ladder")
      ->type_name("N [1]");
}

}  // namespace

void add_match_options(CLI::App& command, MatchArguments& arguments) {
  add_player_options(command, "first", arguments.players[0]);
  add_player_options(command, "second", arguments.players[1]);
  add_ladder_options(command, arguments);
  add_optional_directory_option(command, arguments.database);
  add_variant_options(command, arguments.variant);
  add_game_options(command, arguments);
  add_limit_options(command, arguments);
  add_sprt_options(command, arguments);
  add_file_options(command, arguments);
  add_threads_option(command, arguments.threads);
  add_json_option(command, arguments.json);
}

Result<MatchGround> match_ground(const MatchArguments& arguments) {
  auto variant = MILLSTONE_TRY(arguments.database.empty()
                                   ? resolve_variant(arguments.variant)
                                   : resolve_variant(arguments.variant, arguments.database));
  auto database = MILLSTONE_TRY(open_database(arguments.database, variant));
  return MatchGround{std::move(variant), std::move(database)};
}

Result<std::vector<PlayerFactory>> make_factories(const std::vector<PlayerArguments>& players,
                                                  const MatchArguments& arguments,
                                                  const MatchGround& ground) {
  std::vector<PlayerFactory> factories;
  const auto is_taken = [&](const std::string& name) {
    return std::ranges::any_of(
        factories, [&](const PlayerFactory& other) { return other.description().name == name; });
  };
  for (const PlayerArguments& player : players) {
    auto description = MILLSTONE_TRY(describe(player, arguments.timeout));
    const std::string name = description.name;
    for (int same = 2; is_taken(description.name); ++same)
      description.name = fmt::format("{} ({})", name, same);
    factories.push_back(
        MILLSTONE_TRY(PlayerFactory::create(description, ground.variant, ground.database)));
  }
  return factories;
}

std::string terms_of(const MatchArguments& arguments, const PlayerArguments& first,
                     const PlayerArguments& second) {
  std::string text;
  const auto add = [&text](std::string_view place, const PlayerArguments& player) {
    text += fmt::format("{} {}", place, player.text);
    for (const std::string& option : player.options) text += fmt::format(", {}", option);
    text += "; ";
  };
  add("first", first);
  add("second", second);
  if (arguments.depth > 0) text += fmt::format("depth {}; ", arguments.depth);
  if (arguments.seconds > 0) text += fmt::format("{} s; ", arguments.seconds);
  if (arguments.keep_colours) text += "colours kept; ";
  if (arguments.adjudication != Adjudication::kNever)
    text += fmt::format("adjudicated if {}; ", adjudication_name(arguments.adjudication));
  return text + fmt::format("at most {} plies", arguments.longest_game);
}

Result<MatchOptions> make_options(const MatchArguments& arguments, const MatchGround& ground) {
  const auto& [variant, database] = ground;
  MatchOptions options;
  options.openings = MILLSTONE_TRY(make_openings(arguments, variant));
  options.opening_choice = opening_choice(arguments);
  options.played_before = MILLSTONE_TRY(games_played_before(arguments, variant));
  options.games = arguments.games;
  options.both_colours = !arguments.keep_colours;
  SearchLimits limits;
  if (arguments.depth > 0) limits.depth = arguments.depth;
  if (arguments.seconds > 0) limits.time = milliseconds_of(arguments.seconds);
  options.conditions.limits = {limits, limits};
  options.conditions.longest_game = arguments.longest_game;
  options.conditions.adjudication = arguments.adjudication;
  options.conditions.judge = database;
  options.conditions.stop = catch_stop_signals();
  options.threads = arguments.threads;
  options.seed = arguments.seed;
  options.reviewer = database;
  if (!arguments.elos.empty()) options.sprt = arguments.sprt;
  if (options.sprt && options.sprt->elo0 == options.sprt->elo1)
    return fail(ErrorCode::kInvalidArgument,
                "--sprt: found {} twice, expected two Elo differences that can be told apart",
                options.sprt->elo0);
  if (arguments.adjudication != Adjudication::kNever && !database)
    return fail(ErrorCode::kInvalidArgument, "--adjudicate needs a database, name one with --db");
  return options;
}

}  // namespace mill
