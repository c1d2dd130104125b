#include "server/site/analysis.h"

#include "base/numbers.h"
#include "engine/evaluation/score.h"
#include "game/notation.h"
#include "server/site/position_json.h"

namespace mill {
namespace {

constexpr int kMostLines = 10;
constexpr std::uint64_t kHashBytes = std::uint64_t{64} << 20;

Reply<int> lines_of(const Request& request) {
  const std::string* text = request.find_parameter("lines");
  if (!text) return 1;
  return about("lines", parse_number(*text, 1, kMostLines, "lines"));
}

/// What a score says of the value, if it is more than an opinion.
/// @param from_files  whether the files told it and no search
Standing standing_of(Score score, bool from_files) {
  if (!is_decided(score)) return {from_files ? std::optional(Value::kDraw) : std::nullopt, {}};
  return {is_known_win(score) ? Value::kWin : Value::kLoss, plies_to_end(score)};
}

/// The actions of a line put together to turns.
Json turns_json(const Game& start, const std::vector<Action>& actions) {
  Game game = start;
  for (const Action& action : actions)
    if (!game.play(action)) break;
  Json turns = Json::array();
  for (const PlayedTurn& played : played_turns(game))
    if (played.first >= start.actions().size())
      turns.push_back(turn_text(*game.variant().board, played.turn));
  return turns;
}

Json line_json(const Game& game, const SearchLine& line, bool from_files) {
  const Standing standing = standing_of(line.score, from_files);
  return {{"score", is_decided(line.score) ? Json() : Json(line.score)},
          {"category", category_of(standing)},
          {"dtw", dtw_of(standing)},
          {"moves", turns_json(game, line.actions)}};
}

Json report_json(const Game& game, const SearchReport& report) {
  Json lines = Json::array();
  for (const SearchLine& line : report.lines)
    lines.push_back(line_json(game, line, report.depth == 0));
  return {{"depth", report.depth},
          {"selective_depth", report.selective_depth},
          {"nodes", report.nodes},
          {"seconds", std::chrono::duration<double>(report.time).count()},
          {"table_hits", report.table_hits},
          {"lines", std::move(lines)}};
}

/// The position alone: what is found does not depend on how it came about.
Reply<Game> analysed_game(const Call& call) {
  const Game played = MILLSTONE_TRY(game_of_fen(call));
  Game game(call.variant(), played.now());
  if (const GameResult result = game.result(); result.ending != Ending::kOpen)
    return refuse(400, "fen", "the game is over: {}", ending_name(result.ending));
  return game;
}

}  // namespace

Reply<void> Analysis::check(const Call& call) {
  MILLSTONE_TRY(analysed_game(call));
  MILLSTONE_TRY(lines_of(call.request));
  return {};
}

Reply<std::unique_ptr<Analysis>> Analysis::create(const Call& call) {
  const Game game = MILLSTONE_TRY(analysed_game(call));
  EngineOptions options;
  options.hash_bytes = kHashBytes;
  options.lines = MILLSTONE_TRY(lines_of(call.request));
  options.prober = call.database->prober;
  // A look-up needs neither a table nor one of the searches that may run.
  if (auto known = Engine::look_up(game, options))
    return std::unique_ptr<Analysis>(new Analysis(game, *std::move(known)));
  auto slot = MILLSTONE_TRY(call.site.take_search_slot());
  auto engine = MILLSTONE_TRY(Engine::create(call.variant(), options));
  SearchLimits limits;
  limits.time = std::chrono::milliseconds(
      static_cast<std::int64_t>(1000 * call.site.options().engine_seconds));
  limits.stop = call.site.stop_flag();
  return std::unique_ptr<Analysis>(
      new Analysis(game, Search{std::move(engine), std::move(slot), limits}));
}

void Analysis::run(const std::function<void(std::string)>& on_finding) {
  const auto tell = [&](const SearchReport& report) {
    on_finding(json_text(report_json(game_, report)));
  };
  if (!search_) return tell(known_);
  search_->engine.think(game_, search_->limits, tell);
  search_->slot->give_back();  // before the client hears that the search has ended
}

}  // namespace mill
