#pragma once

#include <span>
#include <string>

#include "engine/match/match.h"
#include "reports/json_output.h"
#include "reports/text_table.h"

namespace mill {

/// What a match is about: rules, and how many openings there are.
void print_ground(const Variant& variant, std::size_t openings);

/// Score, Elo difference, sequential test, endings and, where a database has looked, blunders.
void print_match(const MatchResult& result, const SprtHypotheses& hypotheses);

Json match_json(const MatchResult& result);

/// Colours the columns of wins, draws and losses, which follow one another.
void colour_scores(TextTable& table, std::size_t first);

/// One line for a game that has ended: "12  perfect - random  1-0  too few stones".
std::string game_line(const MatchGame& game);

/// Turns, blunders and plies lost by player and phase; empty where nothing was looked up.
std::string tally_table(std::span<const PlayerResult> players);

Json tally_json(const TurnTally& tally);

Json score_json(const WinDrawLoss& score);

/// "12.50 (4.40 .. 30.10)": a share in per cent with its interval; "-" of nothing.
std::string share_cell(std::uint64_t part, std::uint64_t whole);

/// "+12.3", and the same with its interval; "+inf" where it is infinite.
std::string elo_text(double elo);
std::string elo_cell(const Estimate& elo);

/// Value, low and high; null where one is infinite.
Json estimate_json(const Estimate& estimate);

/// A player's name as it fits into a table, whatever stood in a file.
std::string short_name(const std::string& name);

}  // namespace mill
