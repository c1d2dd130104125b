#include "engine/search/traps.h"

#include <algorithm>

namespace mill {

Result<std::size_t> count_traps(const Prober& prober, const Position& position, const Turn& turn) {
  const Played next = play(prober.variant(), position, turn);
  if (next.same_side) return std::size_t{0};
  const auto replies = MILLSTONE_TRY(prober.rank_turns(next.position, Detail::kValue));
  const auto loses = [](const RankedTurn& reply) { return reply.value == Value::kLoss; };
  return static_cast<std::size_t>(std::count_if(replies.begin(), replies.end(), loses));
}

}  // namespace mill
