#include "tools/bench_probes.h"

#include <chrono>
#include <functional>
#include <random>
#include <vector>

#include "game/numbering.h"
#include "prober/prober.h"

namespace millstone {
namespace {

constexpr std::size_t kValuePositions = 200'000;
constexpr std::size_t kRankedPositions = 20'000;
constexpr int kColdProbers = 3;
constexpr double kLeastSeconds = 0.5;

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

/// Calls of `probe` a second, each position in turn, after a first round that decodes what is
/// needed. Stops at the first error.
Result<double> rate_of(const std::vector<Position>& positions,
                       const std::function<Result<void>(const std::vector<Position>&)>& probe_all) {
  if (const auto warm = probe_all(positions); !warm) return tl::unexpected(warm.error());
  const auto start = Clock::now();
  std::size_t probes = 0;
  while (seconds_since(start) < kLeastSeconds) {
    if (const auto done = probe_all(positions); !done) return tl::unexpected(done.error());
    probes += positions.size();
  }
  return static_cast<double>(probes) / seconds_since(start);
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

/// Seconds that a value took which was not in the cache, over probers that start with none.
Result<double> measure_cold_values(const std::filesystem::path& directory, const Variant& variant,
                                   const std::vector<Position>& positions) {
  double seconds = 0;
  std::uint64_t misses = 0;
  for (int round = 0; round < kColdProbers; ++round) {
    const auto prober = Prober::open(directory, variant);
    if (!prober) return tl::unexpected(prober.error());
    if (const auto opened = prober->open_all(); !opened) return tl::unexpected(opened.error());
    for (const Position& position : positions) {
      if (prober->cached_value(position)) continue;
      const auto start = Clock::now();
      const auto value = prober->value(position);
      seconds += seconds_since(start);
      if (!value) return tl::unexpected(value.error());
      ++misses;
    }
  }
  return misses == 0 ? 0 : seconds / static_cast<double>(misses);
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
