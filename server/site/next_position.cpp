#include "server/site/next_position.h"

#include "game/text_play.h"

namespace mill {

NextPosition next_position(const Variant& variant, const TextPosition& before,
                           const PartialTurn& known) {
  NextPosition next{known.turn, play(variant, before, known.turn), {}, known.grade};
  if (known.value) next.standing.value = opposite(*known.value);
  next.standing.distance = known.distance;
  // The ply goes on after its first half.
  const bool same_side = next.position.side == before.side;
  if (next.standing.distance && !same_side) --*next.standing.distance;
  return next;
}

Reply<PartialTurns> look_up(const ServedDatabase& database, const Position& position) {
  auto known = look_up_turns(*database.prober, position);
  if (!known) return tl::unexpected(refusal_of(known.error()));
  return *std::move(known);
}

}  // namespace mill
