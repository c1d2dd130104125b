#include "prober/probe_counters.h"

#include <bit>
#include <utility>

namespace mill {
namespace {

/// Numbers of living threads, one bit each. Global, since a thread is the same in every prober;
/// nothing outside this file sees it.
constinit std::atomic<std::uint64_t> taken_numbers = 0;

/// Takes the lowest free number, or 64 if there is none.
std::size_t take_free_number() {
  std::uint64_t taken = taken_numbers.load();
  for (;;) {
    const auto number = static_cast<std::size_t>(std::countr_one(taken));
    if (number == 64) return number;
    if (taken_numbers.compare_exchange_weak(taken, taken | std::uint64_t{1} << number))
      return number;
  }
}

}  // namespace

std::size_t CounterSet::take_number() {
  static_assert(kShared == 64, "a bit for each number");
  // What a thread still counts while it ends goes to the stripe of all.
  struct GivenBack {
    ~GivenBack() {
      const std::size_t number = std::exchange(number_of_thread, kShared);
      if (number < kShared) taken_numbers.fetch_and(~(std::uint64_t{1} << number));
    }
  };
  thread_local const GivenBack given_back;
  number_of_thread = take_free_number();
  return number_of_thread;
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
