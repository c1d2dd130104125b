#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/games/game.h"
#include "engine/search/search_line.h"

namespace mill {

/// What a player prefers among turns that are worth the same. A side slips where an action is worth
/// clearly less than its best one; the more of its actions do, the sharper the position is for it.
enum class Style : std::uint8_t {
  kPlain,   ///< nothing
  kSolid,   ///< to have few ways to slip next time itself
  kTricky,  ///< to leave the opponent many ways to slip
  kBold,    ///< that both have many
};

inline constexpr std::pair<std::string_view, Style> kStyleNames[] = {{"plain", Style::kPlain},
                                                                     {"solid", Style::kSolid},
                                                                     {"tricky", Style::kTricky},
                                                                     {"bold", Style::kBold}};

/// What each legal action of a game is worth to the side to move, best first; empty if the game is
/// over, or for want of time.
using LookAhead = std::function<std::vector<SearchLine>(const Game& game)>;

/// Which of the turns a player of some style chooses. Looks at the opponent's replies and at the
/// own actions after the best of them.
/// @param lines  turns of the game now, best first, not empty
/// @param base  chosen among are those that are worth as much as `lines[base]`, or nearly, and as
///              sure to be won, drawn or lost
/// @return an index of `lines`
std::size_t choose_in_style(Style style, const Game& game, std::span<const SearchLine> lines,
                            std::size_t base, const LookAhead& look_ahead);

}  // namespace mill
