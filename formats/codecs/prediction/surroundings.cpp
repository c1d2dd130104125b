#include "formats/codecs/prediction/surroundings.h"

namespace mill {
namespace {

constexpr std::uint8_t kMinorAnywhere = 1, kMajorAnywhere = 2;

bool anywhere(const Rules& rules, int stones, int hand) {
  return hand > 0 || (rules.may_fly && stones <= rules.fly_piece_count);
}

}  // namespace

Reach reach_of(const Rules& rules, const Subspace& subspace) {
  const bool own = anywhere(rules, subspace.own, subspace.own_hand);
  const bool opponent = anywhere(rules, subspace.opponent, subspace.opponent_hand);
  return subspace.own_is_major() ? Reach{opponent, own} : Reach{own, opponent};
}

std::uint8_t reach_byte(Reach reach) {
  return static_cast<std::uint8_t>((reach.minor_anywhere ? kMinorAnywhere : 0) |
                                   (reach.major_anywhere ? kMajorAnywhere : 0));
}

Reach reach_of_byte(std::uint8_t byte) {
  return {(byte & kMinorAnywhere) != 0, (byte & kMajorAnywhere) != 0};
}

}  // namespace mill
