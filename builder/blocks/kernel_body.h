// The kernels, written once and compiled for each instruction set: a .cpp file of its own includes
// this text with its flags. Everything has internal linkage, and no function of the standard
// library is called, so that no code of a newer instruction set can leak into the other files.

#include "builder/blocks/kernels.h"

#if defined(__AVX512VBMI2__) || defined(__AVX2__)
#include <immintrin.h>
#endif

namespace mill {
namespace {

// Subsets are collected before they are ranked, so that the ranking loop is long and has no branch.
constexpr std::uint32_t kBatch = 1024;

// With fewer subsets than this it does not pay to make look-up tables for a map.
#if defined(__BMI2__)
constexpr std::uint32_t kFewSubsets = 256;
#else
constexpr std::uint32_t kFewSubsets = 40;
#endif

// A group with fewer ranks than this is collected rank by rank, not by vector compression.
constexpr int kSparse = 6;

#if defined(__AVX2__) && !defined(__AVX512VBMI2__)
/// 32 bytes of all ones or none as bits.
inline std::uint64_t as_bits(__m256i bytes) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes));
}
#endif

inline std::uint64_t match_group(const std::uint8_t* outcomes, std::uint8_t byte) {
#if defined(__AVX512VBMI2__)
  const __m512i wanted = _mm512_set1_epi8(static_cast<char>(byte));
  return _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(outcomes), wanted);
#elif defined(__AVX2__)
  const __m256i wanted = _mm256_set1_epi8(static_cast<char>(byte));
  const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(outcomes));
  const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(outcomes + 32));
  return as_bits(_mm256_cmpeq_epi8(low, wanted)) | as_bits(_mm256_cmpeq_epi8(high, wanted)) << 32;
#else
  // Eight bytes at a time: bytes become 0 or 1, a multiplication gathers them.
  std::uint64_t bits = 0;
  for (int word = 0; word < 8; ++word) {
    std::uint64_t bytes = 0;
    for (int i = 0; i < 8; ++i) bytes |= std::uint64_t{outcomes[8 * word + i] == byte} << (8 * i);
    bits |= ((bytes * 0x0102040810204080u) >> 56) << (8 * word);
  }
  return bits;
#endif
}

std::uint64_t match(const std::uint8_t* outcomes, const std::uint8_t* counters, std::uint8_t byte) {
  const std::uint64_t bits = match_group(outcomes, byte);
  return bits && counters ? bits & match_group(counters, 0) : bits;
}

/// The same for 32 words.
inline std::uint64_t match_half(const std::uint16_t* words, std::uint16_t word) {
#if defined(__AVX512VBMI2__)
  return _mm512_cmpeq_epi16_mask(_mm512_loadu_si512(words),
                                 _mm512_set1_epi16(static_cast<short>(word)));
#elif defined(__AVX2__)
  const __m256i wanted = _mm256_set1_epi16(static_cast<short>(word));
  const auto* const parts = reinterpret_cast<const __m256i*>(words);
  const __m256i low = _mm256_cmpeq_epi16(_mm256_loadu_si256(parts), wanted);
  const __m256i high = _mm256_cmpeq_epi16(_mm256_loadu_si256(parts + 1), wanted);
  constexpr int kInOrder = 0xD8;  // packing takes the lower halves of both first
  return as_bits(_mm256_permute4x64_epi64(_mm256_packs_epi16(low, high), kInOrder));
#else
  std::uint64_t bits = 0;
  for (int i = 0; i < 32; ++i) bits |= std::uint64_t{words[i] == word} << i;
  return bits;
#endif
}

std::uint64_t match_words(const std::uint16_t* words, const std::uint8_t* counters,
                          std::uint16_t word) {
  const std::uint64_t bits = match_half(words, word) | match_half(words + 32, word) << 32;
  return bits && counters ? bits & match_group(counters, 0) : bits;
}

std::uint64_t match_below(const std::uint8_t* outcomes, std::uint8_t byte) {
#if defined(__AVX512VBMI2__)
  return _mm512_cmplt_epu8_mask(_mm512_loadu_si512(outcomes),
                                _mm512_set1_epi8(static_cast<char>(byte)));
#else
  std::uint64_t bits = 0;
  for (int i = 0; i < 64; ++i) bits |= std::uint64_t{outcomes[i] < byte} << i;
  return bits;
#endif
}

