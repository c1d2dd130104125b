#include "engine/positions/search_position.h"

namespace mill {
namespace search_detail {

std::uint64_t memory_key(const Memory& memory) {
  if (memory == Memory{}) return 0;
  const auto points = [](const Memory::MillMove& move) {
    return static_cast<std::uint64_t>(move.from) << 6 | static_cast<std::uint64_t>(move.to);
  };
  const std::uint64_t parts[] = {
      memory.marked | std::uint64_t{memory.together} << 32,
      memory.own_used | std::uint64_t{memory.opponent_used} << 32,
      points(memory.own_mill) << 12 | points(memory.opponent_mill),
      std::uint64_t{memory.opponent_removals} << 8 | static_cast<std::uint64_t>(memory.cause) << 4 |
          std::uint64_t{memory.from_own} << 3 | std::uint64_t{memory.ends_placing} << 2 |
          std::uint64_t{memory.out_of_turn} << 1 | std::uint64_t{memory.has_lost}};
  std::uint64_t key = 0;
  for (const std::uint64_t part : parts) key = split_mix(key ^ part) + kSplitMixStep;
  return key;
}

}  // namespace search_detail

SearchPosition SearchPosition::of(const Position& position, int side, int quiet) {
  SearchPosition result;
  for_each_bit(position.own, [&](int point) { result.add_own(point); });
  for_each_bit(position.opponent, [&](int point) { result.add_opponent(point); });
  result.set_own_hand(position.own_hand);
  result.set_opponent_hand(position.opponent_hand);
  result.set_removals(position.removals);
  result.set_goes_on(position.goes_on);
  result.set_targets(position.targets);
  result.position.memory = position.memory;
  result.key ^= search_detail::memory_key(position.memory);
  result.turned_key ^= search_detail::memory_key(turned(position).memory);
  result.side = static_cast<std::uint8_t>(side);
  result.quiet = static_cast<std::uint16_t>(quiet);
  return result;
}

}  // namespace mill
