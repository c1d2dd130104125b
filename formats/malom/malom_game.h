#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "game/subspace.h"
#include "game/variant.h"

namespace mill {

/// A game that Malom knows (G. E. Gevay and G. Danner, arXiv 1408.0032), with what its files
/// depend on; README.md of this room has the format.
struct MalomGame {
  std::string_view name;    ///< which its files begin with
  std::string_view preset;  ///< the variant that has the same rules
  int first_bits;           ///< of an entry's first field
  int virtual_win;  ///< stands for a win in published files; SectorScores say what does in others
};

/// All games, in the order of the format's authors.
std::span<const MalomGame> malom_games();

/// The game with these rules; kUnsupportedRule naming what is different if there is none.
Result<const MalomGame*> malom_game(const Variant& variant);

/// All sectors of a game.
/// @param variant  of the game
std::vector<Subspace> sectors_of(const Variant& variant);

/// "std_3_4_0_0.sec2" of the subspace 3-4.
std::string sector_file_name(const MalomGame& game, const Subspace& subspace);

/// "std.secval", the table of scores beside the sectors.
std::string score_file_name(const MalomGame& game);

}  // namespace mill
