#include "builder/solver/successor_ratings.h"

#include <algorithm>

namespace mill {

Result<SuccessorRatings> SuccessorRatings::load(const Variant& variant, const Subspace& subspace,
                                                const InputProvider& inputs) {
  SuccessorRatings ratings(variant, solved_together(variant, subspace));
  for (const Subspace& input : solver_inputs(variant, subspace))
    ratings.inputs_[input] = MILLSTONE_TRY(inputs(input, {0, block_count(variant, input)}));
  return ratings;
}

std::optional<Rating> SuccessorRatings::by_rules(const Position& position) const {
  const Status stands = status(variant_, position);
  if (stands == Status::kOpen) {
    if (opponent_has_lost(variant_.rules, position)) return win_rating(1);
    return std::nullopt;
  }
  return ends_in_draw(variant_, stands) ? kDrawRating : loss_rating(0);
}

std::optional<Rating> SuccessorRatings::find(const Position& position) const {
  if (const auto rating = by_rules(position)) return rating;
  if (!is_settled(variant_, position)) return best_of_turns(position);
  const Subspace subspace = subspace_of(variant_, position);
  if (std::ranges::find(solved_, subspace) != solved_.end()) return std::nullopt;
  const auto input = inputs_.find(subspace);
  MILLSTONE_CHECK(input != inputs_.end());
  const OutcomeTable& table = *input->second;
  const Numbering& numbering = table.geometry().numbering();
  const std::uint64_t slot = numbering.slot(position);
  const auto block = static_cast<std::uint32_t>(slot / numbering.block_size());
  const OutcomeByte byte = table.block(block)[slot % numbering.block_size()];
  return to_rating(table.longs().outcome(slot, byte));
}

Rating SuccessorRatings::best_of_turns(const Position& position) const {
  Rating best = loss_rating(0);
  for_each_turn_end(variant_, position, [&](const Played& played) {
    const auto after = find(played.position);
    MILLSTONE_CHECK(after.has_value());  // a stone less than in what is being solved
    best = std::max(best, played.same_side ? *after : rating_before(*after));
  });
  return best;
}

}  // namespace mill
