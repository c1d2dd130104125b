#pragma once

#include "engine/evaluation/score.h"
#include "engine/search/algorithm.h"

namespace mill {

class SearchWorker;

/// Searches the root actions from `first` on to `depth` plies. How the search is driven through
/// windows of alpha and beta makes no difference to the value.
/// @param algorithm  not kTreeSearch
/// @param guess  what the value may be; kMtdf and, with kAspiration, kPvs use it
Score search_to_depth(SearchWorker& worker, Algorithm algorithm, int depth, int first = 0,
                      Score guess = 0);

}  // namespace mill
