#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "game/variant.h"

namespace millstone {

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

/// The same in two parts: games of a second at most, and the others.
std::vector<RuleSetting> quick_rule_settings();
std::vector<RuleSetting> slow_rule_settings();

}  // namespace millstone
