#include "tools/bench_probes.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "game/numbering.h"
#include "prober/prober.h"

namespace millstone {
namespace {

constexpr std::size_t kValuePositions = 200'000;
constexpr std::size_t kRankedPositions = 20'000;
constexpr int kRounds = 5;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::vector<Position> random_positions(const Variant& variant, const Subspace& subspace,
                                       std::size_t how_many) {
  const Numbering numbering = Numbering::make(variant, subspace);
  std::mt19937_64 random(1);
  std::vector<Position> positions;
  for (std::size_t i = 0; i < how_many; ++i)
    positions.push_back(numbering.position(subspace, random() % numbering.slots()));
  return positions;
}

using ProbeAll = std::function<Result<void>(const std::vector<Position>&)>;

/// Positions a second in the fastest of some rounds over all of them (on a shared machine the
/// others measure the neighbours), after a round that decodes what is needed.
Result<double> rate_of(const std::vector<Position>& positions, const ProbeAll& probe_all) {
  double fastest = 0;
  for (int round = 0; round <= kRounds; ++round) {
    const auto start = Clock::now();
    if (const auto done = probe_all(positions); !done) return tl::unexpected(done.error());
    if (round == 0) continue;
    fastest = std::max(fastest, static_cast<double>(positions.size()) / seconds_since(start));
  }
  return fastest;
}

Result<double> measure_values(const Prober& prober, const std::vector<Position>& positions) {
  return rate_of(positions, [&](const std::vector<Position>& all) -> Result<void> {
    for (const Position& position : all)
      if (const auto value = prober.value(position); !value) return tl::unexpected(value.error());
    return {};
  });
}

Result<double> measure_rankings(const Prober& prober, const std::vector<Position>& positions) {
  return rate_of(positions, [&](const std::vector<Position>& all) -> Result<void> {
    for (const Position& position : all)
      if (const auto turns = prober.rank_turns(position); !turns)
        return tl::unexpected(turns.error());
    return {};
  });
}

/// Seconds that a value takes which is not in the cache, for a prober that starts with none.
Result<double> cold_value_seconds(const Prober& prober, const std::vector<Position>& positions) {
  double seconds = 0;
  std::uint64_t misses = 0;
  for (const Position& position : positions) {
    if (prober.cached_value(position)) continue;
    const auto start = Clock::now();
    const auto value = prober.value(position);
    seconds += seconds_since(start);
    if (!value) return tl::unexpected(value.error());
    ++misses;
  }
  return seconds / static_cast<double>(std::max<std::uint64_t>(misses, 1));
}

/// The same, the least of some rounds.
Result<double> measure_cold_values(const std::filesystem::path& directory, const Variant& variant,
                                   const std::vector<Position>& positions) {
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kRounds; ++round) {
    const auto prober = Prober::open(directory, variant);
    if (!prober) return tl::unexpected(prober.error());
    if (const auto opened = prober->open_all(); !opened) return tl::unexpected(opened.error());
    const auto seconds = cold_value_seconds(*prober, positions);
    if (!seconds) return tl::unexpected(seconds.error());
    least = std::min(least, *seconds);
  }
  return least;
}

}  // namespace

Result<ProbeRates> measure_probes(const std::filesystem::path& directory, const Variant& variant,
                                  const Subspace& subspace) {
  const auto prober = Prober::open(directory, variant);
  if (!prober) return tl::unexpected(prober.error());
  std::vector<Position> positions = random_positions(variant, subspace, kValuePositions);
  const auto cold = measure_cold_values(directory, variant, positions);
  if (!cold) return tl::unexpected(cold.error());
  const auto values = measure_values(*prober, positions);
  if (!values) return tl::unexpected(values.error());
  positions.resize(kRankedPositions);
  const auto rankings = measure_rankings(*prober, positions);
  if (!rankings) return tl::unexpected(rankings.error());
  return ProbeRates{*values, *cold, *rankings};
}

}  // namespace millstone
