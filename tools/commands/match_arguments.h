#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/match/ladder.h"
#include "tools/command_line/common_options.h"

namespace mill {

/// What the user said about one player.
struct PlayerArguments {
  std::string text, name;
  std::vector<std::string> options;  // NAME=VALUE, of a program
};

/// What the user said about a match, or a ladder of them.
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
  std::vector<std::string> ladder;  // players who all play in one table, instead of two
  LadderPairs pairs = LadderPairs::kAll;
  bool json = false;
};

/// Adds the options of `match` and lets them fill `arguments`, which must outlive the command.
void add_match_options(CLI::App& command, MatchArguments& arguments);

/// Where a match takes place.
struct MatchGround {
  Variant variant;
  std::shared_ptr<const Prober> database;  ///< none: there is none
};

/// Errors as resolve_variant() and Prober::open().
Result<MatchGround> match_ground(const MatchArguments& arguments);

/// Players of different names, so that they can be told apart in reports and games. Errors as
/// parse_player() and PlayerFactory::create().
Result<std::vector<PlayerFactory>> make_factories(const std::vector<PlayerArguments>& players,
                                                  const MatchArguments& arguments,
                                                  const MatchGround& ground);

/// What a match consists of beside its openings, for the files of games.
std::string terms_of(const MatchArguments& arguments, const PlayerArguments& first,
                     const PlayerArguments& second);

/// All but the terms. kInvalidArgument for arguments that do not go together; errors of files as
/// read_input() and their readers.
Result<MatchOptions> make_options(const MatchArguments& arguments, const MatchGround& ground);

}  // namespace mill
