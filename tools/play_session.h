#pragma once

#include <array>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "engine/engine_setup.h"
#include "engine/game.h"
#include "game/error.h"

namespace millstone {

/// A game in a terminal: a person, or two, or none, against the engine. Reads commands and moves,
/// and writes boards and sentences.
class PlaySession {
 public:
  using Sink = std::function<void(std::string_view text)>;  ///< gets whole lines with their ends

  /// @param setup         prepared
  /// @param engine_plays  by Side
  PlaySession(EngineSetup& setup, std::array<bool, 2> engine_plays, Sink sink);

  /// Shows the board, and lets the engine play if it is its turn.
  void start();

  /// Carries out one line: a move, or a command.
  /// @return false once it was told to quit
  bool handle(std::string_view line);

  /// What to write before a line is read: `White> `.
  std::string prompt() const;

 private:
  using Handler = void (PlaySession::*)(const std::string& argument);
  static Handler find_handler(std::string_view word);

  void do_help(const std::string& argument);
  void do_board(const std::string& argument);
  void do_moves(const std::string& argument);
  void do_values(const std::string& argument);
  void do_hint(const std::string& argument);
  void do_undo(const std::string& argument);
  void do_new(const std::string& argument);
  void do_flip(const std::string& argument);
  void do_level(const std::string& argument);
  void do_time(const std::string& argument);
  void do_save(const std::string& argument);
  void do_load(const std::string& argument);

  /// False if the rest of the line makes no sense any more.
  bool play_move(std::string_view text);
  void go_on();
  void play_engine_turn();
  void show();
  bool is_over() const;
  bool engine_is_to_move() const;
  void replace_game(Game game);
  void change(std::string_view what, const std::string& text, int highest,
              const std::string& option);
  SearchLimits limits() const;
  SearchReport think();

  void say(std::string_view sentence) { sink_(std::string(sentence) + "\n"); }
  void say_once(std::string_view sentence);

  EngineSetup& setup_;
  std::array<bool, 2> engine_plays_;
  Sink sink_;
  std::set<std::string, std::less<>> said_once_;
};

/// Whose turns a game is made of as text: the arguments of the command `position` of the protocol,
/// each turn on a line of its own.
std::string game_as_list(const Game& game);

}  // namespace millstone
