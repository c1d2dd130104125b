#include "tools/benchmarks/bench_probes.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <latch>
#include <limits>
#include <numeric>
#include <random>
#include <thread>

#include "base/timing.h"
#include "base/work_progress.h"
#include "formats/database_directory.h"
#include "game/numbering.h"
#include "prober/prober.h"

namespace mill {
namespace {

constexpr std::size_t kValuePositions = 200'000;
constexpr std::size_t kRankedPositions = 5'000;
constexpr std::size_t kMixedPositions = 40'000;
constexpr std::size_t kColdPositions = 20'000;
constexpr std::size_t kBatch = 1024;  // positions that are asked together
constexpr int kRounds = 5;            // at least
constexpr int kColdRounds = 7;        // of positions that are asked without a cache
constexpr double kSeconds = 0.5;      // of short rounds

using Clock = std::chrono::steady_clock;
using Positions = std::vector<Position>;

/// Draws positions of some subspaces, each slot as likely as any other.
class PositionSource {
 public:
  PositionSource(const Variant& variant, const std::vector<Subspace>& subspaces)
      : subspaces_(subspaces) {
    for (const Subspace& subspace : subspaces) {
      numberings_.push_back(Numbering::make(variant, subspace));
      slots_ += numberings_.back().slots();
    }
  }

  std::uint64_t slots() const { return slots_; }

  Positions draw(std::size_t how_many) {
    Positions positions;
    for (std::size_t i = 0; i < how_many; ++i) {
      std::uint64_t slot = random_() % slots_;
      std::size_t chosen = 0;
      for (; slot >= numberings_[chosen].slots(); ++chosen) slot -= numberings_[chosen].slots();
      positions.push_back(numberings_[chosen].position(subspaces_[chosen], slot));
    }
    return positions;
  }

 private:
  const std::vector<Subspace>& subspaces_;
  std::vector<Numbering> numberings_;
  std::uint64_t slots_ = 0;
  std::mt19937_64 random_{1};
};

/// A way to ask for positions, all of them.
using ProbeAll = std::function<Result<void>(const Prober& prober, const Positions& positions)>;

Result<void> probe_values(const Prober& prober, const Positions& positions) {
  for (const Position& position : positions) MILLSTONE_TRY(prober.value(position));
  return {};
}

Result<void> probe_batches(const Prober& prober, const Positions& positions) {
  std::vector<std::optional<Value>> values(kBatch);
  for (std::size_t first = 0; first < positions.size(); first += kBatch) {
    const std::size_t size = std::min(kBatch, positions.size() - first);
    MILLSTONE_TRY(
        prober.values(std::span(positions).subspan(first, size), std::span(values).first(size)));
  }
  return {};
}

Result<void> rank_turns(const Prober& prober, const Positions& positions, Detail detail) {
  for (const Position& position : positions) MILLSTONE_TRY(prober.rank_turns(position, detail));
  return {};
}

/// Positions per second of a round in which each thread probes all of them: the sum over the
/// threads.
Result<double> rate_of_round(const Prober& prober, const Positions& positions, int threads,
                             const ProbeAll& probe_all) {
  struct Run {
    double seconds = 0;
    Result<void> result;
  };
  std::latch ready(threads);
  std::vector<Run> runs(static_cast<std::size_t>(threads));
  std::vector<std::jthread> workers;
  workers.reserve(runs.size());
  for (Run& run : runs)
    workers.emplace_back([&] {
      ready.arrive_and_wait();
      const double start = thread_seconds();
      run.result = probe_all(prober, positions);
      run.seconds = thread_seconds() - start;
    });
  workers.clear();  // joins them
  double rate = 0;
  for (const Run& run : runs) {
    MILLSTONE_TRY(run.result);
    rate += static_cast<double>(positions.size()) / run.seconds;
  }
  return rate;
}

/// The rate of the fastest of many rounds, after a round that decodes what is not decoded yet.
Result<double> rate_of(const Prober& prober, const Positions& positions, int threads,
                       const ProbeAll& probe_all) {
  MILLSTONE_TRY(rate_of_round(prober, positions, 1, probe_all));
  double fastest = 0;
  const auto start = Clock::now();
  for (int round = 0; round < kRounds || seconds_since(start) < kSeconds; ++round) {
    const double rate = MILLSTONE_TRY(rate_of_round(prober, positions, threads, probe_all));
    fastest = std::max(fastest, rate);
  }
  return fastest;
}

/// The same with other positions in each round, for a cache that does not hold them all.
Result<double> mixed_rate_of(const Prober& prober, PositionSource& source, std::size_t how_many,
                             const ProbeAll& probe_all) {
  double fastest = 0;
  for (int round = 0; round <= kRounds; ++round) {
    const double rate = MILLSTONE_TRY(rate_of_round(prober, source.draw(how_many), 1, probe_all));
    if (round > 0) fastest = std::max(fastest, rate);
  }
  return fastest;
}

/// What one probe takes of the thread's time.
Result<double> seconds_of_value(const Prober& prober, const Position& position) {
  const double start = thread_seconds();
  const auto value = prober.value(position);
  const double seconds = thread_seconds() - start;
  if (!value) return tl::unexpected(value.error());
  return seconds;
}

/// Seconds that a value takes which is not in the cache, for a prober that starts with none.
Result<double> cold_value_seconds(const Prober& prober, const Positions& positions) {
  double seconds = 0;
  std::uint64_t misses = 0;
  for (const Position& position : positions) {
    if (prober.cached_value(position)) continue;
    const double taken = MILLSTONE_TRY(seconds_of_value(prober, position));
    seconds += taken;
    ++misses;
  }
  return seconds / static_cast<double>(std::max<std::uint64_t>(misses, 1));
}

/// What one benchmark asks: a database and where positions come from.
struct Bench {
  const std::filesystem::path& directory;
  const Variant& variant;
  PositionSource source;
  int threads;
  Detail detail = Detail::kValue;  // of rankings: as much as the files hold

