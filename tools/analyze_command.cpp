#include <fmt/format.h>

#include "engine/game_text.h"
#include "engine/match/match.h"
#include "game/notation.h"
#include "tools/command.h"
#include "tools/common_options.h"
#include "tools/game_chart.h"
#include "tools/match_report.h"
#include "tools/text_file.h"

namespace millstone {
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

std::string worth_text(const Worth& worth) {
  if (!worth.distance) return std::string(value_name(worth.value));
  return fmt::format("{} {}", value_name(worth.value), *worth.distance);
}

std::vector<std::string> turn_texts(const Board& board, const std::vector<Turn>& turns) {
  std::vector<std::string> texts;
  texts.reserve(turns.size());
  for (const Turn& turn : turns) texts.push_back(turn_text(board, turn));
  return texts;
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
std::string mark_of(const Verdict& verdict) {
  if (verdict.is_blunder()) return "??";
  const auto lost = verdict.plies_lost();
  return lost && *lost > 0 ? fmt::format("-{}", *lost) : "";
}

void print_game(const AnalyzedGame& game) {
  const GameRecord& record = game.record;
  const Board& board = *record.game.variant().board;
  fmt::print("Game {}: {} - {}, {}{}{}\n\n", game.number, record.white, record.black,
             scoring_text(record.scoring), record.scoring.reason.empty() ? "" : ", ",
             record.scoring.reason);
  TextTable table({"no.", "side", "turn", "before", "after", "", "better"});
  for (const std::size_t column : {1, 2, 3, 4, 5, 6}) table.align_left(column);
  for (const TurnReview& review : game.reviews) {
    const auto& verdict = review.verdict;
    table.add_row({std::to_string(review.before.fullmove),
                   std::string(side_name(review.before.side)), turn_text(board, review.played.turn),
                   verdict ? worth_text(verdict->best) : "-",
                   verdict ? worth_text(verdict->played) : "-", verdict ? mark_of(*verdict) : "",
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
  std::array<PlayerResult, 2> players;
  players[0].name = name_of(game.record.white, Side::kWhite);
  players[1].name = name_of(game.record.black, Side::kBlack);
  for (const TurnReview& review : game.reviews)
    players[review.before.side == Side::kWhite ? 0 : 1].turns.add(review);
  return players;
}

Json worth_json(const Worth& worth) {
  return {{"value", value_name(worth.value)}, {"distance", json_or_null(worth.distance)}};
}

Json review_json(const Board& board, const TurnReview& review) {
  Json json = {{"number", review.before.fullmove},
               {"side", side_name(review.before.side)},
               {"phase", turn_phase_name(review.phase)},
               {"turn", turn_text(board, review.played.turn)},
               {"known", review.verdict.has_value()}};
  if (!review.verdict) return json;
  json["before"] = worth_json(review.verdict->best);
  json["after"] = worth_json(review.verdict->played);
  json["blunder"] = review.verdict->is_blunder();
  json["plies_lost"] = json_or_null(review.verdict->plies_lost());
  json["best"] = turn_texts(board, review.verdict->turns);
  return json;
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
          {"turns", turns},
          {"white_turns", tally_json(players[0].turns)},
          {"black_turns", tally_json(players[1].turns)}};
}

Result<std::vector<GameRecord>> read_games(const AnalyzeArguments& arguments,
                                           const Variant& variant) {
  constexpr std::size_t kLargestFile = std::size_t{1} << 30;
  const auto text = read_text_file(arguments.file, kLargestFile);
  if (!text) return tl::unexpected(text.error());
  auto games = parse_games(variant, *text, arguments.file.string());
  if (games && (games->empty() || arguments.game > static_cast<int>(games->size())))
    return fail(ErrorCode::kInvalidArgument, "{}: found {} games, expected at least {}",
                arguments.file.string(), games->size(), std::max(arguments.game, 1));
  return games;
}

Result<std::vector<AnalyzedGame>> analyze_games(const Prober& prober,
                                                std::vector<GameRecord> records, int only) {
  std::vector<AnalyzedGame> games;
  for (std::size_t index = 0; index < records.size(); ++index) {
    if (only != 0 && index + 1 != static_cast<std::size_t>(only)) continue;
    auto reviews = review_game(prober, records[index].game);
    if (!reviews) return tl::unexpected(reviews.error());
    games.push_back({index + 1, std::move(records[index]), std::move(*reviews)});
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
    return;
  }
  Json list = Json::array();
  for (const AnalyzedGame& game : games) list.push_back(game_json(game));
  print_json({{"variant", variant_json(variant)}, {"games", list}});
}

Result<void> run_analyze(const AnalyzeArguments& arguments) {
  const auto variant = resolve_variant(arguments.variant, arguments.directory);
  if (!variant) return tl::unexpected(variant.error());
  auto records = read_games(arguments, *variant);
  if (!records) return tl::unexpected(records.error());
  const auto prober = Prober::open(arguments.directory, *variant);
  if (!prober) return tl::unexpected(prober.error());
  const auto games = analyze_games(*prober, std::move(*records), arguments.game);
  if (!games) return tl::unexpected(games.error());
  if (!arguments.picture.empty()) {
    const AnalyzedGame& drawn = games->front();
    if (auto written = write_text_file(arguments.picture, game_chart(drawn.record, drawn.reviews));
        !written)
      return written;
  }
  print_games(*variant, *games, arguments.json);
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
      "Example:\n"
      "  millstone analyze --db morris match.txt\n"
      "  millstone analyze --db morris match.txt --game 7 --svg game.svg");
  add_directory_option(*command, arguments->directory);
  command->add_option("GAMEFILE", arguments->file, "The games")->required()->option_text(" ");
  command->add_option("--game", arguments->game, "Only the game with this number in the file")
      ->check(CLI::Range(1, 10'000'000).description(""))
      ->type_name("N");
  command
      ->add_option("--svg", arguments->picture,
                   "Draw the value along the game, the first if there are several")
      ->type_name("FILE");
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_analyze(*arguments); }};
}

}  // namespace millstone
