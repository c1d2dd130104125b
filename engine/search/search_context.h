#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "base/task.h"
#include "engine/evaluation/evaluation.h"
#include "engine/games/game.h"
#include "engine/positions/move_maker.h"
#include "engine/search/leaf_database.h"
#include "engine/search/move_order.h"
#include "engine/search/search_ideas.h"
#include "engine/search/transposition_table.h"

namespace mill {

/// What all threads of a search share.
struct SearchContext {
  const MoveMaker& moves;
  const Evaluation& evaluation;
  TranspositionTable* table = nullptr;     ///< none: nothing is remembered
  const LeafDatabase* database = nullptr;  ///< none: nothing is known
  bool probe_leaves_only = false;          ///< the values up to the leaves are known to be the same
  unsigned order = kAllOrderIdeas;
  unsigned ideas = 0;  ///< SearchIdea
  HistoryRules history = {};

  std::atomic<bool>* stop = nullptr;
  StopFlag stop_of_all = {};  ///< somebody else's, for many searches
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  std::uint64_t most_nodes = ~std::uint64_t{0};  ///< of each worker
};

}  // namespace mill