inline std::uint32_t total_bits(const SubsetGroups& source) {
  std::uint32_t total = 0;
  for (std::uint32_t i = 0; i < source.count; ++i)
    total += static_cast<std::uint32_t>(__builtin_popcountll(source.groups[i].bits));
  return total;
}

/// Collects the packed masks of the ranks in `bits`; returns how many. Writes up to 16 beyond.
inline std::uint32_t collect(const GroupBits& entry, MaskTables tables, Mask* out) {
  const Mask* masks = tables.masks + std::size_t{entry.group} * 64;
  std::uint32_t filled = 0;
#if defined(__AVX512VBMI2__)
  if (__builtin_popcountll(entry.bits) >= kSparse) {
    for (int part = 0; part < 4; ++part) {
      const auto chosen = static_cast<__mmask16>(entry.bits >> (16 * part));
      const __m512i all = _mm512_loadu_si512(masks + 16 * part);
      _mm512_storeu_si512(out + filled, _mm512_maskz_compress_epi32(chosen, all));
      filled += static_cast<std::uint32_t>(__builtin_popcount(chosen));
    }
    return filled;
  }
#endif
  for (std::uint64_t bits = entry.bits; bits; bits &= bits - 1)
    out[filled++] = masks[__builtin_ctzll(bits)];
  return filled;
}

/// Ranks a subset by its two halves.
struct Ranker {
  const std::uint32_t* low;
  const std::uint32_t* high;
  int low_points;
  Mask low_mask;

  explicit Ranker(RankTables tables)
      : low(tables.low),
        high(tables.high),
        low_points(tables.low_points),
        low_mask((Mask{1} << tables.low_points) - 1) {}

  std::uint32_t operator()(Mask subset) const {
    return low[subset & low_mask] + high[subset >> low_points];
  }
};

/// Writes the ranks of subsets, and has their cells fetched. A copy of where it writes, so that the
/// writing cannot change it.
class RankWriter {
 public:
  explicit RankWriter(const RankSink& sink)
      : ranker_(sink.ranks), cells_(sink.cells), out_(sink.out) {}

  void put(std::uint32_t place, Mask subset) const {
    const std::uint32_t rank = ranker_(subset);
    __builtin_prefetch(cells_.at(rank), 1);
    out_[place] = rank;
  }

 private:
  Ranker ranker_;
  FetchedCells cells_;
  std::uint32_t* out_;
};

/// Maps a packed mask byte by byte with tables made for one PackedMap.
template <int Bytes>
class ByteMap {
 public:
  explicit ByteMap(const PackedMap& map) {
    for (int byte = 0; byte < Bytes; ++byte) {
      Mask* table = tables_[byte];
      table[0] = 0;
      const int first = 8 * byte;
      const int points = map.points - first < 8 ? map.points - first : 8;
      for (int i = 0; i < points; ++i) {
        const Mask image = Mask{1} << map.image[first + i];
        for (int j = 0; j < 1 << i; ++j) table[(1 << i) + j] = table[j] | image;
      }
    }
  }

  Mask operator()(Mask subset) const {
    Mask mapped = tables_[0][subset & 255];
    for (int byte = 1; byte < Bytes; ++byte) mapped |= tables_[byte][subset >> (8 * byte) & 255];
    return mapped;
  }

 private:
  alignas(64) Mask tables_[Bytes][256];
};

/// Maps a packed mask stone by stone.
struct StoneMap {
  const PackedMap& map;
  Mask operator()(Mask subset) const {
    Mask mapped = 0;
    for (; subset; subset &= subset - 1) mapped |= Mask{1} << map.image[__builtin_ctz(subset)];
    return mapped;
  }
};

struct ToggleMap {
  Mask toggle;
  Mask operator()(Mask subset) const { return subset ^ toggle; }
};

#if defined(__BMI2__)
/// Maps a packed mask by way of the board.
struct BoardMap {
  Mask from_free, to_free;
  const Mask* images;

  explicit BoardMap(const SubsetMap& map)
      : from_free(map.from_free), to_free(map.to_free), images(map.byte_images) {}

  Mask operator()(Mask subset) const {
    const Mask stones = _pdep_u32(subset, from_free);
    const Mask image = images[stones & 255] | images[256 + (stones >> 8 & 255)] |
                       images[512 + (stones >> 16 & 255)] | images[768 + (stones >> 24)];
    return _pext_u32(image, to_free);
  }
};
#endif