  /// @param cache_bytes  none: the default
  Result<Prober> open(std::optional<std::uint64_t> cache_bytes = std::nullopt) const {
    ProberOptions options;
    if (cache_bytes) options.cache_bytes = *cache_bytes;
    auto prober = MILLSTONE_TRY(Prober::open(directory, variant, options));
    MILLSTONE_TRY(prober.open_all());
    return prober;
  }
};

Result<void> measure_opening(Bench& bench, ProbeRates& rates) {
  const auto entries = MILLSTONE_TRY(list_database(bench.directory, bench.variant));
  rates.files = entries.size();
  for (const DatabaseEntry& entry : entries)
    if (entry.metric == Metric::kDistance) bench.detail = Detail::kDistance;
  rates.open_seconds = std::numeric_limits<double>::infinity();
  for (int round = 0; round <= kRounds; ++round) {
    const auto start = Clock::now();
    MILLSTONE_TRY(bench.open());
    rates.open_seconds = std::min(rates.open_seconds, seconds_since(start));
  }
  return {};
}

Result<void> measure_decoded_values(Bench& bench, ProbeRates& rates) {
  // Two bits per value; the last page of a block may be nearly empty.
  const auto prober =
      MILLSTONE_TRY(bench.open(bench.source.slots() / 2 + (std::uint64_t{64} << 20)));
  const Positions positions = bench.source.draw(kValuePositions);
  const auto measure = [&](int threads, const ProbeAll& probe_all, double& rate) -> Result<void> {
    rate = MILLSTONE_TRY(rate_of(prober, positions, threads, probe_all));
    return {};
  };
  Result<void> done = measure(1, probe_values, rates.values_per_second);
  if (done) done = measure(1, probe_batches, rates.batched_values_per_second);
  if (done) done = measure(bench.threads, probe_values, rates.threaded_values_per_second);
  if (done) done = measure(bench.threads, probe_batches, rates.threaded_batched_values_per_second);
  return done;
}

Result<void> measure_cold_values(Bench& bench, ProbeRates& rates) {
  const Positions positions = bench.source.draw(kColdPositions);
  rates.seconds_a_cold_value = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kRounds; ++round) {
    const auto prober = MILLSTONE_TRY(bench.open());
    const auto seconds = MILLSTONE_TRY(cold_value_seconds(prober, positions));
    rates.seconds_a_cold_value = std::min(rates.seconds_a_cold_value, seconds);
  }
  return {};
}

Result<void> measure_mixed(Bench& bench, ProbeRates& rates) {
  const auto prober = MILLSTONE_TRY(bench.open());
  const auto values =
      MILLSTONE_TRY(mixed_rate_of(prober, bench.source, kMixedPositions, probe_values));
  rates.mixed_values_per_second = values;
  return {};
}

Result<void> measure_rankings(Bench& bench, ProbeRates& rates) {
  const auto prober = MILLSTONE_TRY(bench.open());
  const auto rank = [&](const Prober& asked, const Positions& positions) {
    return rank_turns(asked, positions, bench.detail);
  };
  const auto rankings =
      MILLSTONE_TRY(rate_of(prober, bench.source.draw(kRankedPositions), 1, rank));
  rates.rankings_per_second = rankings;
  return {};
}

/// Positions of one subspace, and the least time that each took in the rounds so far.
struct TimedPositions {
  Subspace subspace;
  Positions positions;
  std::vector<double> seconds =
      std::vector<double>(positions.size(), std::numeric_limits<double>::infinity());

