#include <fmt/format.h>

#include "base/shown_text.h"
#include "engine/games/game_text.h"
#include "engine/games/game_text_reader.h"
#include "engine/match/match.h"
#include "game/notation.h"
#include "reports/game_chart.h"
#include "reports/match_report.h"
#include "reports/review_report.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/file_arguments.h"
#include "tools/command_line/option_values.h"
#include "tools/command_line/progress_display.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

struct AnalyzeArguments {
  VariantChoice variant;
  std::filesystem::path directory, file, picture;  // picture empty: none
  int game = 0;                                    // 0: all
  bool json = false;
};

/// A game beside what the database says of it.
struct AnalyzedGame {
  std::size_t number = 0;  // from 1
  GameRecord record;
  std::vector<TurnReview> reviews;
};

/// What a player has done in all the games.
struct PlayerTotal {
  PlayerResult result;
  std::uint64_t games = 0;
  WinDrawLoss score;  // of those that are finished
};

std::string worth_text(const Worth& worth) {
  if (!worth.distance) return std::string(value_name(worth.value));
  return fmt::format("{} {}", value_name(worth.value), *worth.distance);
}

/// The turns that would have been better, if any; not all of many.
std::string better_text(const Board& board, const Verdict& verdict) {
  constexpr std::size_t kMost = 4;
  if (verdict.played == verdict.best) return "";
  std::vector<std::string> texts = turn_texts(board, verdict.turns);
  const std::size_t more = texts.size() > kMost ? texts.size() - kMost : 0;
  texts.resize(texts.size() - more);
  return more ? fmt::format("{} and {} more", fmt::join(texts, " "), more)
              : fmt::format("{}", fmt::join(texts, " "));
}

/// "??" for a turn that threw value away, "-4" for one that made a win longer or a loss shorter.
std::string mark_of(const TurnReview& review) {
  if (review.opening) return "opening";
  if (review.is_error()) return "??";
  const auto lost = review.verdict->plies_lost();
  return lost && *lost > 0 ? fmt::format("-{}", *lost) : "";
}

void print_game(const AnalyzedGame& game) {
  const GameRecord& record = game.record;
  const Board& board = *record.game.variant().board;
  fmt::print("Game {}: {} - {}, {}{}{}\n\n", game.number, shown_message(record.white),
             shown_message(record.black), scoring_text(record.scoring),
             record.scoring.reason.empty() ? "" : ", ", shown_message(record.scoring.reason));
  TextTable table({"no.", "side", "turn", "before", "after", "", "better"});
  for (const std::size_t column : {1, 2, 3, 4, 5, 6}) table.align_left(column);
  for (const std::size_t column : {3, 4}) table.colour_by_name(column);
  for (const TurnReview& review : game.reviews) {
    const auto& verdict = review.verdict;
    table.add_row({std::to_string(review.before.fullmove),
                   std::string(side_name(review.before.side)), turn_text(board, review.played.turn),
                   verdict ? worth_text(verdict->best) : "-",
                   verdict ? worth_text(verdict->played) : "-", verdict ? mark_of(review) : "",
                   verdict ? better_text(board, *verdict) : ""});
  }
  fmt::print("{}\n", table.text());
}

/// A player by name, if the game tells one.
std::string name_of(const std::string& player, Side side) {
  return player == "?" ? std::string(side_name(side)) : player;
}

/// What the sides of one game have done.
std::array<PlayerResult, 2> results_of(const AnalyzedGame& game) {
  const std::array<TurnTally, 2> tallies = tallies_of(game.reviews);
  return {PlayerResult{name_of(game.record.white, Side::kWhite), 0, tallies[0]},
          PlayerResult{name_of(game.record.black, Side::kBlack), 0, tallies[1]}};
}

PlayerTotal& total_of(std::vector<PlayerTotal>& totals, const std::string& name) {
  for (PlayerTotal& total : totals)
    if (total.result.name == name) return total;
  totals.push_back({{name, 0, {}}, 0, {}});
  return totals.back();
}

void add_score(WinDrawLoss& score, const Scoring& scoring, Side side) {
  if (!scoring.finished) return;
  ++(!scoring.winner ? score.draws : *scoring.winner == side ? score.wins : score.losses);
}

/// Players by name, in the order in which they come.
std::vector<PlayerTotal> totals_of(const std::vector<AnalyzedGame>& games) {
  std::vector<PlayerTotal> totals;
  for (const AnalyzedGame& game : games) {
    const auto players = results_of(game);
    for (const Side side : {Side::kWhite, Side::kBlack}) {
      const PlayerResult& player = players[side == Side::kWhite ? 0 : 1];
      PlayerTotal& total = total_of(totals, player.name);
      total.result.turns += player.turns;
      ++total.games;
      add_score(total.score, game.record.scoring, side);
    }
  }
  return totals;
}

void print_totals(const std::vector<AnalyzedGame>& games) {
  const std::vector<PlayerTotal> totals = totals_of(games);
  TextTable table({"player", "games", "wins", "draws", "losses"});
  colour_scores(table, 2);
  std::vector<PlayerResult> results;
  for (const PlayerTotal& total : totals) {
    table.add_row({short_name(total.result.name), std::to_string(total.games),
                   std::to_string(total.score.wins), std::to_string(total.score.draws),
                   std::to_string(total.score.losses)});
    results.push_back(total.result);
  }
  const std::string errors = tally_table(results);
  fmt::print("All {} games\n\n{}{}{}", games.size(), table.text(), errors.empty() ? "" : "\n",
             errors);
}

