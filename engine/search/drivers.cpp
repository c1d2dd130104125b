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

/// Begins with a narrow window about a guess, which is cheaper if the value is in it, and widens it
/// on the side where it is not.
Score search_about(SearchWorker& worker, int depth, int first, Score guess) {
  constexpr Score kNarrow = 40;
  Score below = kNarrow, above = kNarrow;
  while (true) {
    const Score alpha = std::max(guess - below, -kInfinite);
    const Score beta = std::min(guess + above, kInfinite);
    const Score score = worker.search_root(depth, alpha, beta, first, true);
    if (worker.stopped() || (alpha < score && score < beta)) return score;
    Score& width = score <= alpha ? below : above;
    width = is_decided(score) ? 2 * kInfinite : 4 * width;
  }
}

}  // namespace

Score search_to_depth(SearchWorker& worker, Algorithm algorithm, int depth, int first,
                      Score guess) {
  MILLSTONE_CHECK(algorithm != Algorithm::kTreeSearch);
  if (algorithm == Algorithm::kMtdf) return search_by_guesses(worker, depth, first, guess);
  constexpr int kLeastDepth = 4;
  if (algorithm == Algorithm::kPvs && worker.uses(kAspiration) && depth >= kLeastDepth &&
      !is_decided(guess))
    return search_about(worker, depth, first, guess);
  return worker.search_root(depth, -kInfinite, kInfinite, first, algorithm == Algorithm::kPvs);
}

}  // namespace mill
