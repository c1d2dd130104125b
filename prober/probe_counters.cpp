#include "prober/probe_counters.h"

#include <bit>

namespace mill {
namespace {

/// Numbers of living threads, one bit each. Global, since a thread is the same in every prober;
/// nothing outside this file sees it.
constinit std::atomic<std::uint64_t> taken_numbers = 0;

/// Takes the lowest free number, if there is one, until the thread ends.
class ThreadNumber {
 public:
  ThreadNumber() {
    std::uint64_t taken = taken_numbers.load();
    do {
      number_ = static_cast<std::size_t>(std::countr_one(taken));
      if (number_ == 64) return;
    } while (!taken_numbers.compare_exchange_weak(taken, taken | std::uint64_t{1} << number_));
  }
  ~ThreadNumber() {
    if (number_ < 64) taken_numbers.fetch_and(~(std::uint64_t{1} << number_));
  }
  ThreadNumber(const ThreadNumber&) = delete;
  ThreadNumber& operator=(const ThreadNumber&) = delete;

  std::size_t get() const { return number_; }

 private:
  std::size_t number_;
};

}  // namespace

std::size_t CounterSet::thread_number() {
  thread_local const ThreadNumber number;
  return number.get();
}

ProbeCounters CounterSet::read() const {
  std::array<std::uint64_t, kCounts> sums{};
  for (const Stripe& stripe : stripes_)
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] += stripe.counts[i].load(std::memory_order_relaxed);
  ProbeCounters counters;
  counters.by_rules = sums[kByRules];
  counters.cache_hits = sums[kCacheHits];
  counters.cache_misses = sums[kCacheMisses];
  counters.decoded_bytes = sums[kDecodedBytes];
  counters.probes = counters.by_rules + counters.cache_hits + counters.cache_misses;
  return counters;
}

}  // namespace mill
