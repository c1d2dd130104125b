#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/timing.h"
#include "base/words.h"
#include "engine/games/game_text_reader.h"
#include "engine/match/openings.h"
#include "engine/match/player_text.h"
#include "reports/match_report.h"
#include "reports/terminal.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/file_arguments.h"
#include "tools/command_line/option_values.h"
#include "tools/command_line/standard_streams.h"
#include "tools/command_line/stop_request.h"
#include "tools/commands/command.h"
#include "tools/commands/match_log.h"

namespace mill {
namespace {

/// What the user said about one player.
struct PlayerArguments {
  std::string text, name;
  std::vector<std::string> options;  // NAME=VALUE, of a program
};

struct MatchArguments {
  std::array<PlayerArguments, 2> players;
  VariantChoice variant;
  std::filesystem::path database, openings_file, games_file, picture;  // empty: none
  int opening_turns = 2;
  int games = 0;
  bool keep_colours = false;
  int depth = 0;
  double seconds = 0, timeout = 60;
  int longest_game = 1000;
  int threads = 1;
  Adjudication adjudication = Adjudication::kNever;
  HistoryRules history;
  std::uint64_t seed = 1;
  std::vector<double> elos;  // two: the hypotheses of a sequential test
  SprtHypotheses sprt;
  int chart_game = 1;
  bool resume = false;
  bool json = false;
};

// By their Adjudication.
constexpr const char* kAdjudicationNames[] = {"never", "decided", "all"};

std::string adjudication_name(Adjudication adjudication) {
  return kAdjudicationNames[static_cast<std::size_t>(adjudication)];
}

Adjudication adjudication_of(const std::string& name) {
  return static_cast<Adjudication>(std::ranges::find(kAdjudicationNames, name) -
                                   std::begin(kAdjudicationNames));
}

Result<Variant> match_variant(const MatchArguments& arguments) {
  return arguments.database.empty() ? resolve_variant(arguments.variant)
                                    : resolve_variant(arguments.variant, arguments.database);
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

/// Two players of one name could not be told apart, in the report or in the games.
Result<std::array<PlayerFactory, 2>> make_factories(const MatchArguments& arguments,
                                                    const Variant& variant,
                                                    const std::shared_ptr<const Prober>& database) {
  auto first = MILLSTONE_TRY(describe(arguments.players[0], arguments.timeout));
  auto second = MILLSTONE_TRY(describe(arguments.players[1], arguments.timeout));
  if (first.name == second.name) second.name += " (2)";
  auto one = MILLSTONE_TRY(PlayerFactory::create(first, variant, database));
  auto other = MILLSTONE_TRY(PlayerFactory::create(second, variant, database));
  return std::array<PlayerFactory, 2>{std::move(one), std::move(other)};
}

Result<std::vector<Game>> make_openings(const MatchArguments& arguments, const Variant& variant) {
  if (arguments.openings_file.empty())
    return all_openings(variant, arguments.history, arguments.opening_turns);
  constexpr std::size_t kLargestFile = std::size_t{16} << 20;
  const auto text = MILLSTONE_TRY(read_input(arguments.openings_file, kLargestFile));
  return parse_openings(variant, arguments.history, text, input_name(arguments.openings_file));
}

/// What a match consists of beside its openings, for the files of games.
std::string terms_of(const MatchArguments& arguments) {
  static constexpr const char* kPlaces[] = {"first", "second"};
  std::string text;
  for (std::size_t place = 0; place < 2; ++place) {
    const PlayerArguments& player = arguments.players[place];
    text += fmt::format("{} {}", kPlaces[place], player.text);
    for (const std::string& option : player.options) text += fmt::format(", {}", option);
    text += "; ";
  }
  if (arguments.depth > 0) text += fmt::format("depth {}; ", arguments.depth);
  if (arguments.seconds > 0) text += fmt::format("{} s; ", arguments.seconds);
  if (arguments.keep_colours) text += "colours kept; ";
  if (arguments.adjudication != Adjudication::kNever)
    text += fmt::format("adjudicated if {}; ", adjudication_name(arguments.adjudication));
  return text + fmt::format("at most {} plies", arguments.longest_game);
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
  return parse_games(variant, MILLSTONE_TRY(text), input_name(arguments.games_file));
}

Result<MatchOptions> make_options(const MatchArguments& arguments, const Variant& variant,
                                  const std::shared_ptr<const Prober>& database) {
  MatchOptions options;
  options.openings = MILLSTONE_TRY(make_openings(arguments, variant));
  options.opening_choice = opening_choice(arguments);
  options.terms = terms_of(arguments);
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

Result<void> run_match(const MatchArguments& arguments) {
  const bool no_report = MILLSTONE_TRY(replaces_report(
      {{"--games", arguments.games_file}, {"--svg", arguments.picture}}, arguments.json));
  const auto variant = MILLSTONE_TRY(match_variant(arguments));
  const auto database = MILLSTONE_TRY(open_database(arguments.database, variant));
  const auto players = MILLSTONE_TRY(make_factories(arguments, variant, database));
  const auto options = MILLSTONE_TRY(make_options(arguments, variant, database));

  const int before = static_cast<int>(options.played_before.size());
  MatchLog log({arguments.games_file, arguments.picture, arguments.chart_game},
               planned_games(options), before);
  const auto result = MILLSTONE_TRY(play_match(
      players, options,
      [&](const MatchGame& game, const MatchResult& sum) { return log.take(game, sum); }));
  MILLSTONE_TRY(log.finish());
  if (no_report) return {};
  if (arguments.json) {
    Json json = {{"variant", variant_json(variant)}, {"openings", options.openings.size()}};
    json.update(match_json(result));
    print_json(json);
    return {};
  }
  fmt::print("{}\n", wrapped_for_output(fmt::format("{}, rules {}, {} openings", variant.name,
                                                    variant.digest(), options.openings.size()),
                                        "  "));
  print_match(result, arguments.sprt);
  return {};
}

void add_player_options(CLI::App& command, const std::string& which, PlayerArguments& player) {
  command.add_option("--" + which, player.text, "The " + which + " player, see below")
      ->required()
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
  add_choice_option(
      command,
      {"--adjudicate",
       {std::begin(kAdjudicationNames), std::end(kAdjudicationNames)},
       adjudication_name(Adjudication::kNever)},
      "Positions that end a game by the database",
      [&arguments](const std::string& name) { arguments.adjudication = adjudication_of(name); });
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

constexpr const char* kMatchFooter =
    "A player is\n"
    "  perfect[:draws=traps|random|first,db=DIR]   plays from a database\n"
    "  random                                      any legal action\n"
    "  engine[:depth=N,time=SECONDS,nodes=N,threads=N,hash=MIB,probe-depth=N,\n"
    "         algorithm=alpha-beta|pvs|mtdf,db=DIR,\n"
    "         evaluation=network|features,\n"
    "         without=IDEA+IDEA]                 our search; db= takes none\n"
    "  program:COMMAND                             another program with the UCI-like\n"
    "                                              protocol of these games\n"
    "With --db every turn is looked up: who threw value away, in which phase, and how many plies\n"
    "wins got longer. Engine and perfect players use that database if they name none.\n"
    "Example:\n"
    "  millstone match --db morris --first perfect --second \"program:./other-engine\" --time 1\n"
    "  millstone match --db morris --first engine:depth=8 --second engine:depth=6,db= \\\n"
    "    --sprt 0,10 --games match.txt --svg first-game.svg";

}  // namespace

Command add_match_command(CLI::App& program) {
  auto arguments = std::make_shared<MatchArguments>();
  CLI::App* command = program.add_subcommand(
      "match", "Have two players play many games; tell who is better and who errs where");
  command->footer(kMatchFooter);
  add_player_options(*command, "first", arguments->players[0]);
  add_player_options(*command, "second", arguments->players[1]);
  add_optional_directory_option(*command, arguments->database);
  add_variant_options(*command, arguments->variant);
  add_game_options(*command, *arguments);
  add_limit_options(*command, *arguments);
  add_sprt_options(*command, *arguments);
  CLI::Option* games = add_output_option(*command, "--games", arguments->games_file,
                                         "Save the games into this file, while they are played");
  command
      ->add_flag("--resume", arguments->resume,
                 "Go on with the games that the file of --games holds")
      ->needs(games);
  CLI::Option* picture =
      add_picture_option(*command, arguments->picture, "Draw the value along a game");
  command->add_option("--chart", arguments->chart_game, "Number of the game to draw")
      ->check(number_from(1, kMostGames))
      ->needs(picture)
      ->type_name("N [1]");
  add_threads_option(*command, arguments->threads);
  add_json_option(*command, arguments->json);
  return {command, [arguments] {
            if (arguments->elos.size() == 2) {
              arguments->sprt.elo0 = arguments->elos[0];
              arguments->sprt.elo1 = arguments->elos[1];
            }
            return run_match(*arguments);
          }};
}

}  // namespace mill
