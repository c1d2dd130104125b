#include "game/perft.h"

#include "game/moves.h"

namespace mill {
namespace {

/// The last level is counted without playing its moves.
template <typename Generate>
std::uint64_t perft(const Variant& variant, const Position& position, int depth,
                    const Generate& generate) {
  if (depth <= 0) return 1;
  const auto moves = generate(variant, position);
  if (depth == 1) return moves.size();
  std::uint64_t total = 0;
  for (const auto& move : moves)
    total += perft(variant, apply(variant, position, move), depth - 1, generate);
  return total;
}

}  // namespace

std::uint64_t perft_actions(const Variant& variant, const Position& position, int depth) {
  return perft(variant, position, depth, generate_actions);
}

std::uint64_t perft_turns(const Variant& variant, const Position& position, int depth) {
  return perft(variant, position, depth, generate_turns);
}

}  // namespace mill
