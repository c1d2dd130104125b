#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/place_text.h"
#include "formats/malom/malom_game.h"
#include "game/subspace.h"

namespace mill {

/// The table of scores beside the sectors of a game.
struct SectorScores {
  int virtual_win = 0;             ///< stands for a win; a loss has -virtual_win
  std::map<Subspace, int> scores;  ///< between them, of each sector
  friend bool operator==(const SectorScores&, const SectorScores&) = default;
};

/// Whether the entries of a game can tell wins with such a number.
bool has_room(const MalomGame& game, std::int64_t virtual_win);

/// A score of 0 for every sector of the game. With it, programs that take a draw whose score is
/// not 0 for a loss read all draws as draws.
SectorScores zero_scores(const MalomGame& game, const Variant& variant);

/// The table as text.
std::string scores_text(const SectorScores& scores);

/// Whether a text begins as such a table does.
bool is_scores_text(std::string_view text);

/// Reads such a text. kDamagedFile naming the line where it has counts that are no sector of the
/// game, one twice, fewer than it announces, or numbers that entries could not tell.
/// @param variant  of the game
Result<SectorScores> parse_scores(const MalomGame& game, const Variant& variant,
                                  std::string_view text, const PlaceText& place);

}  // namespace mill