/// Calls `with(map)` with look-up tables for `map`.
template <typename With>
inline void with_tables(const PackedMap& map, With&& with) {
  if (map.points <= 16)
    with(ByteMap<2>(map));
  else if (map.points <= 24)
    with(ByteMap<3>(map));
  else
    with(ByteMap<4>(map));
}

/// Calls `with(map)` with the cheapest way to map that many subsets.
template <typename With>
inline void choose_map(const SubsetMap& map, std::uint32_t subsets, With&& with) {
  if (subsets >= kFewSubsets) return with_tables(map.packed, with);
#if defined(__BMI2__)
  with(BoardMap(map));
#else
  with(StoneMap{map.packed});
#endif
}

/// Writes the ranks of all subsets of `source` after `map`.
template <typename Map>
inline std::uint32_t write_ranks(const SubsetGroups& source, const Map& map, const RankSink& sink) {
  const RankWriter writer(sink);
  alignas(64) Mask batch[kBatch + 64];
  std::uint32_t filled = 0, written = 0;
  for (std::uint32_t i = 0; i < source.count; ++i) {
    filled += collect(source.groups[i], source.masks, batch + filled);
    if (filled < kBatch - 64 && i + 1 < source.count) continue;
    for (std::uint32_t j = 0; j < filled; ++j) writer.put(written + j, map(batch[j]));
    written += filled;
    filled = 0;
  }
  return written;
}

std::uint32_t map_ranks(const SubsetGroups& source, const SubsetMap& map, const RankSink& sink) {
  std::uint32_t written = 0;
  choose_map(map, total_bits(source),
             [&](const auto& chosen) { written = write_ranks(source, chosen, sink); });
  return written;
}

template <typename Map>
inline std::uint32_t write_list_ranks(const SubsetList& source, int vacated, const Map& map,
                                      const RankSink& sink) {
  const RankWriter writer(sink);
  std::uint32_t written = 0;
  for (std::uint32_t i = 0; i < source.count; ++i) {
    const Mask subset = source.subsets[i];
    writer.put(written, map(subset));  // overwritten by the next unless it counts
    written += ~subset >> vacated & 1;
  }
  return written;
}

std::uint32_t map_list_ranks(const SubsetList& source, int vacated, const SubsetMap& map,
                             const RankSink& sink) {
  std::uint32_t written = 0;
  choose_map(map, source.count, [&](const auto& chosen) {
    written = write_list_ranks(source, vacated, chosen, sink);
  });
  return written;
}

std::uint32_t slide_list_ranks(const SubsetList& source, const SlideTables& tables,
                               const RankSink& sink) {
  const RankWriter writer(sink);
  std::uint32_t written = 0;
  for (std::uint32_t i = 0; i < source.count; ++i) {
    const Mask subset = source.subsets[i];
    Mask in_lines = 0;
    for (std::uint32_t index = 0; index < tables.line_count; ++index) {
      const Mask line = tables.lines[index];
      in_lines |= (subset & line) == line ? line : 0;
    }
    for (Mask movable = subset & ~in_lines; movable; movable &= movable - 1) {
      const Mask stone = movable & -movable;
      for (Mask from = tables.origins[__builtin_ctz(movable)] & ~subset; from; from &= from - 1)
        writer.put(written++, subset ^ stone ^ (from & -from));
    }
  }
  return written;
}

std::uint32_t toggle_ranks(const SubsetGroups& source, Mask toggle, const RankSink& sink) {
  return write_ranks(source, ToggleMap{toggle}, sink);
}

/// Sets the cells of all `ranks` that `replaces` holds for; writes which these were, returns how
/// many.
template <typename Cell, typename Replaces>
inline std::uint32_t replace_where(const std::uint32_t* ranks, std::uint32_t count, Cell* cells,
                                   Cell value, const Replaces& replaces, std::uint32_t* changed) {
  std::uint32_t filled = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t rank = ranks[i];
    const Cell old = cells[rank];
    const bool is_replaced = replaces(old);
    cells[rank] = is_replaced ? value : old;
    changed[filled] = rank;
    filled += is_replaced;
  }
  return filled;
}

