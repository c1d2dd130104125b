#include "prober/page_cache.h"

#include <algorithm>

namespace mill {

Result<std::unique_ptr<PageCache>> PageCache::create(std::uint64_t budget) {
  constexpr std::uint64_t kMaxFrames = UINT32_MAX - 1;
  const auto frames = static_cast<std::size_t>(std::min(budget / kPageSize, kMaxFrames));
  // Pages cost nothing until they are used, so a budget is no expense in itself.
  WordArray words(frames * kPageWords);
  if (!words.valid())
    return fail(ErrorCode::kNotEnoughMemory, "there is no memory for a probe cache of {} bytes",
                budget);
  return std::unique_ptr<PageCache>(new PageCache(std::move(words), frames));
}

PageCache::PageCache(WordArray words, std::size_t frames)
    : words_(std::move(words)),
      frames_(frames),
      shards_(frames == 0 ? 0 : std::clamp(frames / kFramesInShard, std::size_t{1}, kMaxShards)) {
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    shards_[i].begin = shards_[i].hand = frames * i / shards_.size();
    shards_[i].end = frames * (i + 1) / shards_.size();
  }
}

PageCache::Shard& PageCache::shard_of(const PagePlace& place) {
  // Places of neighbouring pages are neighbours in memory: this deals them out evenly.
  return shards_[reinterpret_cast<std::uintptr_t>(&place) / sizeof(PagePlace) % shards_.size()];
}

void PageCache::insert(PagePlace& place, std::span<const std::uint8_t> bytes) {
  if (shards_.empty()) return;
  Shard& shard = shard_of(place);
  const std::lock_guard lock(shard.mutex);
  if (place.load(std::memory_order_relaxed) != 0) return;  // another thread was quicker
  const std::size_t index = choose_frame(shard);
  Frame& frame = frames_[index];
  if (frame.place)
    frame.place->store(0, std::memory_order_relaxed);
  else
    filled_.fetch_add(1, std::memory_order_relaxed);
  fill(index, bytes);
  frame.place = &place;
  frame.referenced.store(false, std::memory_order_relaxed);
  ++frame.generation;
  place.store(std::uint64_t{frame.generation} << 32 | (index + 1), std::memory_order_release);
}

std::size_t PageCache::choose_frame(Shard& shard) {
  // Readers may set marks behind the hand, so the second round need not find a clear one.
  for (std::size_t left = 2 * (shard.end - shard.begin); left > 0; --left) {
    const std::size_t frame = shard.hand;
    shard.hand = frame + 1 == shard.end ? shard.begin : frame + 1;
    if (!frames_[frame].referenced.exchange(false, std::memory_order_relaxed)) return frame;
  }
  return shard.hand;
}

void PageCache::fill(std::size_t frame, std::span<const std::uint8_t> bytes) {
  std::uint64_t* words = words_.data() + frame * kPageWords;
  for (std::size_t done = 0; done < bytes.size(); done += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + done, std::min<std::size_t>(8, bytes.size() - done));
    std::atomic_ref(words[done / 8]).store(word, std::memory_order_release);
  }
}

}  // namespace mill
