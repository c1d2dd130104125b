#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "engine/evaluation/score.h"

namespace mill {

class SearchWorker;

/// How one search is driven through windows of alpha and beta. All find the same value.
enum class Driver : std::uint8_t {
  kAlphaBeta,  ///< the whole window for every action
  kPvs,        ///< principal variation search: after the first only "is it better?"
  kMtdf,       ///< nothing but such questions, from a guess towards the value
};

/// How users call them.
inline constexpr std::pair<std::string_view, Driver> kDriverNames[] = {
    {"alpha-beta", Driver::kAlphaBeta}, {"pvs", Driver::kPvs}, {"mtdf", Driver::kMtdf}};
std::string_view driver_name(Driver driver);

/// Searches the root actions from `first` on to `depth` plies.
/// @param guess  what the value may be; kMtdf and, with kAspiration, kPvs use it
Score search_to_depth(SearchWorker& worker, Driver driver, int depth, int first = 0,
                      Score guess = 0);

}  // namespace mill
