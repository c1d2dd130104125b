#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "game/variant.h"

namespace mill {

/// Rules of a game so small that all its positions from the empty board on can be tried.
struct RuleSetting {
  std::string name;
  Variant variant;
};

inline std::ostream& operator<<(std::ostream& stream, const RuleSetting& setting) {
  return stream << setting.name;
}

/// Every rule field that changes moves, alone and where two of them meet.
std::vector<RuleSetting> rule_settings();

/// The same in two parts: on a grid of 3 x 3 points, where a game takes a second at most, and on
/// larger boards, where stones close two lines at once or fill the board.
std::vector<RuleSetting> quick_rule_settings();
std::vector<RuleSetting> slow_rule_settings();

}  // namespace mill
