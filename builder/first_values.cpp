#include "builder/first_values.h"

#include <algorithm>
#include <array>

#include "game/moves.h"

namespace millstone {
namespace {

/// 64 counters of 8 bits, held as 8 words of one bit each, so that adding a bitmap is a few
/// operations on words.
class CounterPlanes {
 public:
  void add(std::uint64_t bits) {
    for (std::size_t plane = 0; bits && plane < planes_.size(); ++plane) {
      const std::uint64_t carry = planes_[plane] & bits;
      planes_[plane] ^= bits;
      bits = carry;
    }
  }

  /// Writes the 64 counters as bytes.
  void store(std::uint8_t* out) const {
    for (int byte = 0; byte < 8; ++byte) {
      std::uint64_t counters = 0;
      for (std::size_t plane = 0; plane < planes_.size(); ++plane)
        counters += spread(planes_[plane] >> (8 * byte) & 255) << plane;
      for (int i = 0; i < 8; ++i)
        out[8 * byte + i] = static_cast<std::uint8_t>(counters >> (8 * i));
    }
  }

 private:
  /// Bit i of the argument becomes the value 1 of byte i.
  static std::uint64_t spread(std::uint64_t eight_bits) {
    static constexpr auto kTable = [] {
      std::array<std::uint64_t, 256> table{};
      for (std::uint64_t value = 0; value < 256; ++value)
        for (int i = 0; i < 8; ++i) table[value] |= (value >> i & 1) << (8 * i);
      return table;
    }();
    return kTable[eight_bits];
  }

