#include "engine/protocol/protocol.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shown_text.h"
#include "base/words.h"
#include "engine/search/action_values.h"
#include "engine/search/time_manager.h"
#include "game/notation.h"
#include "game/picture.h"

namespace mill {
namespace {

using std::chrono::milliseconds;

std::string ending_text(const GameResult& result) {
  if (!result.winner) return fmt::format("a draw: {}", ending_name(result.ending));
  return fmt::format("{} has won: {}", side_name(*result.winner), ending_name(result.ending));
}

SearchLimits limits_of(const GoRequest& go, Side side, const ProtocolSettings& settings) {
  SearchLimits limits{go.depth, go.nodes, go.move_time};
  if (go.infinite) return limits;
  const auto index = static_cast<std::size_t>(side);
  if (!limits.time && go.time[index])
    limits.time = thinking_time({*go.time[index], go.increment[index], go.moves_to_go},
                                milliseconds(settings.overhead_milliseconds));
  if (go.depth || go.nodes) return limits;
  if (!limits.time && settings.move_seconds > 0)
    limits.time = milliseconds(settings.move_seconds * 1000);
  return limits;
}

/// What the other side is expected to play behind the first action of a line; none if the turn goes
/// on or the line ends there.
std::optional<Action> expected_answer(const Game& game, const SearchLine& line) {
  if (line.actions.size() < 2) return std::nullopt;
  Game next = game;
  MILLSTONE_CHECK(next.play(line.actions.front()).has_value());
  if (next.side() == game.side()) return std::nullopt;
  return line.actions[1];
}

/// The time of one move is shared by all actions of the position. A level looks no further than it
/// does in play, but does not err.
SearchLimits analysis_limits(const Game& game, const ProtocolSettings& settings) {
  const std::size_t actions = generate_actions(game.variant(), game.position()).size();
  SearchLimits limits;
  if (settings.move_seconds > 0)
    limits.time = milliseconds(settings.move_seconds * 1000) / std::max<std::size_t>(1, actions);
  if (const auto strength = chosen_strength(settings))
    limits.depth = strength->depth;
  else if (!limits.time)
    limits.depth = kUsualAdvicePlies;
  return limits;
}

}  // namespace

Protocol::Handler Protocol::find_handler(std::string_view word) {
  constexpr std::pair<std::string_view, Handler> kHandlers[] = {
      {"uci", &Protocol::do_uci},
      {"isready", &Protocol::do_isready},
      {"setoption", &Protocol::do_setoption},
      {"ucinewgame", &Protocol::do_ucinewgame},
      {"position", &Protocol::do_position},
      {"go", &Protocol::do_go},
      {"analyze", &Protocol::do_analyze},
      {"d", &Protocol::do_display},
      {"stop", &Protocol::do_stop},
      {"ponderhit", &Protocol::do_ponderhit},
  };
  for (const auto& [known, handler] : kHandlers)
    if (known == word) return handler;
  return nullptr;
}

Protocol::Protocol(Sink sink, ProtocolSettings settings)
    : sink_(std::move(sink)),
      setup_(std::move(settings), [this](std::string_view message) { complain(message); }) {}

Protocol::~Protocol() { halt(); }

bool Protocol::handle(std::string_view line) {
  Words words = split_words(line);
  if (words.empty()) return true;
  if (words.front() == "quit") {
    halt();
    setup_.save_results();
    return false;
  }
  const Handler handler = find_handler(words.front());
  if (!handler) {
    complain(fmt::format("there is no command '{}'", words.front()));
    return true;
  }
  words.erase(words.begin());
  (this->*handler)(words);
  return true;
}

void Protocol::wait() {
  if (thinker_.joinable()) thinker_.join();
}

void Protocol::finish() {
  if (!ends_by_time_) halt();
  wait();
  setup_.save_results();
}

void Protocol::halt() {
  do_stop({});
  wait();
}

void Protocol::do_stop(const Words&) {
  timer_ = {};
  pondering_ = false;
  if (thinking_) end_search();
}

void Protocol::end_search() {
  stopped_ = true;
  held_ = false;
  held_.notify_all();
  setup_.engine().stop();
}

/// The move that was expected has been played: from now on the limits count.
void Protocol::do_ponderhit(const Words&) {
  if (!pondering_) return complain("ponderhit: there is nothing that ponders");
  pondering_ = false;
  ends_by_time_ = time_after_ponderhit_.has_value();
  held_ = false;
  held_.notify_all();
  if (time_after_ponderhit_) end_search_after(*time_after_ponderhit_);
}

/// Assigning another timer ends this one.
void Protocol::end_search_after(std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  timer_ = std::jthread([this, end](const std::stop_token& token) {
    std::unique_lock lock(timing_);
    timer_ended_.wait_until(lock, token, end, [] { return false; });
    if (!token.stop_requested()) end_search();
  });
}

void Protocol::start(bool ends_by_time, bool is_held, std::function<void()> task) {
  stopped_ = false;
  held_ = is_held;
  setup_.engine().clear_stop();
  thinking_ = true;
  ends_by_time_ = ends_by_time;
  thinker_ = std::thread([this, task = std::move(task)] {
    task();
    thinking_ = false;
  });
}

Result<void> Protocol::bring_up_to_date() {
  if (!setup_.is_stale()) return {};
  halt();
  return setup_.prepare();
}

bool Protocol::prepare() {
  const auto done = bring_up_to_date();
  if (!done) complain(done.error().message);
  return done.has_value();
}

void Protocol::do_uci(const Words&) {
  say("id name Millstone " MILLSTONE_VERSION);
  say("id author the Millstone authors");
  for (const std::string& option : option_lines(setup_.settings())) say(option);
  say("uciok");
}

void Protocol::do_isready(const Words&) {
  // Front ends ask in the middle of thinking, too, and want an answer at once.
  if (!thinking_) prepare();
  say("readyok");
}

void Protocol::do_setoption(const Words& arguments) {
  const auto request = parse_setoption(arguments);
  if (!request) return complain(request.error().message);
  const auto done = setup_.set(*request);
  if (!done) complain(done.error().message);
}

void Protocol::do_ucinewgame(const Words&) {
  halt();
  if (!prepare()) return;
  setup_.new_game();
  refused_.clear();
}

void Protocol::do_position(const Words& arguments) {
  // Until one is accepted: a move of the game before would be an answer to another question.
  const auto refuse = [this](const Error& error) {
    refused_ = error.message;
    complain(error.message);
  };
  const auto request = parse_position(arguments);
  if (!request) return refuse(request.error());
  if (const auto done = bring_up_to_date(); !done) return refuse(done.error());
  auto game = setup_.game_of(*request);
  if (!game) return refuse(game.error());
  setup_.set_game(std::move(*game));
  refused_.clear();
}

void Protocol::do_go(const Words& arguments) {
  halt();
  const auto request = parse_go(arguments);
  if (!request) return decline(request.error().message);
  if (const auto done = bring_up_to_date(); !done) return decline(done.error().message);
  if (!refused_.empty()) return decline(no_position());
  const Game& game = setup_.game();
  const GameResult result = game.result();
  if (result.ending != Ending::kOpen) return tell_end(result);
  const ProtocolSettings& settings = setup_.settings();
  SearchLimits limits = limits_of(*request, game.side(), settings);
  if (request->ponder) time_after_ponderhit_ = std::exchange(limits.time, std::nullopt);
  // A front end that asks for endless thinking does not expect an answer before it says stop.
  const bool is_held = request->infinite || request->ponder;
  start(limits.time && !is_held, is_held,
        [this, game, limits, style = MoveStyle{settings.one_line, settings.ponder}] {
          think(game, limits, style);
        });
  pondering_ = request->ponder;
}

void Protocol::think(const Game& game, const SearchLimits& limits, const MoveStyle& style) {
  const Board& board = *game.variant().board;
  const auto on_report = [&](const SearchReport& report) {
    for (std::size_t line = 0; line < report.lines.size() && !style.one_line; ++line)
      say(info_line(board, report, line));
  };
  const SearchReport report =
      setup_.engine().think(game, limits, on_report, [this](auto text) { tell_once(text); });
  held_.wait(true);
  const SearchLine& best = report.lines.front();
  const auto answer = style.ponder ? expected_answer(game, best) : std::nullopt;
  say_best(best.score, action_text(board, best.actions.front()), style.one_line,
           answer ? action_text(board, *answer) : "");
}

void Protocol::tell_end(const GameResult& result) {
  complain(fmt::format("the game is over, {}", ending_text(result)));
  const bool one_line = setup_.settings().one_line;
  if (!one_line) say(result.winner ? "info depth 0 score mate 0" : "info depth 0 score cp 0");
  say_best(result.winner ? mated_in(0) : 0, result.winner ? "none" : "draw", one_line);
}

void Protocol::decline(std::string_view reason) {
  complain(reason);
  say_best(0, "none", setup_.settings().one_line);
}

void Protocol::say_best(Score score, std::string_view move, bool one_line,
                        std::string_view ponder) {
  std::string line = fmt::format("bestmove {}", move);
  if (!ponder.empty()) line += fmt::format(" ponder {}", ponder);
  say(one_line ? fmt::format("info score {} {}", score, line) : line);
}

std::string Protocol::no_position() const {
  return fmt::format("there is no position, since the last was refused: {}", refused_);
}

void Protocol::do_analyze(const Words& arguments) {
  halt();
  const auto request = parse_position(arguments);
  if (!arguments.empty() && !request) return decline(request.error().message);
  if (const auto done = bring_up_to_date(); !done) return decline(done.error().message);
  if (arguments.empty() && !refused_.empty()) return decline(no_position());
  const auto game = arguments.empty() ? setup_.game() : setup_.game_of(*request);
  if (!game) return decline(game.error().message);
  const SearchLimits limits = analysis_limits(*game, setup_.settings());
  start(limits.time.has_value(), false, [this, game = *game, limits] { analyze(game, limits); });
}

void Protocol::analyze(const Game& game, const SearchLimits& limits) {
  const ValueOptions options{limits, [this] { return stopped_.load(); },
                             [this](std::string_view message) { tell_once(message); }};
  say(analysis_line(*game.variant().board, value_actions(setup_.engine(), game, options)));
}

void Protocol::do_display(const Words&) {
  if (!prepare()) return;
  if (!refused_.empty()) return complain(no_position());
  const Game& game = setup_.game();
  say_text(position_picture(game.variant(), game.now()));
  say("position: " + position_text(game.variant(), game.now()));
  say(fmt::format("side: {}", game.side() == Side::kWhite ? "white" : "black"));
  say(fmt::format("variant: {}, digest {}", game.variant().name, game.variant().digest()));
  const GameResult result = game.result();
  if (result.ending != Ending::kOpen) say("result: " + ending_text(result));
}

void Protocol::say(std::string_view line) {
  const std::scoped_lock lock(saying_);
  sink_(line);
}

void Protocol::say_text(std::string_view lines) {
  const std::scoped_lock lock(saying_);
  while (!lines.empty()) sink_(take_line(lines));
}

void Protocol::complain(std::string_view reason) { say("info string " + shown_message(reason)); }

void Protocol::tell_once(std::string_view message) {
  const std::scoped_lock lock(saying_);
  if (told_.emplace(message).second) sink_("info string " + shown_message(message));
}

}  // namespace mill
