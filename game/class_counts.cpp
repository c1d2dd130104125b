#include "game/class_counts.h"

#include <algorithm>

namespace mill {

ClassCounts& ClassCounts::operator+=(const ClassCounts& other) {
  slots += other.slots;
  classes += other.classes;
  wins += other.wins;
  draws += other.draws;
  losses += other.losses;
  longest_win = std::max(longest_win, other.longest_win);
  longest_loss = std::max(longest_loss, other.longest_loss);
  return *this;
}

}  // namespace mill
