#pragma once

#include "game/value.h"

namespace mill {

/// An outcome as one number of which more is better for the side to move, with any distance: a win
/// in d is kBestRating - d, a draw 0, a loss in d the opposite of a win in d.
using Rating = std::int16_t;
inline constexpr Rating kDrawRating = 0;
inline constexpr Rating kBestRating = 32000;

constexpr Rating win_rating(int distance) { return static_cast<Rating>(kBestRating - distance); }
constexpr Rating loss_rating(int distance) { return static_cast<Rating>(distance - kBestRating); }

constexpr Rating to_rating(const Outcome& outcome) {
  if (outcome.value == Value::kDraw) return kDrawRating;
  return outcome.value == Value::kWin ? win_rating(outcome.distance)
                                      : loss_rating(outcome.distance);
}

constexpr int distance_of(Rating rating) {
  return kBestRating - (rating < kDrawRating ? -rating : rating);
}

constexpr Outcome to_outcome(Rating rating) {
  if (rating == kDrawRating) return {};
  return {rating > kDrawRating ? Value::kWin : Value::kLoss, distance_of(rating)};
}

/// The rating for the side that moves into a position with this rating.
constexpr Rating rating_before(Rating rating) {
  if (rating == kDrawRating) return rating;
  return static_cast<Rating>(rating > kDrawRating ? 1 - rating : -rating - 1);
}

}  // namespace mill