Json totals_json(const std::vector<AnalyzedGame>& games) {
  Json totals = Json::array();
  for (const PlayerTotal& total : totals_of(games)) {
    Json json = {{"name", total.result.name}, {"games", total.games}};
    json.update(score_json(total.score));
    json["turns"] = tally_json(total.result.turns);
    totals.push_back(std::move(json));
  }
  return totals;
}

Json game_json(const AnalyzedGame& game) {
  Json turns = Json::array();
  for (const TurnReview& review : game.reviews)
    turns.push_back(review_json(*game.record.game.variant().board, review));
  const auto players = results_of(game);
  return {{"number", game.number},
          {"white", game.record.white},
          {"black", game.record.black},
          {"result", scoring_text(game.record.scoring)},
          {"reason", game.record.scoring.reason},
          {"opening_turns", game.record.opening.turns},
          {"opening_choice", game.record.opening.choice},
          {"turns", turns},
          {"white_turns", tally_json(players[0].turns)},
          {"black_turns", tally_json(players[1].turns)}};
}

Result<std::vector<GameRecord>> read_games(const AnalyzeArguments& arguments,
                                           const Variant& variant) {
  constexpr std::size_t kLargestFile = std::size_t{1} << 30;
  const auto text = MILLSTONE_TRY(read_input(arguments.file, kLargestFile));
  auto games = parse_games(variant, text, input_name(arguments.file));
  if (games && (games->empty() || arguments.game > static_cast<int>(games->size())))
    return fail(ErrorCode::kInvalidArgument, "{}: found {} games, expected at least {}",
                input_name(arguments.file), games->size(), std::max(arguments.game, 1));
  return games;
}

Result<std::vector<AnalyzedGame>> analyze_games(const Prober& prober,
                                                std::vector<GameRecord> records, int only) {
  std::vector<AnalyzedGame> games;
  ProgressDisplay display;
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t index = 0; index < records.size(); ++index) {
    const double share = static_cast<double>(index) / static_cast<double>(records.size());
    display.update(share, estimate_seconds_left(share, start), fmt::format("game {}", index + 1));
    if (only != 0 && index + 1 != static_cast<std::size_t>(only)) continue;
    auto reviews = MILLSTONE_TRY(review_game(prober, records[index]));
    games.push_back({index + 1, std::move(records[index]), std::move(reviews)});
  }
  return games;
}

void print_games(const Variant& variant, const std::vector<AnalyzedGame>& games, bool json) {
  if (!json) {
    for (const AnalyzedGame& game : games) {
      print_game(game);
      const std::string table = tally_table(results_of(game));
      if (!table.empty()) fmt::print("{}\n", table);
    }
    if (games.size() > 1) print_totals(games);
    return;
  }
  Json list = Json::array();
  for (const AnalyzedGame& game : games) list.push_back(game_json(game));
  print_json({{"variant", variant_json(variant)}, {"games", list}, {"totals", totals_json(games)}});
}

Result<void> run_analyze(const AnalyzeArguments& arguments) {
  const bool no_report =
      MILLSTONE_TRY(replaces_report({{"--svg", arguments.picture}}, arguments.json));
  const auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant, arguments.directory));
  auto records = MILLSTONE_TRY(read_games(arguments, variant));
  const auto prober = MILLSTONE_TRY(Prober::open(arguments.directory, variant));
  const auto games = MILLSTONE_TRY(analyze_games(prober, std::move(records), arguments.game));
  if (!arguments.picture.empty()) {
    const AnalyzedGame& drawn = games.front();
    MILLSTONE_TRY(write_output(arguments.picture, game_chart(drawn.record, drawn.reviews)));
  }
  if (no_report) return {};
  print_games(variant, games, arguments.json);
  return {};
}

}  // namespace

Command add_analyze_command(CLI::App& program) {
  auto arguments = std::make_shared<AnalyzeArguments>();
  CLI::App* command = program.add_subcommand(
      "analyze", "Show every turn of a saved game with its value, the errors and what was better");
  command->footer(
      "Reads games as `millstone match --games` saves them. Values and distances are those of the\n"
      "side that moves: before its turn, with the best one, and after the turn it played. ?? "
      "marks\n"
      "a turn that threw value away, -4 one that made a win 4 plies longer or a loss 4 shorter.\n"
      "Turns of the opening, which no player has chosen, count for nobody. Several games end with\n"
      "what each player did in all of them.\n"
      "Example:\n"
      "  millstone analyze --db morris match.txt\n"
      "  millstone analyze --db morris match.txt --game 7 --svg game.svg");
  add_directory_option(*command, arguments->directory);
  add_input_option(*command, "GAMEFILE", arguments->file, "The games")
      ->required()
      ->option_text(" ");
  command->add_option("--game", arguments->game, "Only the game with this number in the file")
      ->check(number_from(1, kMostGames))
      ->type_name("N");
  add_picture_option(*command, arguments->picture,
                     "Draw the value along the game, the first if there are several");
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_analyze(*arguments); }};
}

}  // namespace mill
