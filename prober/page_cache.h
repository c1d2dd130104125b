#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/large_array.h"

namespace mill {

/// Where a page is in the cache: generation << 32 | frame + 1; 0 when it is not there. Whoever owns
/// the page keeps this word, at a fixed address and for as long as the cache lives.
using PagePlace = std::atomic<std::uint64_t>;

/// Decoded bytes in pages of kPageSize (a part of most blocks, so that a slow codec need not decode
/// all of one), within a budget. Safe to use from many threads.
///
/// Reading takes no lock and writes at most a mark that is not set yet, so it costs the same
/// however many threads read. The memory is a row of frames that are never freed; a frame is reused
/// by first clearing the place of the page it held. So a reader loads the place, then the byte,
/// then the place again: if that has not changed, the frame was not reused before the byte was
/// loaded. The generation of a frame grows whenever it is filled, so a place can't look unchanged
/// because the page left and came back. All of it is loads and stores with acquire and release, in
/// words of eight bytes; no plain memory is shared.
///
/// Filling locks one shard of the frames and evicts by the clock algorithm.
class PageCache {
 public:
  static constexpr std::size_t kPageSize = 4096;

  /// @param budget  bytes for pages, rounded down to whole ones; below kPageSize nothing is cached
  /// @return kNotEnoughMemory if the system refuses so much
  static Result<std::unique_ptr<PageCache>> create(std::uint64_t budget);

  /// The byte at `offset` of a page, below the size of what was inserted; none if the page is not
  /// in the cache.
  std::optional<std::uint8_t> find(const PagePlace& place, std::size_t offset) {
    // Acquire, too: a word of a later fill brings the place cleared before that fill with it.
    return find_with(place, offset, [](std::uint64_t& word) {
      return std::atomic_ref(word).load(std::memory_order_acquire);
    });
  }

  /// Asks the memory for what find() of the same place and offset will need soon.
  void prefetch(const PagePlace& place, std::size_t offset) const {
    const std::uint64_t found = place.load(std::memory_order_acquire);
    if (found == 0) return;
    const std::size_t frame = static_cast<std::uint32_t>(found) - 1;
    __builtin_prefetch(&words_[frame * kPageWords + offset / 8]);
    __builtin_prefetch(&frames_[frame]);
  }

  /// Puts a page into the cache unless it is there; `bytes` has at most kPageSize bytes.
  void insert(PagePlace& place, std::span<const std::uint8_t> bytes);

  /// Whether a block of `bytes` fits without throwing anything out. Other threads may take the
  /// room.
  bool has_room(std::size_t bytes) const {
    const std::size_t pages = (bytes + kPageSize - 1) / kPageSize;
    return filled_.load(std::memory_order_relaxed) + pages <= frames_.size();
  }

  /// Number of pages that fit.
  std::size_t capacity() const { return frames_.size(); }

 private:
  friend class PageCacheRace;  // tests put what other threads do between the loads of find_with()

  static constexpr std::size_t kPageWords = kPageSize / 8;
  static constexpr std::size_t kMaxShards = 64;
  static constexpr std::size_t kFramesInShard = 16;  // at least, unless there are fewer in all

  struct Frame {
    std::atomic<bool> referenced = false;  // since the clock hand last passed
    std::uint32_t generation = 0;          // this and `place` belong to the holder of the lock
    PagePlace* place = nullptr;            // of the page it holds
  };
  struct alignas(64) Shard {
    std::mutex mutex;
    std::size_t begin = 0, end = 0;  // its frames
    std::size_t hand = 0;
  };
  using WordArray = LargeArray<std::uint64_t>;

  /// A byte of a word that was copied from memory, whatever the byte order of the machine.
  static std::uint8_t byte_of(std::uint64_t word, std::size_t index) {
    if constexpr (std::endian::native == std::endian::big) index = 7 - index;
    return static_cast<std::uint8_t>(word >> (8 * index));
  }

  /// find() with the load of the word between the two looks at the place given by the caller.
  template <typename LoadWord>
  std::optional<std::uint8_t> find_with(const PagePlace& place, std::size_t offset,
                                        LoadWord load_word) {
    const std::uint64_t found = place.load(std::memory_order_acquire);
    if (found == 0) return std::nullopt;
    const std::size_t frame = static_cast<std::uint32_t>(found) - 1;
    const std::uint64_t word = load_word(words_[frame * kPageWords + offset / 8]);
    if (place.load(std::memory_order_relaxed) != found) return std::nullopt;
    if (!frames_[frame].referenced.load(std::memory_order_relaxed))
      frames_[frame].referenced.store(true, std::memory_order_relaxed);
    return byte_of(word, offset % 8);
  }

  PageCache(WordArray words, std::size_t frames);
  Shard& shard_of(const PagePlace& place);
  std::size_t choose_frame(Shard& shard);
  void fill(std::size_t frame, std::span<const std::uint8_t> bytes);

  WordArray words_;  // only ever accessed through std::atomic_ref
  std::vector<Frame> frames_;
  std::vector<Shard> shards_;
  std::atomic<std::size_t> filled_ = 0;  // frames that hold a page
};

}  // namespace mill
