#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/bits.h"

namespace millstone {

/// A group of a block together with the ranks in it that an operation is about.
struct GroupBits {
  std::uint32_t group;
  std::uint64_t bits;
};

/// Ranking tables of the block that is read or written (game/subset_rank.h).
struct RankTables {
  const std::uint32_t* low;
  const std::uint32_t* high;
  int low_points;
};

/// Masks of a block by rank, wide and, where they fit, in 16 bits.
struct MaskTables {
  const Mask* masks;
  const std::uint16_t* short_masks;  ///< null above 16 free points
};

/// A map of packed points: packed point i becomes point image[i]. A point that no subset passed
/// through the map contains may have any image.
struct PackedMap {
  std::uint8_t points;
  std::uint8_t image[32];
};

/// A map of packed subsets in the two forms that kernels choose from.
struct SubsetMap {
  PackedMap packed;         ///< point by point
  Mask from_free, to_free;  ///< or: spread over `from_free`, then `symmetry`, then pack `to_free`
  const Mask* byte_images;  ///< of that symmetry (Symmetry::byte_images)
};

/// What it takes to find a position again when its minor stones are made the major ones.
struct TransposeTables {
  PackedMap points;              ///< packed minor point -> board point
  RankTables major_ranks;        ///< of configurations of the whole board
  const std::uint32_t* entries;  ///< by that rank: block << symmetry_bits | symmetry
  int symmetry_bits;
  const Mask* images;           ///< the old major stones under each symmetry
  const Mask* representatives;  ///< of the blocks
  Mask board;                   ///< all points
  RankTables minor_ranks;
};

/// The inner loops of the solver. All arrays are caller-owned; a thread needs its own scratch.
/// Every kernel gives the same results; `plain` runs on every machine and is the reference.
struct Kernels {
  std::string_view name;

  /// Ranks of `keys` (64 bytes) that equal `key`, and whose counter is zero when `counters` is
  /// given.
  std::uint64_t (*match)(const std::uint8_t* keys, const std::uint8_t* counters, std::uint8_t key);

  /// Ranks of `keys` (64 bytes) that are below `key`.
  std::uint64_t (*match_below)(const std::uint8_t* keys, std::uint8_t key);

  /// Writes the ranks of all subsets in `source` after `map` to `out` and fetches bytes[rank] into
  /// the cache for writing. Returns how many; `out` has room for 16 more.
  std::uint32_t (*map_ranks)(const GroupBits* source, std::uint32_t groups, MaskTables masks,
                             const SubsetMap& map, RankTables ranks, const std::uint8_t* bytes,
                             std::uint32_t* out);

  /// The same for a list of subsets, passing over those that contain packed point `vacated`.
  std::uint32_t (*map_list_ranks)(const Mask* subsets, std::uint32_t count, int vacated,
                                  const SubsetMap& map, RankTables ranks, const std::uint8_t* bytes,
                                  std::uint32_t* out);

  /// As map_ranks for subsets of which the bits in `toggle` are inverted.
  std::uint32_t (*toggle_ranks)(const GroupBits* source, std::uint32_t groups, MaskTables masks,
                                Mask toggle, RankTables ranks, const std::uint8_t* bytes,
                                std::uint32_t* out);

  /// Undoes the steps of minor stones for a list of subsets: for every stone that stands in none of
  /// `lines` and every empty point it can have come from, writes the rank of the subset before and
  /// fetches bytes[rank].
  /// @param sources  for each packed point, those a step leads from
  std::uint32_t (*slide_list_ranks)(const Mask* subsets, std::uint32_t count, const Mask* lines,
                                    std::uint32_t line_count, const Mask* sources, RankTables ranks,
                                    const std::uint8_t* bytes, std::uint32_t* out);

  /// Lowers keys[rank] to `key` where it is greater, for all `ranks`. Writes the ranks that changed
  /// to `changed` (which may be `ranks`); returns how many.
  std::uint32_t (*lower)(const std::uint32_t* ranks, std::uint32_t count, std::uint8_t* keys,
                         std::uint8_t key, std::uint32_t* changed);

  /// Counts counters[rank] down for all `ranks`; `changed` are the ranks that came to zero.
  std::uint32_t (*count_down)(const std::uint32_t* ranks, std::uint32_t count,
                              std::uint8_t* counters, std::uint32_t* changed);

  /// best[rank of the subset] = max(itself, table[rank of the mapped subset]). `best` is padded to
  /// whole groups.
  void (*map_max)(const GroupBits* source, std::uint32_t groups, MaskTables masks,
                  const PackedMap& map, RankTables ranks, const std::uint8_t* table,
                  std::uint8_t* best);

  /// best[rank of the subset] = max(itself, table[rank of the toggled subset]).
  void (*toggle_max)(const GroupBits* source, std::uint32_t groups, MaskTables masks, Mask toggle,
                     RankTables ranks, const std::uint8_t* table, std::uint8_t* best);

  /// Block and rank of each subset in `source` once it has become the major configuration. Returns
  /// how many there were.
  std::uint32_t (*transpose)(const GroupBits* source, std::uint32_t groups, MaskTables masks,
                             const TransposeTables& tables, std::uint32_t* blocks,
                             std::uint32_t* ranks);
};

/// Kernels this processor can run, the plain one first and the fastest last.
std::vector<const Kernels*> available_kernels();

/// The fastest of them.
const Kernels& best_kernels();

/// By name: "plain", "avx2", "avx512"; null if this processor cannot run it.
const Kernels* find_kernels(std::string_view name);

}  // namespace millstone
