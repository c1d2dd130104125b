#include "builder/blocks/quiet_moves.h"

#include <array>

#include "builder/blocks/minor_lines.h"

namespace mill {
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

void count_major_moves(const SideContext& context, std::uint32_t block, const PackedIndex& free,
                       Scratch& scratch) {
  const BlockGeometry& geometry = *context.geometry;
  int into[32] = {};
  for (const MajorMove& move : context.moves->quiet(block)) ++into[move.to];
  for (std::uint32_t group = 0; group < geometry.groups(); ++group) {
    CounterPlanes planes;
    for (int index = 0; index < free.count; ++index)
      for (int i = 0; i < into[index]; ++i) planes.add(~geometry.has(index)[group]);
    planes.store(scratch.quiet.data() + std::size_t{group} * kGroupSize);
  }
}

void count_minor_moves(const SideContext& context, const PackedIndex& free, Scratch& scratch) {
  const BlockGeometry& geometry = *context.geometry;
  const MinorLines lines(geometry, free);
  std::vector<CounterPlanes> planes(geometry.groups());
  for (const MinorStep step : MinorSteps(geometry.board(), free, context.stones_fly())) {
    const bool may_close = lines.any_at(step.to);
    for (std::uint32_t group = 0; group < geometry.groups(); ++group) {
      std::uint64_t able = geometry.has(step.from)[group] & ~geometry.has(step.to)[group];
      if (able && may_close) able &= ~lines.completed_at(step.to, group, bit(step.from));
      planes[group].add(able);
    }
  }
  for (std::uint32_t group = 0; group < geometry.groups(); ++group)
    planes[group].store(scratch.quiet.data() + std::size_t{group} * kGroupSize);
}

}  // namespace

void count_quiet_moves(const SideContext& context, std::uint32_t block, Scratch& scratch) {
  const PackedIndex free(context.geometry->free_points(block));
  if (context.is_major())
    count_major_moves(context, block, free, scratch);
  else
    count_minor_moves(context, free, scratch);
}

}  // namespace mill
