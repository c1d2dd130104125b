#pragma once

#include <cstdint>
#include <string_view>

#include "base/bits.h"

namespace mill {

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

/// The subsets that an operation is about, by their ranks in a block.
struct SubsetGroups {
  const GroupBits* groups;
  std::uint32_t count;
  MaskTables masks;
};

/// Subsets one by one.
struct SubsetList {
  const Mask* subsets;
  std::uint32_t count;
};

/// A kernel may write so many ranks more than it finds.
inline constexpr std::uint32_t kRankSlack = 16;

/// The cells of a block by rank, of which kernels fetch those that are written next into the cache.
struct FetchedCells {
  const std::uint8_t* first;
  int size_bits;  ///< a cell takes 1 << size_bits bytes

  const std::uint8_t* at(std::uint32_t rank) const {
    return first + (std::size_t{rank} << size_bits);
  }
};

/// Where an operation writes the ranks that it finds.
struct RankSink {
  RankTables ranks;
  FetchedCells cells;
  std::uint32_t* out;  ///< has room for kRankSlack more
};

/// The cells of a block by rank.
template <typename Cell>
struct RankedCells {
  RankTables ranks;
  const Cell* cells;
};

/// The steps of the minor stones of a block.
struct SlideTables {
  const Mask* lines;  ///< of packed points
  std::uint32_t line_count;
  const Mask* origins;  ///< for each packed point, those a step leads from
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

/// Subsets by group of which the i-th becomes the i-th of others.
template <typename Cell>
struct OrderedSubsets {
  const std::uint64_t* able;     ///< those that become others
  const std::uint64_t* reached;  ///< the others, as many
  std::uint32_t reached_groups;
  Cell* stream;  ///< room for all cells of the others, and a group
};

/// The subsets of a block that are in one bitmap over ranks, by group, and not in another.
struct SubsetBits {
  const std::uint64_t* in;
  const std::uint64_t* not_in;
};

/// A step of which the i-th subset that it can have led to comes from the i-th that can make it.
struct OrderedStep {
  SubsetBits before, after;  ///< those that can make it, and as many that it leads to
  std::uint32_t groups;
  std::uint64_t* stream;  ///< room for the bits of all groups, and two words
};

/// Inner loops over cells of one size, of which more is better.
template <typename Cell>
struct CellKernels {
  /// best[rank of the subset] = max(itself, table at the mapped subset). `best` is padded to whole
  /// groups.
  void (*map_max)(const SubsetGroups& source, const PackedMap& map, const RankedCells<Cell>& table,
                  Cell* best);

  /// best[rank of the subset] = max(itself, table at the toggled subset).
  void (*toggle_max)(const SubsetGroups& source, Mask toggle, const RankedCells<Cell>& table,
                     Cell* best);

  /// The same where those of `source` are among the subsets that become others, in order. `table`,
  /// which holds the cells of the others by rank, is padded to whole groups.
  void (*ordered_max)(const OrderedSubsets<Cell>& step, const SubsetGroups& source,
                      const Cell* table, Cell* best);
};

/// The inner loops of the solver. All arrays are caller-owned; a thread needs its own scratch.
/// Every kernel gives the same results; `plain` runs on every machine and is the reference.
struct Kernels {
  std::string_view name;
  bool gather_bits;  ///< whether by an instruction, not bit by bit (see has_quick_pext())

  /// Ranks of `outcomes` (64 bytes) that equal `byte`, and whose counter is zero when `counters` is
  /// given.
  std::uint64_t (*match)(const std::uint8_t* outcomes, const std::uint8_t* counters,
                         std::uint8_t byte);

  /// Ranks of `outcomes` (64 bytes) that are below `byte`.
  std::uint64_t (*match_below)(const std::uint8_t* outcomes, std::uint8_t byte);

  /// Finds the ranks of all subsets in `source` after `map`. Returns how many.
  std::uint32_t (*map_ranks)(const SubsetGroups& source, const SubsetMap& map,
                             const RankSink& sink);

  /// The same for a list of subsets, passing over those that contain packed point `vacated`.
  std::uint32_t (*map_list_ranks)(const SubsetList& source, int vacated, const SubsetMap& map,
                                  const RankSink& sink);

  /// As map_ranks for subsets of which the bits in `toggle` are inverted.
  std::uint32_t (*toggle_ranks)(const SubsetGroups& source, Mask toggle, const RankSink& sink);

  /// Undoes the steps of minor stones for a list of subsets: for every stone that stands in no line
  /// and every empty point it can have come from, finds the rank of the subset before.
  std::uint32_t (*slide_list_ranks)(const SubsetList& source, const SlideTables& tables,
                                    const RankSink& sink);

  /// Lowers outcomes[rank] to `byte` where it is greater, for all `ranks`. Writes the ranks that
  /// changed to `changed` (which may be `ranks`); returns how many.
  std::uint32_t (*lower)(const std::uint32_t* ranks, std::uint32_t count, std::uint8_t* outcomes,
                         std::uint8_t byte, std::uint32_t* changed);

  /// Counts counters[rank] down for all `ranks`; `changed` are the ranks that came to zero.
  std::uint32_t (*count_down)(const std::uint32_t* ranks, std::uint32_t count,
                              std::uint8_t* counters, std::uint32_t* changed);

  /// lower() and count_down() for a bitmap of ranks, by group: `changed` are those that changed, or
  /// came to zero. Cells are padded to whole groups.
  void (*lower_words)(const std::uint64_t* words, std::uint32_t groups, std::uint8_t* outcomes,
                      std::uint8_t byte, std::uint64_t* changed);
  void (*count_down_words)(const std::uint64_t* words, std::uint32_t groups, std::uint8_t* counters,
                           std::uint64_t* changed);

  /// Undoes a step: `before` are the subsets that it makes those of `arrived` that it can have led
  /// to, both by group.
  void (*step_back)(const OrderedStep& step, const std::uint64_t* arrived, std::uint64_t* before);

  /// Block and rank of each subset in `source` once it has become the major configuration. Returns
  /// how many there were.
  std::uint32_t (*transpose)(const SubsetGroups& source, const TransposeTables& tables,
                             std::uint32_t* blocks, std::uint32_t* ranks);

  /// As match() for 64 cells of 16 bits.
  std::uint64_t (*match_words)(const std::uint16_t* words, const std::uint8_t* counters,
                               std::uint16_t word);

  /// Sets words[rank] to `word` where it is below `limit`, which is at most `word`, for all
  /// `ranks`. Writes the ranks that changed to `changed` (which may be `ranks`); returns how many.
  std::uint32_t (*replace_below)(const std::uint32_t* ranks, std::uint32_t count,
                                 std::uint16_t* words, std::uint16_t limit, std::uint16_t word,
                                 std::uint32_t* changed);

  CellKernels<std::uint8_t> on_bytes;
  CellKernels<std::uint16_t> on_words;

  template <typename Cell>
  const CellKernels<Cell>& on() const {
    if constexpr (sizeof(Cell) == 1)
      return on_bytes;
    else
      return on_words;
  }
};

}  // namespace mill
