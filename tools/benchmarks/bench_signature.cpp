#include "tools/benchmarks/bench_signature.h"

#include <algorithm>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "game/numbering.h"
#include "game/perft.h"
#include "tools/benchmarks/solved_in_memory.h"

namespace mill {
namespace {

constexpr int kActionsDepth = 4;
constexpr int kTurnsDepth = 4;

void add_outcomes(RunningChecksum& sum, const SolvedSubspace& solved) {
  const BlockGeometry& geometry = solved.outcomes->geometry();
  for (std::uint32_t block = 0; block < geometry.blocks(); ++block)
    sum.add({solved.outcomes->block(block), geometry.size()});
}

void add_number(RunningChecksum& sum, std::uint64_t number) {
  std::uint8_t bytes[8];
  store_little_endian(bytes, number);
  sum.add(bytes);
}

void add_perft(RunningChecksum& sum, const Variant& variant, const Position& position) {
  for (int depth = 1; depth <= kActionsDepth; ++depth)
    add_number(sum, perft_actions(variant, position, depth));
  for (int depth = 1; depth <= kTurnsDepth; ++depth)
    add_number(sum, perft_turns(variant, position, depth));
}

}  // namespace

Result<std::uint64_t> bench_signature(const Variant& variant, const SolveOptions& options) {
  const Rules& rules = variant.rules;
  const int stones = std::min(rules.pieces_at_least_count + 1, rules.piece_count);
  const Subspace root = {stones, stones, 0, 0};
  const auto solved = MILLSTONE_TRY(solve_in_memory(variant, {root}, options));

  RunningChecksum sum;
  for (const SolvedSubspace& subspace : solved) add_outcomes(sum, subspace);
  add_perft(sum, variant, start_position(variant));
  const Numbering numbering = Numbering::make(variant, root);
  add_perft(sum, variant, numbering.position(root, numbering.slots() / 2));
  return sum.value();
}

}  // namespace mill
