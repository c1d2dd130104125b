#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/match/child_process.h"
#include "engine/match/player.h"

namespace mill {

/// How another program is started and how long it is waited for.
struct ProgramSettings {
  std::string command_line;  ///< for the shell
  /// Options to set after those of the rules, such as {"SkillLevel", "5"}.
  std::vector<std::pair<std::string, std::string>> options;
  std::chrono::milliseconds start_time{10'000};     ///< for an answer that needs no thinking
  std::chrono::milliseconds longest_think{60'000};  ///< for an action where no time is set
  std::chrono::milliseconds grace{2'000};           ///< beyond that, after it has been told to stop
};

/// One option that states a rule.
struct RuleOption {
  std::string name, value;
  bool is_default = false;
};

/// An option that a program tells of: `option name PiecesCount type spin default 9 min 9 max 12`.
struct DeclaredOption {
  std::string name;
  std::optional<long> lowest, highest;  ///< of a number
  std::vector<std::string> choices;     ///< if not empty, the only values

  /// Whether it takes the value. kUnsupportedRule naming what it does take.
  Result<void> takes(const std::string& value) const;
};

/// None for a line that tells of no option.
std::optional<DeclaredOption> parse_declared_option(std::string_view line);

/// Another program that speaks the UCI-like protocol of these games. It gets the whole game with
/// every `position`, the rules as options, depth and time both as arguments of `go`. A program that
/// does not answer, ends, or has lost a game by its fault is started anew for the next game.
class ProgramPlayer : public Player {
 public:
  ProgramPlayer(std::string name, ProgramSettings settings);
  /// Starts the program and sets its options: what it announces to take, and what it answers, say
  /// whether it can play. kUnsupportedRule, or the errors of ChildProcess.
  Result<void> can_play(const std::vector<Game>& openings) override;
  Result<void> new_game(const Game& start, std::uint64_t seed) override;
  Result<Choice> choose(const Game& game, const SearchLimits& limits) override;
  void lost_by_fault() override { process_.reset(); }

 private:
  Result<void> start(const Variant& variant, const HistoryRules& history);
  Result<void> read_declared_options();
  Result<void> set_rules(const std::vector<RuleOption>& rules);
  Result<void> set_own_options();
  Result<void> set_option(const std::string& name, const std::string& value);
  Result<void> wait_until_ready(const std::vector<RuleOption>& rules);
  Result<std::string> wait_for_move(std::chrono::milliseconds time);
  Result<void> send(std::string_view line);
  bool has_pass_token() const { return find_declared("PassToken") != nullptr; }
  const DeclaredOption* find_declared(std::string_view option) const;

  ProgramSettings settings_;
  std::optional<ChildProcess> process_;
  std::vector<DeclaredOption> declared_;  // the options that the program has told of
};

/// The word behind `bestmove`, wherever in the line that stands; none if it does not.
std::optional<std::string_view> find_best_move(std::string_view line);

/// The line that sends the whole game: `position startpos moves d6 f4`, or `position fen F moves`.
/// @param passes  whether passes have a token; else they are left out
std::string position_line(const Game& game, bool passes = true);

/// The rule fields under the names that programs of this protocol use. Most know two boards, which
/// HasDiagonalLines tells apart; others need an option Board.
std::vector<RuleOption> options_of_rules(const Variant& variant, const HistoryRules& history);

}  // namespace mill
