#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "base/lazy.h"
#include "formats/database_file.h"
#include "game/numbering.h"
#include "game/value.h"
#include "prober/numbering_pool.h"
#include "prober/page_cache.h"
#include "prober/probe_counters.h"

namespace mill {

/// What the readers of one prober share. Must outlive them.
struct ReaderContext {
  Variant variant;
  FileAccess access;
  NumberingPool numberings;
  std::unique_ptr<PageCache> cache;
  mutable CounterSet counters;
  mutable LatencyHistogram latency;
};

/// A database file and the places of its decoded pages in the cache.
class CachedFile {
 public:
  /// @param block_bytes  bytes that a whole block decodes to
  CachedFile(DatabaseFile file, std::size_t block_bytes);

  const DatabaseFile& file() const { return file_; }

  /// A byte of a decoded block if it is in the cache.
  std::optional<std::uint8_t> find(PageCache& cache, std::uint32_t block,
                                   std::size_t offset) const {
    return cache.find(page_of(block, offset), offset % PageCache::kPageSize);
  }

  /// Where the page of a byte is in the cache.
  const PagePlace& page_of(std::uint32_t block, std::size_t offset) const {
    return places_[page(block, offset)];
  }

  /// Whether a probe has asked for this block lately: its first page is in the cache, or
  /// set_begun() was called and nobody was told of that yet.
  bool take_begun(PageCache& cache, std::uint32_t block) const {
    return begun_[block].exchange(false, std::memory_order_relaxed) ||
           find(cache, block, 0).has_value();
  }
  /// A value of this block was found without decoding all of it.
  void set_begun(std::uint32_t block) const {
    begun_[block].store(true, std::memory_order_relaxed);
  }

  /// Hands a decoded block to the cache, or the first pages of one.
  void insert(PageCache& cache, std::uint32_t block, std::span<const std::uint8_t> decoded) const;

 private:
  std::size_t page(std::uint32_t block, std::size_t offset) const {
    return block * pages_in_block_ + offset / PageCache::kPageSize;
  }

  DatabaseFile file_;
  std::size_t pages_in_block_;
  mutable std::vector<PagePlace> places_;         // by block and page of the block
  mutable std::vector<std::atomic<bool>> begun_;  // by block: what set_begun() was told of
};

/// Where a database file is or should be: under a path, or in memory.
struct FileSource {
  std::filesystem::path path;
  std::span<const std::uint8_t> contents = {};  // of a file that is compiled in, else none

  bool is_known() const { return !path.empty(); }
};

/// Those of a subspace.
struct FileSources {
  FileSource values, distances, grades;

  FileSource& of(Metric metric) {
    return metric == Metric::kValue ? values : metric == Metric::kDistance ? distances : grades;
  }
};

/// Reads the files of one subspace. Each is opened when it is first needed; an error on the way
/// is kept and given to everyone who asks. Safe to use from many threads.
class SubspaceReader {
 public:
  SubspaceReader(const ReaderContext& context, const Subspace& subspace, FileSources files);

  /// Where a position stands in a file.
  struct Place {
    std::uint32_t block;
    std::uint32_t slot;  // within the block
  };

  /// Where its value stands in the cache.
  struct CachedPlace {
    const PagePlace* page;
    std::uint32_t slot;  // within the block

    std::size_t offset() const { return slot / 4 % PageCache::kPageSize; }
  };

  /// How many points are marked in its positions.
  int marked() const { return subspace_.marked; }

  // Positions passed below belong to the subspace and have no removal pending.

  /// The value if its block is decoded. Opens and decodes nothing.
  std::optional<Value> cached_value(const Position& position) const {
    const CachedFile* values = values_.ready();
    if (!values) return std::nullopt;
    return cached_value(cached_place(*values, position));
  }