std::uint32_t lower(const std::uint32_t* ranks, std::uint32_t count, std::uint8_t* outcomes,
                    std::uint8_t byte, std::uint32_t* changed) {
  return replace_where(
      ranks, count, outcomes, byte, [=](std::uint8_t old) { return byte < old; }, changed);
}

std::uint32_t replace_below(const std::uint32_t* ranks, std::uint32_t count, std::uint16_t* words,
                            std::uint16_t limit, std::uint16_t word, std::uint32_t* changed) {
  return replace_where(
      ranks, count, words, word, [=](std::uint16_t old) { return old < limit; }, changed);
}

std::uint32_t count_down(const std::uint32_t* ranks, std::uint32_t count, std::uint8_t* counters,
                         std::uint32_t* changed) {
  std::uint32_t filled = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t rank = ranks[i];
    const auto left = static_cast<std::uint8_t>(counters[rank] - 1);
    counters[rank] = left;
    changed[filled] = rank;
    filled += left == 0;
  }
  return filled;
}

#if defined(__AVX2__) && !defined(__AVX512VBMI2__)
/// 32 bits as bytes of all ones or none.
inline __m256i as_bytes(std::uint32_t bits) {
  const __m256i byte_of_bit =
      _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
  const __m256i bit = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201));
  const __m256i spread =
      _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(bits)), byte_of_bit);
  return _mm256_cmpeq_epi8(_mm256_and_si256(spread, bit), bit);
}

inline __m256i load_half(const std::uint8_t* bytes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
}

inline void store_half(std::uint8_t* bytes, __m256i half) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(bytes), half);
}
#endif

inline std::uint64_t lower_group(std::uint64_t bits, std::uint8_t* outcomes, std::uint8_t byte) {
#if defined(__AVX512VBMI2__)
  const __m512i old = _mm512_loadu_si512(outcomes);
  const __m512i lower = _mm512_set1_epi8(static_cast<char>(byte));
  const __mmask64 changed = _mm512_mask_cmpgt_epu8_mask(bits, old, lower);
  _mm512_storeu_si512(outcomes, _mm512_mask_mov_epi8(old, changed, lower));
  return changed;
#elif defined(__AVX2__)
  std::uint64_t changed = 0;
  const __m256i lower = _mm256_set1_epi8(static_cast<char>(byte));
  for (int half = 0; half < 2; ++half) {
    const __m256i old = load_half(outcomes + 32 * half);
    const __m256i kept = _mm256_cmpeq_epi8(_mm256_max_epu8(old, lower), lower);
    const __m256i now =
        _mm256_andnot_si256(kept, as_bytes(static_cast<std::uint32_t>(bits >> (32 * half))));
    store_half(outcomes + 32 * half, _mm256_blendv_epi8(old, lower, now));
    changed |= as_bits(now) << (32 * half);
  }
  return changed;
#else
  std::uint64_t changed = 0;
  for (; bits; bits &= bits - 1) {
    std::uint8_t& outcome = outcomes[__builtin_ctzll(bits)];
    if (outcome <= byte) continue;
    outcome = byte;
    changed |= bits & -bits;
  }
  return changed;
#endif
}

inline std::uint64_t count_down_group(std::uint64_t bits, std::uint8_t* counters) {
#if defined(__AVX512VBMI2__)
  const __m512i old = _mm512_loadu_si512(counters);
  const __m512i left = _mm512_mask_sub_epi8(old, bits, old, _mm512_set1_epi8(1));
  _mm512_storeu_si512(counters, left);
  return _mm512_mask_cmpeq_epi8_mask(bits, left, _mm512_setzero_si512());
#elif defined(__AVX2__)
  std::uint64_t changed = 0;
  for (int half = 0; half < 2; ++half) {
    const __m256i chosen = as_bytes(static_cast<std::uint32_t>(bits >> (32 * half)));
    const __m256i left = _mm256_add_epi8(load_half(counters + 32 * half), chosen);  // less one
    store_half(counters + 32 * half, left);
    const __m256i zero = _mm256_cmpeq_epi8(left, _mm256_setzero_si256());
    changed |= as_bits(_mm256_and_si256(zero, chosen)) << (32 * half);
  }
  return changed;
#else
  std::uint64_t changed = 0;
  for (; bits; bits &= bits - 1)
    if (--counters[__builtin_ctzll(bits)] == 0) changed |= bits & -bits;
  return changed;
#endif
}

