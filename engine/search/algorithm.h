#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

namespace mill {

/// How the engine searches. The first three find the same value of a depth.
enum class Algorithm : std::uint8_t {
  kAlphaBeta,   ///< alpha-beta with the whole window for every action
  kPvs,         ///< principal variation search: after the first action only "is it better?"
  kMtdf,        ///< nothing but such questions, from a guess towards the value
  kTreeSearch,  ///< Monte-Carlo tree search: the tree grows where play is likely to go
};

/// How users call them; other programs have their places here for numbers.
inline constexpr std::pair<std::string_view, Algorithm> kAlgorithmNames[] = {
    {"alpha-beta", Algorithm::kAlphaBeta},
    {"pvs", Algorithm::kPvs},
    {"mtdf", Algorithm::kMtdf},
    {"mcts", Algorithm::kTreeSearch}};

constexpr std::string_view algorithm_name(Algorithm algorithm) {
  return kAlgorithmNames[static_cast<std::size_t>(algorithm)].first;
}

}  // namespace mill
