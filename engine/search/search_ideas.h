#pragma once

#include <string_view>
#include <utility>

namespace mill {

/// What has a search look less at what is unlikely to matter, and more at what is. With none of
/// them it finds the minimax value of its depth. For measuring, each can be left out.
enum SearchIdea : unsigned {
  kLateReductions = 1,        ///< late plain actions are looked at less deeply, until one surprises
  kInternalReductions = 2,    ///< less deeply where no earlier search says what to try first
  kStaticCuts = 4,            ///< near the leaves an evaluation far above the window is believed
  kFutility = 8,              ///< ... and far below it, plain actions are left out
  kAspiration = 16,           ///< a narrow window about the score of the depth before
  kBlockadeExtensions = 32,   ///< a ply more where a side can hardly move
  kCaptures = 64,             ///< beyond the last ply actions that take a stone are looked at
  kSingularExtensions = 128,  ///< a ply more for an action without which all looks much worse
  kExchangeReductions = 256,  ///< less deeply still where a plain action lets the other side take
  kAllSearchIdeas = 511,
};

/// How users call them.
inline constexpr std::pair<std::string_view, SearchIdea> kSearchIdeaNames[] = {
    {"late-reductions", kLateReductions},
    {"internal-reductions", kInternalReductions},
    {"static-cuts", kStaticCuts},
    {"futility", kFutility},
    {"aspiration", kAspiration},
    {"blockade-extensions", kBlockadeExtensions},
    {"captures", kCaptures},
    {"singular-extensions", kSingularExtensions},
    {"exchange-reductions", kExchangeReductions}};

}  // namespace mill
