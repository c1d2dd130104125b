#include "prober/c_handles.h"

millstone_variant::millstone_variant(mill::Variant given)
    : variant(std::move(given)), digest(variant.digest()), text(variant.canonical_text()) {
  for (int point = 0; point < variant.board->points(); ++point)
    mill::for_each_bit(
        variant.board->neighbours[static_cast<std::size_t>(point)] & ~mill::low_bits(point),
        [&](int other) { edges.emplace_back(point, other); });
}

namespace mill {

bool has_only_known(const millstone_position& position) {
  std::uint32_t found = (position.black_to_move | position.goes_on | position.out_of_turn) & ~1u;
  constexpr std::uint8_t kCauses = 2 * MILLSTONE_HAS_LOST - 1;
  found |= position.cause & ~kCauses;
  if (position.removals == 0) found |= position.targets | position.together;
  return found == 0;
}

millstone_status check_known(const Variant& variant, const millstone_position& position) {
  if (has_only_known(position)) {
    if (!has_memory(position)) return kOk;
    const auto valid = check_position(variant, to_position(position));
    return valid ? kOk : keep_argument_error(valid.error());
  }
  const bool flags = (position.black_to_move | position.goes_on | position.out_of_turn) <= 1;
  return keep_error(MILLSTONE_ERROR_INVALID_ARGUMENT,
                    flags ? "the cause of a position is none, or it has targets without removals"
                          : "black_to_move, goes_on and out_of_turn of a position must be 0 or 1");
}

}  // namespace mill
