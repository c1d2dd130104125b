#include "tools/commands/play_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <utility>

#include "base/numbers.h"
#include "base/shown_text.h"
#include "base/words.h"
#include "engine/games/game_text_reader.h"
#include "engine/games/played_turns.h"
#include "game/notation.h"
#include "game/picture.h"
#include "reports/quantity.h"
#include "reports/text_table.h"
#include "tools/command_line/file_arguments.h"

namespace mill {
namespace {

constexpr int kLongestTime = 60;  // seconds

constexpr std::size_t kLargestFile = std::size_t{1} << 28;  // of games, in bytes

constexpr std::size_t kLongestReason = 200;  // bytes, why a line is no move

constexpr std::string_view kNoMoves = "There are no legal moves.";
constexpr std::string_view kHelp =
    "A move: d6 places, a1-a4 moves, xg7 removes; a whole turn in one: a1-a4xg7.\n"
    "  moves      the legal moves\n"
    "  values     ... and what each is worth\n"
    "  hint       what the engine would play\n"
    "  undo       take back your last move and what followed\n"
    "  new        a new game\n"
    "  flip       change sides\n"
    "  level N    how well the engine plays, from 0 to 30\n"
    "  time N     seconds it thinks about a move at most; 0: no limit\n"
    "  save FILE  write the game into a file, which `millstone analyze` reads\n"
    "  load FILE  go on with a saved game; load FILE #7 with the seventh of a match\n"
    "  board      show the board\n"
    "  position   the position as text\n"
    "  quit       leave, or q\n"
    "Capital letters are as good as small ones.\n";

/// "wins in 5 plies" for the side that acts.
std::string worth_text(Score score) {
  const std::optional<int> plies = plies_to_end(score);
  const std::string_view verb = score > 0 ? "wins" : "loses";
  if (plies) return fmt::format("{} in {}", verb, plies_text(*plies));
  if (is_decided(score)) return std::string(verb);
  return fmt::format("{:+.2f}", score / 100.0);
}

std::string worth_text(const ActionValue& found) {
  return found.value == Value::kDraw ? "draws" : worth_text(found.score);
}

std::string result_text(const GameResult& result) {
  const std::string_view how = ending_name(result.ending);
  if (!result.winner) return fmt::format("The game is a draw ({}).", how);
  return fmt::format("{} has won ({}).", side_name(*result.winner), how);
}

/// A file of games and which of them: `match.txt #7`; 0 where that is not said.
std::pair<std::string, int> split_game_number(const std::string& argument) {
  const std::size_t mark = argument.rfind(" #");
  if (mark == std::string::npos) return {argument, 0};
  const auto number = number_in<int>(std::string_view(argument).substr(mark + 2));
  if (!number || *number < 1) return {argument, 0};
  return {std::string(trimmed(std::string_view(argument).substr(0, mark))), *number};
}

/// How many actions two games begin with alike.
std::size_t common_actions(const Game& left, const Game& right) {
  const auto [end, other] = std::mismatch(left.actions().begin(), left.actions().end(),
                                          right.actions().begin(), right.actions().end());
  return static_cast<std::size_t>(end - left.actions().begin());
}

}  // namespace

PlaySession::PlaySession(EngineSetup& setup, std::array<bool, 2> engine_plays, Sink sink,
                         Sink complaints)
    : setup_(setup),
      engine_plays_(engine_plays),
      sink_(std::move(sink)),
      complaints_(std::move(complaints)) {}

PlaySession::Handler PlaySession::find_handler(std::string_view word) {
  constexpr std::pair<std::string_view, Handler> kHandlers[] = {
      {"help", &PlaySession::do_help},   {"?", &PlaySession::do_help},
      {"board", &PlaySession::do_board}, {"moves", &PlaySession::do_moves},
      {"hint", &PlaySession::do_hint},   {"values", &PlaySession::do_values},
      {"undo", &PlaySession::do_undo},   {"new", &PlaySession::do_new},
      {"flip", &PlaySession::do_flip},   {"level", &PlaySession::do_level},
      {"time", &PlaySession::do_time},   {"save", &PlaySession::do_save},
      {"load", &PlaySession::do_load},   {"position", &PlaySession::do_position},
  };
  for (const auto& [known, handler] : kHandlers)
    if (known == word) return handler;
  return nullptr;
}

void PlaySession::start() {
  if (!is_over() && engine_is_to_move()) show();
  go_on();
}

std::string PlaySession::prompt() const {
  return fmt::format("{}> ", side_name(setup_.game().side()));
}

bool PlaySession::handle(std::string_view line) {
  const Words words = split_words(line);
  if (words.empty()) return true;
  const std::string command = lower_case(words[0]);
  if (command == "quit" || command == "q" || command == "exit") return false;
  if (const Handler handler = find_handler(command)) {
    (this->*handler)(std::string(text_of(std::span(words).subspan(1))));
    return true;
  }
  for (const std::string_view word : words)
    if (!play_move(lower_case(word))) break;
  return true;
}

void PlaySession::do_help(const std::string&) { sink_(kHelp); }

void PlaySession::do_board(const std::string&) { show(); }

void PlaySession::do_position(const std::string&) {
  say(position_text(setup_.game().variant(), setup_.game().now()));
}

void PlaySession::show() {
  const Game& game = setup_.game();
  sink_("\n" + position_picture(game.variant(), game.now()));
  if (is_over()) say(result_text(game.result()));
}

bool PlaySession::is_over() const { return setup_.game().result().ending != Ending::kOpen; }

void PlaySession::do_moves(const std::string&) {
  const Game& game = setup_.game();
  std::string text;
  for (const Action& action : generate_actions(game.variant(), game.position()))
    text += (text.empty() ? "" : " ") + action_text(*game.variant().board, action);
  say(text.empty() ? kNoMoves : text);
}

void PlaySession::do_values(const std::string&) {
  const Game& game = setup_.game();
  if (generate_actions(game.variant(), game.position()).empty()) return say(kNoMoves);
  TextTable table({"move", "worth"});
  table.colour_by_name(1);
  for (const ActionValue& found : ranking().values)
    table.add_row({action_text(*game.variant().board, found.action), worth_text(found)});
  sink_(table.text());
}

void PlaySession::do_hint(const std::string&) {
  if (is_over()) return say("The game is over.");
  std::string text;
  for (const Action& action : ranking().best.actions)
    text += action_text(*setup_.game().variant().board, action) + " ";
  say(fmt::format("{}({} {})", text, side_name(setup_.game().side()),
                  worth_text(ranking().values.front())));
}

bool PlaySession::play_move(std::string_view text) {
  if (is_over()) {
    complain("The game is over: undo takes back a move, new starts another game.");
    return false;
  }
  Game game = setup_.game();
  if (const auto played = game.play(text); !played) {
    complain(shown_text(played.error().message, kLongestReason) +
             "; 'moves' lists the legal ones, 'help' the commands.");
    return false;
  }
  const bool turn_goes_on = game.side() == setup_.game().side();
  set_game(std::move(game));
  if (turn_goes_on && !is_over())
    do_moves({});
  else
    go_on();
  return true;
}

bool PlaySession::engine_is_to_move() const {
  return engine_plays_[static_cast<std::size_t>(setup_.game().side())];
}

/// The engine plays until a person is to move or the game is over.
void PlaySession::go_on() {
  if (!is_over() && !engine_is_to_move()) return show();
  while (!is_over() && engine_is_to_move()) play_engine_turn();
  show();
}

void PlaySession::play_engine_turn() {
  const Side side = setup_.game().side();
  std::string turn;
  Score score = 0;
  while (!is_over() && setup_.game().side() == side) {
    const SearchReport report = think();
    const Action action = report.lines.front().actions.front();
    if (turn.empty()) score = report.lines.front().score;
    turn += action_text(*setup_.game().variant().board, action);
    Game game = setup_.game();
    MILLSTONE_CHECK(game.play(action).has_value());
    set_game(std::move(game));
  }
  say(fmt::format("{} plays {} ({})", side_name(side), turn, worth_text(score)));
}

SearchLimits PlaySession::limits() const {
  SearchLimits limits;
  const ProtocolSettings& settings = setup_.settings();
  if (settings.move_seconds > 0) limits.time = std::chrono::seconds(settings.move_seconds);
  return limits;
}

/// Advice is given at full strength, where the level is no limit.
SearchLimits PlaySession::limits_of_advice() const {
  SearchLimits limits = this->limits();
  if (!limits.time) limits.depth = kUsualAdvicePlies;
  return limits;
}

const RankedActions& PlaySession::ranking() {
  if (!ranking_)
    ranking_ = rank_actions(setup_.engine(), setup_.game(), limits_of_advice(),
                            [this](std::string_view message) { complain_once(message); });
  return *ranking_;
}

void PlaySession::set_game(Game game) {
  ranking_.reset();
  setup_.set_game(std::move(game));
}

SearchReport PlaySession::think() {
  return setup_.engine().think(setup_.game(), limits(), {},
                               [this](std::string_view message) { complain_once(message); });
}

void PlaySession::do_undo(const std::string&) {
  Game game = setup_.game();
  if (game.actions().empty()) return complain("There is nothing to take back.");
  const auto engine_moves = [&] { return engine_plays_[static_cast<std::size_t>(game.side())]; };
  do game.undo();
  while (!game.actions().empty() && engine_moves());
  replace_game(std::move(game));
}

void PlaySession::do_new(const std::string&) {
  loaded_.reset();
  replace_game(*setup_.game_of({}));
}

void PlaySession::replace_game(Game game) {
  set_game(std::move(game));
  go_on();
}

void PlaySession::do_flip(const std::string&) {
  std::swap(engine_plays_[0], engine_plays_[1]);
  const bool both = engine_plays_[0] == engine_plays_[1];
  if (both) return say("Both sides are played alike.");
  say(fmt::format("The engine plays {}.",
                  side_name(engine_plays_[0] ? Side::kWhite : Side::kBlack)));
  go_on();
}

void PlaySession::do_level(const std::string& argument) {
  change("level", argument, kFullLevel, "SkillLevel");
}

void PlaySession::do_time(const std::string& argument) {
  change("time", argument, kLongestTime, "MoveTime");
}

void PlaySession::change(std::string_view what, const std::string& text, int highest,
                         const std::string& option) {
  const auto number = parse_number(text, 0, highest, what);
  if (!number) return complain(number.error().message);
  ProtocolSettings settings = setup_.settings();
  const OptionRequest request{option, std::to_string(*number)};
  MILLSTONE_CHECK(set_option(settings, request).has_value());
  if (thinks_without_end(settings)) return complain("The highest level needs a time.");
  ranking_.reset();
  MILLSTONE_CHECK(setup_.set(request).has_value());
  if (const auto done = setup_.prepare(); !done) complain(done.error().message);
}

/// Who plays a side, for the record of the game.
std::string PlaySession::name_of(Side side) const {
  if (engine_plays_[0] == engine_plays_[1]) return "?";
  return engine_plays_[static_cast<std::size_t>(side)] ? "engine" : "person";
}

GameRecord PlaySession::record() const {
  const Game& game = setup_.game();
  if (loaded_ && std::ranges::equal(game.actions(), loaded_->game.actions())) return *loaded_;
  GameRecord record{
      game, name_of(Side::kWhite), name_of(Side::kBlack), scoring_of(game.result()), {}, {}};
  if (loaded_) record.opening = opening_of(record);
  return record;
}

/// The turns of a loaded game are the opening of one that others have gone on with.
Opening PlaySession::opening_of(const GameRecord& record) const {
  const bool same_players = loaded_->white == record.white && loaded_->black == record.black;
  Opening opening = loaded_->opening;
  if (!same_players)
    opening = {played_turns(loaded_->game).size(),
               fmt::format("a game of {} and {}", loaded_->white, loaded_->black)};
  const std::size_t kept = common_actions(record.game, loaded_->game);
  const std::vector<PlayedTurn> turns = played_turns(record.game);
  const auto is_kept = [&](const PlayedTurn& turn) { return turn.first < kept; };
  opening.turns = std::min<std::size_t>(
      opening.turns, static_cast<std::size_t>(std::count_if(turns.begin(), turns.end(), is_kept)));
  return opening;
}

Result<void> PlaySession::save(const std::filesystem::path& path) const {
  return write_output(path, game_text(record()));
}

Result<void> PlaySession::load(const std::filesystem::path& path, int number) {
  const auto text = MILLSTONE_TRY(read_input(path, kLargestFile));
  auto games = MILLSTONE_TRY(parse_games(setup_.game().variant(), text, input_name(path)));
  if (number == 0 && games.size() == 1) number = 1;
  if (number < 1 || static_cast<std::size_t>(number) > games.size())
    return fail(ErrorCode::kInvalidArgument, "{}: found {} games, {}", input_name(path),
                games.size(), number == 0 ? "say which one" : "expected more");
  loaded_ = std::move(games[static_cast<std::size_t>(number) - 1]);
  set_game(loaded_->game);
  return {};
}

void PlaySession::do_save(const std::string& argument) {
  if (argument.empty() || is_standard_stream(argument)) return complain("Say where to: save FILE.");
  const auto saved = save(argument);
  if (!saved) return complain(saved.error().message);
  say(fmt::format("Saved in {}.", argument));
}

void PlaySession::do_load(const std::string& argument) {
  const auto [path, number] = split_game_number(argument);
  if (path.empty() || is_standard_stream(path)) return complain("Say from where: load FILE.");
  if (auto loaded = load(path, number); !loaded) return complain(loaded.error().message);
  go_on();
}

void PlaySession::say(std::string_view sentence) { sink_(shown_text(sentence) + "\n"); }

void PlaySession::complain(std::string_view sentence) {
  complaints_(shown_message(sentence) + "\n");
}

void PlaySession::complain_once(std::string_view sentence) {
  if (said_once_.emplace(sentence).second) complain(sentence);
}

}  // namespace mill
