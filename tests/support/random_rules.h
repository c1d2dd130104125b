#pragma once

#include <cstdint>
#include <vector>

#include "tests/support/rule_settings.h"

namespace mill {

/// Rules with every field drawn at random among the values that this version plays, on boards of 9
/// to 12 points and with 3 to 5 stones, so that the whole game is small. The same seed gives the
/// same rules. Draws whose fields do not go together are left out and drawn again.
std::vector<RuleSetting> random_rule_settings(int count, std::uint32_t seed);

}  // namespace mill