  std::array<std::uint64_t, 8> planes_{};
};

}  // namespace

std::vector<MinorStep> minor_steps(const Variant& variant, const BlockGeometry& geometry,
                                   const PackedIndex& free) {
  const bool anywhere = flies(variant.rules, geometry.minor().k(), 0);
  std::vector<MinorStep> steps;
  for (std::uint8_t from = 0; from < free.count; ++from)
    for (std::uint8_t to = 0; to < free.count; ++to) {
      const bool joined = geometry.board().neighbours[free.point[from]] & bit(free.point[to]);
      if (from != to && (anywhere || joined)) steps.push_back({from, to});
    }
  return steps;
}

FirstValues::FirstValues(const Variant& variant, std::shared_ptr<const BlockGeometry> geometry,
                         const MajorMoves& moves, const Kernels& kernels)
    : variant_(variant), geometry_(std::move(geometry)), moves_(moves), kernels_(kernels) {
  const int minor_stones = geometry_->minor().k();
  if (minor_stones > 0)
    fewer_minor_ = std::make_unique<SubsetRank>(geometry_->free_count(), minor_stones - 1);
}

bool FirstValues::closes_any_mill(std::uint32_t block) const {
  return geometry_->board().in_mills(geometry_->major().representative(block)) != 0;
}

void FirstValues::fold_major_captures(std::uint32_t block, const KeyTable* minor_table,
                                      std::uint8_t* folded, Scratch& scratch) const {
  if (!closes_any_mill(block)) return;  // never read
  if (!minor_table) {
    std::fill_n(folded, geometry_->stride(), kKeyLostNow);
    return;
  }
  scratch.fit(*geometry_);
  const PackedIndex free(geometry_->free_points(block));
  const FreeLines lines(*geometry_, free);
  std::fill(scratch.best.begin(), scratch.best.end(), Key{0});
  std::vector<std::uint64_t>& all_in_lines = scratch.words;
  all_in_lines.resize(geometry_->groups());
  const bool from_mills = variant_.rules.remove_from_mills;
  for (std::uint32_t group = 0; group < geometry_->groups(); ++group)
    all_in_lines[group] = from_mills ? ~std::uint64_t{0} : lines.all_in_lines(group);
  for (int index = 0; index < free.count; ++index) {
    scratch.source.clear();
    for (std::uint32_t group = 0; group < geometry_->groups(); ++group) {
      const std::uint64_t loose = ~lines.completed_at(index, group) | all_in_lines[group];
      const std::uint64_t bits = geometry_->has(index)[group] & loose;
      if (bits) scratch.source.push_back({group, bits});
    }
    kernels_.toggle_max(scratch.source.data(), static_cast<std::uint32_t>(scratch.source.size()),
                        mask_tables(*geometry_), bit(index), rank_tables(*fewer_minor_),
                        minor_table->block(block), scratch.best.data());
  }
  std::copy(scratch.best.begin(), scratch.best.end(), folded);
}

void FirstValues::count_major_moves(std::uint32_t block, const PackedIndex& free,
                                    std::uint8_t* quiet) const {
  int into[32] = {};
  for (const MajorMove& move : moves_.quiet(block)) ++into[move.to];
  for (std::uint32_t group = 0; group < geometry_->groups(); ++group) {
    CounterPlanes planes;
    for (int index = 0; index < free.count; ++index)
      for (int i = 0; i < into[index]; ++i) planes.add(~geometry_->has(index)[group]);
    planes.store(quiet + std::size_t{group} * kGroupSize);
  }
}

void FirstValues::start_major(std::uint32_t block, const KeyTable& folded, SideState& side,
                              Scratch& scratch) const {
  scratch.fit(*geometry_);
  const PackedIndex free(geometry_->free_points(block));
  std::fill(scratch.best.begin(), scratch.best.end(), Key{0});
  scratch.captures.assign(geometry_->groups(), 0);
  for (const MajorMove& move : moves_.closing(block)) {
    scratch.source.clear();
    for (std::uint32_t group = 0; group < geometry_->groups(); ++group) {
      const std::uint64_t bits = ~geometry_->has(move.to)[group] & geometry_->existing(group);
      scratch.captures[group] |= bits;
      if (bits) scratch.source.push_back({group, bits});
    }
    const PackedMap map =
        make_packed_map(free, geometry_->board().symmetries.elements[move.symmetry],
                        PackedIndex(geometry_->free_points(move.target)));
    kernels_.map_max(scratch.source.data(), static_cast<std::uint32_t>(scratch.source.size()),
                     mask_tables(*geometry_), map, rank_tables(geometry_->minor()),
                     folded.block(move.target), scratch.best.data());
  }
  count_major_moves(block, free, scratch.quiet.data());
  settle(block, side, scratch);
}

void FirstValues::fold_minor_captures(std::uint32_t block, const FreeLines& lines,
                                      const PackedIndex& free, const KeyTable* major_table,
                                      Scratch& scratch) const {
  if (!major_table) {
    std::fill(scratch.after.begin(), scratch.after.end(), kKeyLostNow);
    return;
  }
  std::fill(scratch.after.begin(), scratch.after.end(), Key{0});
  scratch.source.clear();
  for (std::uint32_t group = 0; group < geometry_->groups(); ++group)
    if (const std::uint64_t bits = lines.with_line(group)) scratch.source.push_back({group, bits});
  const BlockGeometry& target = major_table->geometry();
  const Mask stones = geometry_->major().representative(block);
  for_each_bit(removable(variant_, stones), [&](int point) {
    const MajorIndex::Entry entry = target.major().find(stones & ~bit(point));
    const PackedMap map = make_packed_map(free, target.board().symmetries.elements[entry.symmetry],
                                          PackedIndex(target.free_points(entry.block)));
    kernels_.map_max(scratch.source.data(), static_cast<std::uint32_t>(scratch.source.size()),
                     mask_tables(*geometry_), map, rank_tables(target.minor()),
                     major_table->block(entry.block), scratch.after.data());
  });
}

void FirstValues::start_minor(std::uint32_t block, const KeyTable* major_table, SideState& side,
                              Scratch& scratch) const {
  scratch.fit(*geometry_);
  const PackedIndex free(geometry_->free_points(block));
  const FreeLines lines(*geometry_, free);
  std::fill(scratch.best.begin(), scratch.best.end(), Key{0});
  scratch.captures.assign(geometry_->groups(), 0);
  if (!lines.empty()) fold_minor_captures(block, lines, free, major_table, scratch);

  std::vector<CounterPlanes> planes(geometry_->groups());
  for (const MinorStep step : minor_steps(variant_, *geometry_, free)) {
    scratch.source.clear();
    for (std::uint32_t group = 0; group < geometry_->groups(); ++group) {
      const std::uint64_t able = geometry_->has(step.from)[group] & ~geometry_->has(step.to)[group];
      const std::uint64_t closing = able & lines.completed_at(step.to, group, bit(step.from));
      planes[group].add(able & ~closing);
      scratch.captures[group] |= closing;
      if (closing) scratch.source.push_back({group, closing});
    }
    kernels_.toggle_max(scratch.source.data(), static_cast<std::uint32_t>(scratch.source.size()),
                        mask_tables(*geometry_), bit(step.from) | bit(step.to),
                        rank_tables(geometry_->minor()), scratch.after.data(), scratch.best.data());
  }
  for (std::uint32_t group = 0; group < geometry_->groups(); ++group)
    planes[group].store(scratch.quiet.data() + std::size_t{group} * kGroupSize);
  settle(block, side, scratch);
}

void FirstValues::settle(std::uint32_t block, SideState& side, const Scratch& scratch) const {
  const std::uint32_t size = geometry_->size();
  std::uint8_t* keys = side.keys.block(block);
  std::uint8_t* counters = side.block_counters(block);
  // key_before() for whole arrays. Without a capture the best successor reads as 0 and the key as a
  // loss in 2, which says no more than that a loss by quiet moves takes at least two plies.
  for (std::uint32_t rank = 0; rank < size; ++rank) {
    const Key best = scratch.best[rank];
    keys[rank] = static_cast<Key>(255 - best - (best <= kKeyDraw));
    counters[rank] = static_cast<std::uint8_t>(scratch.quiet[rank] + (best >= kKeyDraw));
  }
  for (std::uint32_t rank = size; rank < geometry_->stride(); ++rank) {
    keys[rank] = kKeyDraw;
    counters[rank] = 255;
  }
  for (std::uint32_t group = 0; group < geometry_->groups(); ++group) {
    std::uint8_t* group_keys = keys + std::size_t{group} * kGroupSize;
    const std::uint64_t helpless =
        kernels_.match(counters + std::size_t{group} * kGroupSize, nullptr, 0);
    for (std::uint64_t blocked = helpless & ~scratch.captures[group]; blocked;
         blocked &= blocked - 1)
      group_keys[std::countr_zero(blocked)] = kKeyLostNow;
    std::uint64_t decided = helpless | kernels_.match_below(group_keys, kKeyDraw);
    while (decided) {
      const Key key = group_keys[std::countr_zero(decided)];
      side.marks.set(key, block, group);
      decided &= ~kernels_.match(group_keys, nullptr, key);
    }
  }
}

}  // namespace millstone
