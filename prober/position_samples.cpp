#include "prober/position_samples.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/random_below.h"
#include "base/split_mix.h"
#include "game/symmetry.h"

namespace mill {
namespace {

constexpr std::size_t kAskedTogether = 4096;
constexpr std::uint64_t kMostTries = 50 * kClassesForEachHeldOut;  // for each that is wanted

bool is_wanted(const Variant& variant, const Position& position, const SampleOptions& options) {
  if (options.part != SamplePart::kAll &&
      is_held_out(*variant.board, position) != (options.part == SamplePart::kHeldOut))
    return false;
  return !options.quiet || is_quiet(variant, position);
}

}  // namespace

bool is_quiet(const Variant& variant, const Position& position) {
  if (status(variant, position) != Status::kOpen) return false;
  const std::vector<Turn> turns = generate_turns(variant, position);
  return std::ranges::none_of(turns, [](const Turn& turn) { return turn.removed != 0; });
}

bool is_held_out(const Board& board, const Position& position) {
  const Stones least = least_image(board.symmetries, {position.own, position.opponent});
  const std::uint64_t key = std::uint64_t{least.first} << 32 | least.second;
  return split_mix(key) % kClassesForEachHeldOut == 0;
}

Position random_position(const Board& board, const Subspace& subspace, std::mt19937_64& random) {
  std::array<int, kMaxPoints> points;
  const auto size = static_cast<std::size_t>(board.points());
  for (std::size_t i = 0; i < size; ++i) points[i] = static_cast<int>(i);
  Position position;
  position.own_hand = static_cast<std::uint8_t>(subspace.own_hand);
  position.opponent_hand = static_cast<std::uint8_t>(subspace.opponent_hand);
  const auto own = static_cast<std::size_t>(subspace.own);
  const auto stones = own + static_cast<std::size_t>(subspace.opponent);
  for (std::size_t i = 0; i < stones; ++i) {
    std::swap(points[i], points[i + random_below(random, size - i)]);
    Mask& side = i < own ? position.own : position.opponent;
    side |= bit(points[i]);
  }
  return position;
}

Result<PositionSamples> sample_positions(const Prober& prober, const Subspace& subspace,
                                         const SampleOptions& options, StopFlag stop) {
  const Variant& variant = prober.variant();
  std::mt19937_64 random(options.seed);
  PositionSamples samples;
  samples.positions.reserve(options.count);
  std::uint64_t tries = 0;
  while (samples.positions.size() < options.count && tries < kMostTries * options.count) {
    if (++tries % kAskedTogether == 0 && stop.is_set())
      return fail(ErrorCode::kInterrupted, "stopped");
    const Position position = random_position(*variant.board, subspace, random);
    if (is_wanted(variant, position, options)) samples.positions.push_back(position);
  }
  std::vector<std::optional<Value>> found(samples.positions.size());
  for (std::size_t first = 0; first < found.size(); first += kAskedTogether) {
    if (stop.is_set()) return fail(ErrorCode::kInterrupted, "stopped");
    const std::size_t count = std::min(kAskedTogether, found.size() - first);
    MILLSTONE_TRY(prober.values(std::span(samples.positions).subspan(first, count),
                                std::span(found).subspan(first, count)));
  }
  samples.values.reserve(found.size());
  for (const std::optional<Value>& value : found) samples.values.push_back(*value);
  return samples;
}

}  // namespace mill
