#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "base/task.h"
#include "prober/prober.h"

namespace mill {

/// A position of the subspace, each equally likely. The same on every machine.
Position random_position(const Board& board, const Subspace& subspace, std::mt19937_64& random);

/// One class of positions up to symmetry in so many is held out: what learns from a database and is
/// judged by it learns from the others.
inline constexpr std::uint64_t kClassesForEachHeldOut = 64;

/// Whether the class of a position is held out: by a hash of its stones, so always the same ones.
bool is_held_out(const Board& board, const Position& position);

/// Whether a position is open and no turn takes a stone from the board.
bool is_quiet(const Variant& variant, const Position& position);

/// Which positions are drawn.
enum class SamplePart : std::uint8_t { kAll, kTraining, kHeldOut };

struct SampleOptions {
  std::uint64_t count = 0;
  std::uint64_t seed = 1;
  bool quiet = false;  ///< only positions for which is_quiet() holds
  SamplePart part = SamplePart::kAll;
};

/// Positions of a database with their values.
struct PositionSamples {
  std::vector<Position> positions;
  std::vector<Value> values;  ///< as many
};

/// Draws positions of a subspace, each equally likely, with their values; fewer than `count` where
/// hardly any is as asked for. Errors as Prober::value(); kInterrupted.
Result<PositionSamples> sample_positions(const Prober& prober, const Subspace& subspace,
                                         const SampleOptions& options, StopFlag stop = {});

}  // namespace mill
