#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/error.h"
#include "engine/games/game_text.h"
#include "engine/protocol/engine_setup.h"
#include "engine/search/ranked_actions.h"

namespace mill {

/// A game in a terminal: a person, or two, or none, against the engine. Reads commands and moves,
/// and writes boards and sentences.
class PlaySession {
 public:
  using Sink = std::function<void(std::string_view text)>;  ///< gets whole lines with their ends

  /// @param setup         prepared
  /// @param engine_plays  by Side
  /// @param sink          gets boards and answers
  /// @param complaints    gets what is wrong with a line, a file or a database
  PlaySession(EngineSetup& setup, std::array<bool, 2> engine_plays, Sink sink, Sink complaints);

  /// Shows the board, and lets the engine play if it is its turn.
  void start();

  /// Carries out one line: a move, or a command.
  /// @return false once it was told to quit
  bool handle(std::string_view line);

  /// Writes the game into a file, as game_text() does. Errors as write_output().
  Result<void> save(const std::filesystem::path& path) const;

  /// Goes on with a game of a file.
  /// @param number  of the game in the file, from 1; 0: the only one
  /// @return errors of read_input() and parse_games(); kInvalidArgument if there is none
  Result<void> load(const std::filesystem::path& path, int number);

  /// What to write before a line is read: `White> `.
  std::string prompt() const;

 private:
  using Handler = void (PlaySession::*)(const std::string& argument);
  static Handler find_handler(std::string_view word);

  void do_help(const std::string& argument);
  void do_board(const std::string& argument);
  void do_position(const std::string& argument);
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
  std::string name_of(Side side) const;
  GameRecord record() const;
  Opening opening_of(const GameRecord& record) const;
  void change(std::string_view what, const std::string& text, int highest,
              const std::string& option);
  SearchLimits limits() const;
  SearchLimits limits_of_advice() const;
  SearchReport think();
  const RankedActions& ranking();
  void set_game(Game game);

  void say(std::string_view sentence);
  void complain(std::string_view sentence);
  void complain_once(std::string_view sentence);

  EngineSetup& setup_;
  std::array<bool, 2> engine_plays_;
  Sink sink_, complaints_;
  std::set<std::string, std::less<>> said_once_;
  std::optional<RankedActions> ranking_;  // of the position now, once it was asked for
  std::optional<GameRecord> loaded_;      // the game that was loaded, as it was then
};

}  // namespace mill
