// Rates of the prober. Runs on a database of made-up values in a temporary directory, or on the
// real one named by the environment variable MILLSTONE_DB; positions are drawn from its largest
// subspace up to 5-5, or from the one named by MILLSTONE_SUBSPACE.
//
//   build/release/prober_benchmark

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <random>
#include <thread>

#include "prober/position_samples.h"
#include "prober/prober.h"
#include "tests/prober/made_up_database.h"

namespace mill {
namespace {

constexpr std::size_t kPositions = 1 << 16;

template <typename T>
T must(Result<T> result) {
  if (result) {
    if constexpr (std::is_void_v<T>)
      return;
    else
      return std::move(*result);
  }
  fmt::print(stderr, "{}\n", result.error().message);
  std::exit(1);
}

/// The database all benchmarks use, made when the first one runs.
struct Setting {
  Variant variant = must(find_variant("nine-mens-morris"));
  std::optional<TemporaryDirectory> made_up;
  std::filesystem::path directory;
  Subspace subspace{5, 5};
  std::vector<Position> positions;

  Setting() {
    if (const char* real = std::getenv("MILLSTONE_DB")) {
      directory = real;
    } else {
      directory = made_up.emplace().path();
      for (const Subspace& made : {Subspace{5, 5}, Subspace{4, 5}})
        write_made_up_files(directory, variant, made);
    }
    if (const char* name = std::getenv("MILLSTONE_SUBSPACE"))
      subspace = must(parse_subspace(variant, name));
    std::mt19937_64 random(1);
    for (std::size_t i = 0; i < kPositions; ++i)
      positions.push_back(random_position(*variant.board, subspace, random));
  }

  Prober open(std::uint64_t cache_bytes) const {
    return must(Prober::open(directory, variant, {.cache_bytes = cache_bytes}));
  }
};

const Setting& setting() {
  static const Setting only;
  return only;
}

constexpr std::uint64_t kRoomForAll = std::uint64_t{1} << 30;

void cached_value(benchmark::State& state) {
  static const Prober prober = setting().open(kRoomForAll);
  const std::vector<Position>& positions = setting().positions;
  for (const Position& position : positions) must(prober.value(position));
  std::size_t next = static_cast<std::size_t>(state.thread_index()) * 1000;
  for (auto _ : state) benchmark::DoNotOptimize(prober.value(positions[next++ % kPositions]));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(cached_value)->Threads(1)->Threads(2);

void cached_values_in_batches(benchmark::State& state) {
  static const Prober prober = setting().open(kRoomForAll);
  const std::vector<Position>& positions = setting().positions;
  const auto size = static_cast<std::size_t>(state.range(0));
  std::vector<std::optional<Value>> values(positions.size());
  must(prober.values(positions, values));
  std::size_t first = 0;
  for (auto _ : state) {
    first = (first + size) % (kPositions - size);
    must(prober.values(std::span(positions).subspan(first, size), std::span(values).first(size)));
    benchmark::DoNotOptimize(values.data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(cached_values_in_batches)->Arg(16)->Arg(1024);

void cached_outcome(benchmark::State& state) {
  static const Prober prober = setting().open(kRoomForAll);
  const std::vector<Position>& positions = setting().positions;
  for (const Position& position : positions) must(prober.outcome(position));
  std::size_t next = 0;
  for (auto _ : state) benchmark::DoNotOptimize(prober.outcome(positions[next++ % kPositions]));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(cached_outcome);

/// With a cache of one page nearly every probe decodes a block.
void uncached_value(benchmark::State& state) {
  const Prober prober = setting().open(16384);
  const std::vector<Position>& positions = setting().positions;
  std::size_t next = 0;
  for (auto _ : state) benchmark::DoNotOptimize(must(prober.value(positions[next++ % kPositions])));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(uncached_value);

void uncached_outcome(benchmark::State& state) {
  const Prober prober = setting().open(16384);
  const std::vector<Position>& positions = setting().positions;
  std::size_t next = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(must(prober.outcome(positions[next++ % kPositions])));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(uncached_outcome);

void ranked_turns(benchmark::State& state) {
  constexpr std::size_t kRanked = 1 << 12;
  static const Prober prober = setting().open(kRoomForAll);
  const std::vector<Position>& positions = setting().positions;
  std::size_t turns = 0;
  for (std::size_t i = 0; i < kRanked; ++i) turns += must(prober.rank_turns(positions[i])).size();
  std::size_t next = 0;
  for (auto _ : state) benchmark::DoNotOptimize(prober.rank_turns(positions[next++ % kRanked]));
  state.SetItemsProcessed(state.iterations());
  state.counters["turns"] = static_cast<double>(turns) / kRanked;
}
BENCHMARK(ranked_turns);

void open_and_probe_once(benchmark::State& state) {
  for (auto _ : state) {
    const Prober prober = setting().open(kRoomForAll);
    benchmark::DoNotOptimize(must(prober.value(setting().positions.front())));
  }
}
BENCHMARK(open_and_probe_once)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace mill

BENCHMARK_MAIN();