void lower_words(const std::uint64_t* words, std::uint32_t groups, std::uint8_t* outcomes,
                 std::uint8_t byte, std::uint64_t* changed) {
  for (std::uint32_t group = 0; group < groups; ++group)
    changed[group] = lower_group(words[group], outcomes + std::size_t{group} * 64, byte);
}

void count_down_words(const std::uint64_t* words, std::uint32_t groups, std::uint8_t* counters,
                      std::uint64_t* changed) {
  for (std::uint32_t group = 0; group < groups; ++group)
    changed[group] = count_down_group(words[group], counters + std::size_t{group} * 64);
}

/// The bits of `value` that `keep` selects, at the low end.
inline std::uint64_t gather_bits(std::uint64_t value, std::uint64_t keep) {
#if defined(__BMI2__)
  return _pext_u64(value, keep);
#else
  std::uint64_t gathered = 0;
  for (int i = 0; keep; keep &= keep - 1, ++i)
    gathered |= (value >> __builtin_ctzll(keep) & 1) << i;
  return gathered;
#endif
}

/// The low bits of `value` where `places` has ones.
inline std::uint64_t spread_bits(std::uint64_t value, std::uint64_t places) {
#if defined(__BMI2__)
  return _pdep_u64(value, places);
#else
  std::uint64_t spread = 0;
  for (; places; places &= places - 1, value >>= 1) spread |= (value & 1) * (places & -places);
  return spread;
#endif
}

inline std::uint64_t subset_word(const SubsetBits& subsets, std::uint32_t group) {
  return subsets.in[group] & ~subsets.not_in[group];
}

void step_back(const OrderedStep& step, const std::uint64_t* arrived, std::uint64_t* before) {
  std::uint64_t pending = 0;
  std::uint32_t filled = 0;  // bits of it
  std::uint64_t* end = step.stream;
  for (std::uint32_t group = 0; group < step.groups; ++group) {
    const std::uint64_t reached = subset_word(step.after, group);
    const std::uint64_t bits = gather_bits(arrived[group], reached);
    pending |= bits << filled;
    *end = pending;
    const std::uint32_t more = filled + static_cast<std::uint32_t>(__builtin_popcountll(reached));
    if (more >= 64) {
      ++end;
      pending = bits >> 1 >> (63 - filled);
    }
    filled = more % 64;
  }
  *end = pending;
  end[1] = 0;
  const std::uint64_t* next = step.stream;
  std::uint32_t used = 0;  // bits of it
  for (std::uint32_t group = 0; group < step.groups; ++group) {
    const std::uint64_t able = subset_word(step.before, group);
    before[group] = spread_bits(next[0] >> used | next[1] << 1 << (63 - used), able);
    used += static_cast<std::uint32_t>(__builtin_popcountll(able));
    next += used / 64;
    used %= 64;
  }
}

/// best[r] = max(best[r], values[i]) where r is the i-th rank of the entry's bits.
inline void raise_group(const GroupBits& entry, const std::uint8_t* values, std::uint8_t* best) {
  std::uint8_t* group = best + std::size_t{entry.group} * 64;
#if defined(__AVX512VBMI2__)
  const __m512i spread = _mm512_maskz_expand_epi8(entry.bits, _mm512_loadu_si512(values));
  _mm512_storeu_si512(group, _mm512_max_epu8(_mm512_loadu_si512(group), spread));
#else
  for (std::uint64_t bits = entry.bits; bits; bits &= bits - 1, ++values) {
    std::uint8_t& slot = group[__builtin_ctzll(bits)];
    slot = slot < *values ? *values : slot;
  }
#endif
}

#if defined(__AVX512VBMI2__)
inline void raise_half(std::uint32_t bits, const std::uint16_t* values, std::uint16_t* half) {
  const __m512i spread = _mm512_maskz_expand_epi16(bits, _mm512_loadu_si512(values));
  _mm512_storeu_si512(half, _mm512_max_epu16(_mm512_loadu_si512(half), spread));
}
#endif

