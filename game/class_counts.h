#pragma once

#include <cstdint>

namespace mill {

/// Statistics of one subspace. All but `slots` count classes: each position once up to symmetry.
struct ClassCounts {
  std::uint64_t slots = 0;
  std::uint64_t classes = 0, wins = 0, draws = 0, losses = 0;
  int longest_win = 0;   ///< plies; 0 when there is no win
  int longest_loss = 0;  ///< plies; 0 when there is no loss, or none but those already lost
  friend bool operator==(const ClassCounts&, const ClassCounts&) = default;

  /// Joins the counts of another subspace.
  ClassCounts& operator+=(const ClassCounts& other);
};

}  // namespace mill
