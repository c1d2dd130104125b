#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>

namespace mill {

/// What a prober has done since it was opened. A ranking counts one probe for each turn.
struct ProbeCounters {
  std::uint64_t probes = 0;         ///< positions answered: by_rules + cache_hits + cache_misses
  std::uint64_t by_rules = 0;       ///< ... since the game is over there, without a file
  std::uint64_t cache_hits = 0;     ///< ... from a block that was already decoded
  std::uint64_t cache_misses = 0;   ///< ... after decoding a block
  std::uint64_t decoded_bytes = 0;  ///< bytes that came out of decoding
  /// Cache misses by how long they took: [i] took 2^i .. 2^(i+1) - 1 nanoseconds.
  std::array<std::uint64_t, 32> latency{};
};

/// Times the answers that have to decode, which are slow enough to be timed. Safe to use from many
/// threads.
class LatencyHistogram {
 public:
  void add(std::uint64_t nanoseconds) {
    const auto width = static_cast<std::size_t>(std::bit_width(nanoseconds | 1));
    bins_[std::min(width, bins_.size()) - 1].fetch_add(1, std::memory_order_relaxed);
  }
  std::uint64_t count(std::size_t bin) const { return bins_[bin].load(std::memory_order_relaxed); }

 private:
  std::array<std::atomic<std::uint64_t>, 32> bins_{};
};

/// Adds the time from here to the end of a block.
class Stopwatch {
 public:
  explicit Stopwatch(LatencyHistogram& histogram) : histogram_(histogram) {}
  ~Stopwatch() {
    const std::chrono::nanoseconds taken = std::chrono::steady_clock::now() - start_;
    histogram_.add(static_cast<std::uint64_t>(taken.count()));
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  LatencyHistogram& histogram_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Counts of many threads, exact. A locked addition on the way of every probe would cost more than
/// the rest of it, since nothing that follows may start before: the next probe's memory accesses
/// could not overlap with this one's. So each thread adds to numbers that it alone writes.
class CounterSet {
 public:
  enum Count { kByRules, kCacheHits, kCacheMisses, kDecodedBytes, kCounts };

  [[gnu::always_inline]] void add(Count count, std::uint64_t amount = 1) {
    const std::size_t thread = thread_number();
    std::atomic<std::uint64_t>& sum = stripes_[thread].counts[count];
    if (thread == kShared)
      sum.fetch_add(amount, std::memory_order_relaxed);
    else
      sum.store(sum.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
  }

  /// The sums. While other threads probe, the numbers need not be of one moment.
  ProbeCounters read() const;

 private:
  static constexpr std::size_t kShared = 64;  // the stripe of all threads beyond so many
  struct alignas(64) Stripe {
    std::array<std::atomic<std::uint64_t>, kCounts> counts{};
  };

  /// A number below kShared that no other living thread has; kShared if all are taken.
  static std::size_t thread_number() {
    return number_of_thread != kNoNumber ? number_of_thread : take_number();
  }
  static std::size_t take_number();

  static constexpr std::size_t kNoNumber = kShared + 1;  // the thread has not asked for one
  /// That of this thread: in every prober the same, and a plain number, since each probe asks.
  static inline constinit thread_local std::size_t number_of_thread = kNoNumber;

  std::array<Stripe, kShared + 1> stripes_{};
};

}  // namespace mill