  Result<void> probe_once_more(const Prober& prober) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const double taken = MILLSTONE_TRY(seconds_of_value(prober, positions[i]));
      seconds[i] = std::min(seconds[i], taken);
    }
    return {};
  }
  double mean() const {
    return std::accumulate(seconds.begin(), seconds.end(), 0.0) /
           static_cast<double>(seconds.size());
  }
};

}  // namespace

Result<ProbeRates> measure_probes(const std::filesystem::path& directory, const Variant& variant,
                                  const std::vector<Subspace>& subspaces, int threads) {
  Bench bench{directory, variant, PositionSource(variant, subspaces), threads};
  ProbeRates rates;
  MILLSTONE_TRY(measure_opening(bench, rates));
  MILLSTONE_TRY(measure_decoded_values(bench, rates));
  MILLSTONE_TRY(measure_cold_values(bench, rates));
  MILLSTONE_TRY(measure_mixed(bench, rates));
  MILLSTONE_TRY(measure_rankings(bench, rates));
  return rates;
}

Result<std::vector<ColdProbes>> measure_cold_probes(const std::filesystem::path& directory,
                                                    const Variant& variant,
                                                    const std::vector<Subspace>& subspaces,
                                                    std::size_t positions,
                                                    const TaskControl& control) {
  ProberOptions options;
  options.cache_bytes = 0;
  const auto prober = MILLSTONE_TRY(Prober::open(directory, variant, options));
  std::vector<TimedPositions> timed;
  for (const Subspace& subspace : subspaces) {
    const std::vector<Subspace> alone = {subspace};
    timed.push_back({subspace, PositionSource(variant, alone).draw(positions)});
  }
  WorkProgress progress(control);
  progress.expect(kColdRounds * timed.size());
  for (int round = 0; round < kColdRounds; ++round)
    for (TimedPositions& each : timed) {
      MILLSTONE_TRY(each.probe_once_more(prober));
      MILLSTONE_TRY(progress.go_on(fmt::format("probing {}", each.subspace.text()), 1));
    }
  std::vector<ColdProbes> measured;
  measured.reserve(timed.size());
  for (const TimedPositions& each : timed) measured.push_back({each.subspace, each.mean()});
  return measured;
}

}  // namespace mill