  // The same in four steps, for many positions side by side: each step asks the memory for what the
  // next one loads. The first is false, and there are no others, if the file is not open.
  bool start(const Position& position) const {
    if (!values_.ready()) return false;
    numbering_->major().prefetch(own_is_major_ ? position.own : position.opponent);
    return true;
  }
  CachedPlace find_place(const Position& position) const {
    const CachedPlace place = cached_place(*values_.ready(), position);
    __builtin_prefetch(place.page);
    return place;
  }
  void prefetch_value(const CachedPlace& place) const {
    context_.cache->prefetch(*place.page, place.offset());
  }
  std::optional<Value> cached_value(const CachedPlace& place) const {
    const auto byte = context_.cache->find(*place.page, place.offset());
    if (!byte) return std::nullopt;
    return value_at(&*byte, place.slot % 4);
  }

  /// The outcome if its block is decoded and its distance not long. Opens and decodes nothing.
  std::optional<Outcome> cached_outcome(const Position& position) const {
    const CachedFile* distances = distances_.ready();
    if (!distances) return std::nullopt;
    const Place place = place_of(position, distances->file());
    const auto byte = distances->find(*context_.cache, place.block, place.slot);
    if (!byte || is_long(*byte)) return std::nullopt;
    return to_outcome(*byte);
  }

  /// Finds the value of a position that the cache does not hold, and leaves there what was decoded
  /// for that: as little as will do the first time, then the block.
  Result<Value> decode_value(const Position& position) const;
  /// Decodes the block of the position and leaves it in the cache.
  Result<Outcome> decode_outcome(const Position& position) const;

  /// The graded value, from the cache or decoded into it.
  /// @param scores_checksum  of the scores that the grades are to be made with: kDamagedFile where
  ///                         they are made with others
  Result<GradedValue> graded_value(const Position& position, std::uint64_t scores_checksum) const;

  /// Decodes all values into the cache, as long as it has room. False when it was full.
  Result<bool> preload_values() const;

  /// Opens the files that are there. The first error, missing distances and grades excepted.
  Result<void> open_all() const;

 private:
  // Inline whatever the compiler thinks: a probe of a decoded block is not much more than this.
  [[gnu::always_inline]] std::uint64_t slot_of(const Position& position) const {
    if (has_marks_) [[unlikely]]
      return slot_with_marks(position);
    const Mask major = own_is_major_ ? position.own : position.opponent;
    const Mask minor = own_is_major_ ? position.opponent : position.own;
    return numbering_->slot(major, minor);
  }
  std::uint64_t slot_with_marks(const Position& position) const;  // not inline: few rules mark

  [[gnu::always_inline]] Place place_of(const Position& position, const DatabaseFile& file) const {
    const std::uint64_t slot = slot_of(position);
    const std::uint32_t block = file.block_of(slot);
    const std::uint64_t first = std::uint64_t{block} * file.header().block_slots;
    return {block, static_cast<std::uint32_t>(slot - first)};
  }

  CachedPlace cached_place(const CachedFile& values, const Position& position) const {
    const Place place = place_of(position, values.file());
    return {&values.page_of(place.block, place.slot / 4), place.slot};
  }

  Result<DatabaseFile> open_file(const FileSource& source) const;
  Result<const CachedFile*> values() const;
  Result<const CachedFile*> distances() const;
  Result<const CachedFile*> grades() const;
  /// The values of a block, or of so many of its slots from the first on at least. They stay where
  /// they are until the thread decodes another block: that each thread has a buffer saves
  /// allocating and clearing one per block.
  Result<std::span<const std::uint8_t>> decode_packed(const CachedFile& values, std::uint32_t block,
                                                      std::uint32_t wanted = kAllSlots) const;
  /// Leaves them in the cache, as far as they are whole pages or the whole block.
  void keep(const CachedFile& values, std::uint32_t block,
            std::span<const std::uint8_t> packed) const;
  static constexpr std::uint32_t kAllSlots = UINT32_MAX;

  const ReaderContext& context_;
  Subspace subspace_;
  bool own_is_major_, has_marks_;
  FileSources files_;
  mutable std::optional<Numbering> numbering_;  // made before values_ is ready
  Lazy<CachedFile> values_, distances_;         // distances_ is ready only when values_ is
  Lazy<CachedFile> grades_;                     // so is this
};

}  // namespace mill
