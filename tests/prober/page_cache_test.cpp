#include "prober/page_cache.h"

#include <gtest/gtest.h>

#include <thread>

#include "tests/support/test_results.h"

namespace mill {

/// A reader whose load of a word is held up: what other threads do meanwhile is done by the test.
class PageCacheRace {
 public:
  template <typename Before, typename After>
  static std::optional<std::uint8_t> find(PageCache& cache, const PagePlace& place,
                                          std::size_t offset, Before before, After after) {
    return cache.find_with(place, offset, [&](std::uint64_t& word) {
      before();
      const std::uint64_t loaded = std::atomic_ref(word).load(std::memory_order_acquire);
      after();
      return loaded;
    });
  }
};

namespace {

constexpr std::size_t kPage = PageCache::kPageSize;

std::unique_ptr<PageCache> cache_of(std::size_t pages) {
  auto cache = PageCache::create(pages * kPage);
  MILLSTONE_CHECK(cache.has_value());
  return std::move(*cache);
}

/// A page whose bytes tell which page it is and where they stand.
std::vector<std::uint8_t> page_bytes(std::size_t number, std::size_t size = kPage) {
  std::vector<std::uint8_t> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(number * 31 + i);
  return bytes;
}

TEST(PageCache, FindsEveryByteOfWhatWasInserted) {
  const auto cache = cache_of(4);
  for (std::size_t size : {std::size_t{1}, std::size_t{7}, std::size_t{8}, kPage - 3, kPage}) {
    PagePlace place = 0;
    const auto bytes = page_bytes(size, size);
    EXPECT_FALSE(cache->find(place, 0));
    cache->insert(place, bytes);
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(cache->find(place, i), bytes[i]) << i;
  }
}

TEST(PageCache, EvictsOnlyWhenItIsFull) {
  const auto cache = cache_of(3);
  std::vector<PagePlace> places(5);
  for (std::size_t i = 0; i < 3; ++i) cache->insert(places[i], page_bytes(i));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(cache->find(places[i], 0));
  for (std::size_t i = 3; i < 5; ++i) cache->insert(places[i], page_bytes(i));
  std::size_t there = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    const auto byte = cache->find(places[i], 100);
    if (!byte) continue;
    EXPECT_EQ(*byte, page_bytes(i)[100]);
    ++there;
  }
  EXPECT_EQ(there, 3u);
}

TEST(PageCache, KeepsAPageThatIsRead) {
  const auto cache = cache_of(4);
  std::vector<PagePlace> places(100);
  cache->insert(places[0], page_bytes(0));
  for (std::size_t i = 1; i < places.size(); ++i) {
    ASSERT_TRUE(cache->find(places[0], 0)) << "after " << i - 1;
    cache->insert(places[i], page_bytes(i));
  }
}

TEST(PageCache, HoldsNothingWithinABudgetBelowOnePage) {
  const auto cache = PageCache::create(kPage - 1);
  ASSERT_TRUE(succeeds(cache));
  EXPECT_EQ((*cache)->capacity(), 0u);
  PagePlace place = 0;
  (*cache)->insert(place, page_bytes(0));
  EXPECT_FALSE((*cache)->find(place, 0));
}

TEST(PageCache, UsesTheWholeBudgetForPages) {
  EXPECT_EQ((*PageCache::create(kPage * 1000 + 5))->capacity(), 1000u);
}

/// The race that the design is about, one interleaving at a time; there is one frame, so every page
/// takes it from the page before.
TEST(PageCache, FindsNothingIfTheFrameIsRefilledBeforeTheByteIsLoaded) {
  const auto cache = cache_of(1);
  PagePlace first = 0, second = 0;
  cache->insert(first, page_bytes(1));
  const auto byte = PageCacheRace::find(
      *cache, first, 0, [&] { cache->insert(second, page_bytes(2)); }, [] {});
  EXPECT_EQ(byte, std::nullopt);
  EXPECT_EQ(cache->find(second, 0), page_bytes(2)[0]);
}

TEST(PageCache, FindsNothingIfThePageLeavesAndComesBackMeanwhile) {
  const auto cache = cache_of(1);
  PagePlace first = 0, second = 0;
  cache->insert(first, page_bytes(1));
  const auto byte = PageCacheRace::find(
      *cache, first, 0, [&] { cache->insert(second, page_bytes(2)); },
      [&] { cache->insert(first, page_bytes(1)); });
  EXPECT_EQ(byte, std::nullopt);
  EXPECT_EQ(cache->find(first, 0), page_bytes(1)[0]);
}

TEST(PageCache, FindsTheByteIfOnlyAnotherFrameIsRefilledMeanwhile) {
  const auto cache = cache_of(2);
  PagePlace first = 0, second = 0, third = 0;
  cache->insert(first, page_bytes(1));
  cache->insert(second, page_bytes(2));
  ASSERT_TRUE(cache->find(second, 0));  // so the third takes the frame of the first
  const auto byte = PageCacheRace::find(
      *cache, second, 0, [&] { cache->insert(third, page_bytes(3)); }, [] {});
  EXPECT_EQ(byte, page_bytes(2)[0]);
}

/// The same with threads, in whatever order the machine gives.
TEST(PageCache, NeverShowsBytesOfAnotherPageWhileThreadsEvict) {
  constexpr std::size_t kPages = 7, kReads = 20'000;
  const auto cache = cache_of(2);
  std::vector<PagePlace> places(kPages);
  std::vector<std::vector<std::uint8_t>> pages;
  for (std::size_t i = 0; i < kPages; ++i) pages.push_back(page_bytes(i, 64));
  std::atomic<std::size_t> found = 0, wrong = 0;
  const auto work = [&](std::size_t thread) {
    for (std::size_t i = 0; i < kReads; ++i) {
      const std::size_t page = (i * (thread + 1) + i / 5) % kPages;
      const std::size_t offset = i % pages[page].size();
      const auto byte = cache->find(places[page], offset);
      if (!byte) cache->insert(places[page], pages[page]);
      if (byte) ++found;
      if (byte && *byte != pages[page][offset]) ++wrong;
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < 4; ++thread) threads.emplace_back(work, thread);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(found, 0u);
}

}  // namespace
}  // namespace mill