inline void raise_group(const GroupBits& entry, const std::uint16_t* values, std::uint16_t* best) {
  std::uint16_t* group = best + std::size_t{entry.group} * 64;
#if defined(__AVX512VBMI2__)
  const auto low = static_cast<std::uint32_t>(entry.bits);
  raise_half(low, values, group);
  raise_half(static_cast<std::uint32_t>(entry.bits >> 32), values + __builtin_popcount(low),
             group + 32);
#else
  for (std::uint64_t bits = entry.bits; bits; bits &= bits - 1, ++values) {
    std::uint16_t& slot = group[__builtin_ctzll(bits)];
    slot = slot < *values ? *values : slot;
  }
#endif
}

/// best[own rank] = max(itself, table[rank of the mapped subset]) over `source`.
template <typename Cell, typename Map>
inline void raise_best(const SubsetGroups& source, const Map& map, const RankedCells<Cell>& table,
                       Cell* best) {
  const Ranker ranker(table.ranks);
  alignas(64) Mask subsets[128];
  alignas(64) Cell values[64];
  for (std::uint32_t i = 0; i < source.count; ++i) {
    const std::uint32_t filled = collect(source.groups[i], source.masks, subsets);
    for (std::uint32_t j = 0; j < filled; ++j) values[j] = table.cells[ranker(map(subsets[j]))];
    raise_group(source.groups[i], values, best);
  }
}

template <typename Cell>
void map_max(const SubsetGroups& source, const PackedMap& map, const RankedCells<Cell>& table,
             Cell* best) {
  with_tables(map, [&](const auto& chosen) { raise_best(source, chosen, table, best); });
}

template <typename Cell>
void toggle_max(const SubsetGroups& source, Mask toggle, const RankedCells<Cell>& table,
                Cell* best) {
  raise_best(source, ToggleMap{toggle}, table, best);
}

#if defined(__AVX2__) && !defined(__AVX512VBMI2__)
/// What brings together the bytes that eight bits choose, what spreads them, and the bytes that the
/// bits stand for.
struct ByteChoices {
  alignas(8) std::uint8_t together[256][8] = {}, apart[256][8] = {}, all_ones[256][8] = {};

  constexpr ByteChoices() {
    for (int bits = 0; bits < 256; ++bits) {
      std::uint8_t chosen = 0;
      for (std::uint8_t i = 0; i < 8; ++i) {
        const bool is_chosen = bits >> i & 1;
        apart[bits][i] = is_chosen ? chosen : 0x80;
        all_ones[bits][i] = is_chosen ? 0xff : 0;
        if (is_chosen) together[bits][chosen++] = i;
      }
    }
  }
};
constexpr ByteChoices kByteChoices;

inline __m128i eight_bytes(const std::uint8_t* bytes) {
  return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes));
}
#endif

/// Writes the cells of a group that `bits` choose one after the other, and anything up to a group's
/// length. Returns how many.
template <typename Cell>
inline std::uint32_t put_together(const Cell* cells, std::uint64_t bits, Cell* out) {
  std::uint32_t count = 0;
  for (; bits; bits &= bits - 1) out[count++] = cells[__builtin_ctzll(bits)];
  return count;
}

/// best[i-th of `able`] = max(itself, values[i]) for those of `able` that are among `bits`.
template <typename Cell>
inline void raise_some(std::uint64_t able, std::uint64_t bits, const Cell* values, Cell* best) {
  for (; able; able &= able - 1, ++values) {
    const int at = __builtin_ctzll(able);
    const Cell value = bits >> at & 1 ? *values : Cell{0};
    best[at] = best[at] < value ? value : best[at];
  }
}

#if defined(__AVX512VBMI2__)
template <>
inline std::uint32_t put_together(const std::uint8_t* cells, std::uint64_t bits,
                                  std::uint8_t* out) {
  _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(bits, _mm512_loadu_si512(cells)));
  return static_cast<std::uint32_t>(__builtin_popcountll(bits));
}

template <>
inline void raise_some(std::uint64_t able, std::uint64_t bits, const std::uint8_t* values,
                       std::uint8_t* best) {
  const __m512i spread = _mm512_maskz_expand_epi8(able, _mm512_loadu_si512(values));
  const __m512i before = _mm512_loadu_si512(best);
  _mm512_storeu_si512(best, _mm512_mask_max_epu8(before, bits, before, spread));
}
#elif defined(__AVX2__)
template <>
inline std::uint32_t put_together(const std::uint8_t* cells, std::uint64_t bits,
                                  std::uint8_t* out) {
  const std::uint8_t* const first = out;
  for (; bits; bits >>= 8, cells += 8) {
    const __m128i chosen =
        _mm_shuffle_epi8(eight_bytes(cells), eight_bytes(kByteChoices.together[bits & 255]));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(out), chosen);
    out += __builtin_popcountll(bits & 255);
  }
  return static_cast<std::uint32_t>(out - first);
}

