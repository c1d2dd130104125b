#include "engine/search/drivers.h"

#include <algorithm>

#include "engine/search/search_worker.h"

namespace mill {
namespace {

/// Asks, again and again, whether the value is at least a guess.
/// Source: A. Plaat and others, Best-first fixed-depth minimax algorithms, 1996.
Score search_by_guesses(SearchWorker& worker, int depth, int first, Score guess) {
  Score lower = -kInfinite, upper = kInfinite;
  while (lower < upper && !worker.stopped()) {
    const Score beta = std::max(guess, lower + 1);
    guess = worker.search_root(depth, beta - 1, beta, first, false);
    (guess < beta ? upper : lower) = guess;
  }
  return guess;
}

}  // namespace

std::string_view driver_name(Driver driver) {
  for (const auto& [name, each] : kDriverNames)
    if (each == driver) return name;
  MILLSTONE_CHECK(false);
}

Score search_to_depth(SearchWorker& worker, Driver driver, int depth, int first, Score guess) {
  if (driver == Driver::kMtdf) return search_by_guesses(worker, depth, first, guess);
  return worker.search_root(depth, -kInfinite, kInfinite, first, driver == Driver::kPvs);
}

}  // namespace mill
