#include "engine/positions/search_position.h"

namespace mill {

SearchPosition SearchPosition::of(const Position& position, int side, int quiet) {
  SearchPosition result;
  for_each_bit(position.own, [&](int point) { result.add_own(point); });
  for_each_bit(position.opponent, [&](int point) { result.add_opponent(point); });
  result.set_own_hand(position.own_hand);
  result.set_opponent_hand(position.opponent_hand);
  result.set_removals(position.removals);
  result.set_goes_on(position.goes_on);
  result.set_targets(position.targets);
  result.side = static_cast<std::uint8_t>(side);
  result.quiet = static_cast<std::uint16_t>(quiet);
  return result;
}

}  // namespace mill
