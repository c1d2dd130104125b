#include <gtest/gtest.h>

#include <thread>

#include "game/numbering.h"
#include "prober/position_samples.h"
#include "prober/prober.h"
#include "tests/prober/made_up_database.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

/// Small blocks, so that decoding is quick and pages come and go often.
class ProberThreads : public ::testing::Test {
 protected:
  static constexpr std::size_t kThreads = 8;

  ProberThreads() {
    for (const Subspace& subspace : subspaces_) {
      write_made_up_files(directory_.path(), variant_, subspace, 4096);
      numberings_.push_back(Numbering::make(variant_, subspace));
    }
  }

  /// Probes random positions; the number of wrong answers and errors.
  std::size_t probe(const Prober& prober, std::uint64_t seed, std::size_t probes) const {
    std::mt19937_64 random(seed);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < probes; ++i) {
      const std::size_t chosen = random() % subspaces_.size();
      const Position position = open_position(subspaces_[chosen], random);
      const OutcomeByte byte =
          made_up_outcome(subspaces_[chosen], numberings_[chosen].slot(position));
      if (i % 4 == 0)
        wrong += prober.outcome(position) != to_outcome(byte);
      else
        wrong += prober.value(position) != value_of(byte);
    }
    return wrong;
  }

  std::size_t probe_from_all(const Prober& prober, std::size_t probes) const {
    std::atomic<std::size_t> wrong = 0;
    std::vector<std::thread> threads;
    for (std::size_t thread = 0; thread < kThreads; ++thread)
      threads.emplace_back([&, thread] { wrong += probe(prober, thread, probes); });
    for (std::thread& thread : threads) thread.join();
    return wrong;
  }

  Prober open(std::uint64_t cache_bytes, FileAccess access) const {
    return std::move(*Prober::open(directory_.path(), variant_, {cache_bytes, access}));
  }

 private:
  /// One that the rules have not decided, so that the answer is the file's.
  Position open_position(const Subspace& subspace, std::mt19937_64& random) const {
    for (;;) {
      const Position position = random_position(*variant_.board, subspace, random);
      if (status(variant_, position) == Status::kOpen) return position;
    }
  }

  Variant variant_ = nine_mens_morris();
  std::vector<Subspace> subspaces_{{3, 3}, {4, 3}, {3, 4}};
  std::vector<Numbering> numberings_;
  TemporaryDirectory directory_;
};

TEST_F(ProberThreads, GetTheRightAnswersFromATinyCache) {
  for (FileAccess access : {FileAccess::kMapped, FileAccess::kPositioned}) {
    const Prober prober = open(40 * 16384, access);
    EXPECT_EQ(probe_from_all(prober, 1000), 0u);
  }
}

TEST_F(ProberThreads, GetTheRightAnswersFromALargeCache) {
  const Prober prober = open(std::uint64_t{64} << 20, FileAccess::kMapped);
  EXPECT_EQ(probe_from_all(prober, 5000), 0u);
}

TEST_F(ProberThreads, AreAllCounted) {
  const Prober prober = open(100 * 16384, FileAccess::kMapped);
  for (int round = 1; round <= 3; ++round) {
    EXPECT_EQ(probe_from_all(prober, 500), 0u);
    const ProbeCounters counters = prober.counters();
    EXPECT_EQ(counters.probes, round * kThreads * 500);
    EXPECT_EQ(counters.probes, counters.cache_hits + counters.cache_misses);
    EXPECT_GT(counters.cache_misses, 0u);
  }
}

TEST_F(ProberThreads, AreAllCountedWhenThereAreVeryMany) {
  constexpr std::size_t kMany = 100;
  const Prober prober = open(std::uint64_t{64} << 20, FileAccess::kMapped);
  std::atomic<std::size_t> started = 0, wrong = 0;
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < kMany; ++thread)
    threads.emplace_back([&, thread] {
      ++started;
      while (started < kMany) std::this_thread::yield();  // all alive at once
      wrong += probe(prober, thread, 20);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(prober.counters().probes, kMany * 20);
}

}  // namespace
}  // namespace mill