template <>
inline void raise_some(std::uint64_t able, std::uint64_t bits, const std::uint8_t* values,
                       std::uint8_t* best) {
  for (; bits; bits >>= 8, able >>= 8, best += 8) {
    const __m128i spread =
        _mm_shuffle_epi8(eight_bytes(values), eight_bytes(kByteChoices.apart[able & 255]));
    const __m128i wanted = _mm_and_si128(spread, eight_bytes(kByteChoices.all_ones[bits & 255]));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(best), _mm_max_epu8(eight_bytes(best), wanted));
    values += __builtin_popcountll(able & 255);
  }
}
#endif

template <typename Cell>
void ordered_max(const OrderedSubsets<Cell>& step, const SubsetGroups& source, const Cell* table,
                 Cell* best) {
  Cell* end = step.stream;
  for (std::uint32_t group = 0; group < step.reached_groups; ++group)
    end += put_together(table + std::size_t{group} * 64, step.reached[group], end);
  const Cell* values = step.stream;
  std::uint32_t group = 0;
  for (std::uint32_t i = 0; i < source.count; ++i) {
    const GroupBits entry = source.groups[i];
    for (; group < entry.group; ++group) values += __builtin_popcountll(step.able[group]);
    raise_some(step.able[group], entry.bits, values, best + std::size_t{group} * 64);
  }
}

/// Moves the bits of `value` that `keep` selects together at the low end.
inline Mask pack(Mask value, Mask keep) {
#if defined(__BMI2__)
  return _pext_u32(value, keep);
#else
  Mask packed = 0;
  for (; value; value &= value - 1)
    packed |= Mask{1} << __builtin_popcount(keep & ((value & -value) - 1));
  return packed;
#endif
}

template <typename Map>
inline std::uint32_t transpose_with(const SubsetGroups& source, const Map& map,
                                    const TransposeTables& tables, std::uint32_t* blocks,
                                    std::uint32_t* ranks) {
  const Ranker rank_major(tables.major_ranks), rank_minor(tables.minor_ranks);
  alignas(64) Mask subsets[128];
  std::uint32_t filled = 0;
  for (std::uint32_t i = 0; i < source.count; ++i) {
    const std::uint32_t taken = collect(source.groups[i], source.masks, subsets);
    for (std::uint32_t j = 0; j < taken; ++j, ++filled) {
      const std::uint32_t entry = tables.entries[rank_major(map(subsets[j]))];
      const std::uint32_t block = entry >> tables.symmetry_bits;
      const Mask minor = tables.images[entry & ((Mask{1} << tables.symmetry_bits) - 1)];
      blocks[filled] = block;
      ranks[filled] = rank_minor(pack(minor, tables.board & ~tables.representatives[block]));
    }
  }
  return filled;
}

std::uint32_t transpose(const SubsetGroups& source, const TransposeTables& tables,
                        std::uint32_t* blocks, std::uint32_t* ranks) {
  if (total_bits(source) < kFewSubsets / 4)
    return transpose_with(source, StoneMap{tables.points}, tables, blocks, ranks);
  std::uint32_t found = 0;
  with_tables(tables.points, [&](const auto& chosen) {
    found = transpose_with(source, chosen, tables, blocks, ranks);
  });
  return found;
}

#if defined(__BMI2__)
constexpr bool kGatherBits = true;
#else
constexpr bool kGatherBits = false;
#endif

constexpr Kernels make_kernels(std::string_view name) {
  return {name,
          kGatherBits,
          match,
          match_below,
          map_ranks,
          map_list_ranks,
          toggle_ranks,
          slide_list_ranks,
          lower,
          count_down,
          lower_words,
          count_down_words,
          step_back,
          transpose,
          match_words,
          replace_below,
          {map_max, toggle_max, ordered_max},
          {map_max, toggle_max, ordered_max}};
}

}  // namespace
}  // namespace mill
