#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "formats/codecs/context/block_clues.h"
#include "formats/codecs/context/coding_order.h"
#include "formats/codecs/context/symbol_coder.h"

namespace mill {

/// How likely a draw, a win and a loss are in the place of one slot: the ranges that
/// symbol_coder.h gives them. Draws own the numbers below `draw_end`, wins those from there to
/// `win_end`, losses the rest.
struct ValueRanges {
  std::uint32_t draw_end, win_end;
};

/// Predicts values: two sums of small weights, one for each of several contexts of the slot, are
/// the log odds of a draw, and of a win if it is none. The weights are learned once for a file and
/// stand in its header. Immutable; any thread.
class ValueModel {
 public:
  static constexpr std::size_t kTables = 6;
  static constexpr std::array<std::uint32_t, kTables> kTableSizes = {6561, 432,  2916,
                                                                     6561, 8748, 6561};
  static constexpr std::uint32_t kContexts = [] {
    std::uint32_t sum = 0;
    for (const std::uint32_t size : kTableSizes) sum += size;
    return sum;
  }();

  /// Weights of a context, in eighths of a doubling of the odds.
  struct Weights {
    std::int8_t draw = 0, win = 0;
  };

  /// The contexts of a slot, each from another part of 0..kContexts-1.
  using Contexts = std::array<std::uint16_t, kTables>;
  static_assert(kContexts <= UINT16_MAX);

  /// @param values  of the block's slots as far as they are known, by slot, and a draw behind them:
  ///                the neighbour that does not exist
  static Contexts contexts(const Clues& clues, const CodingOrder::Step& step,
                           const std::uint8_t* values);

  explicit ValueModel(std::span<const Weights> weights);

  ValueRanges predict(const Contexts& contexts) const;

  /// As stored in a header, and back; nothing if these bytes are no model.
  std::vector<std::uint8_t> serialize() const;
  static std::optional<ValueModel> parse(std::span<const std::uint8_t> bytes);

 private:
  std::vector<std::int32_t> weights_;  // draw + 65536 * win: one addition adds both
};

/// Log odds beyond which probabilities do not go, in eighths of a doubling.
inline constexpr int kMostLogOdds = 127;

/// Probabilities of the log odds -kMostLogOdds .. kMostLogOdds, in parts of 65536.
inline constexpr std::array<std::uint16_t, 2 * kMostLogOdds + 1> kProbabilities = [] {
  // 65536 times 2 to the 0, 1/8, .. 7/8.
  constexpr std::array<std::uint64_t, 8> kOdds = {65536, 71468,  77936,  84990,
                                                  92682, 101070, 110218, 120194};
  std::array<std::uint16_t, 2 * kMostLogOdds + 1> table{};
  for (int x = 0; x <= kMostLogOdds; ++x) {
    const std::uint64_t odds = kOdds[x % 8] << (x / 8);
    const std::uint64_t probability = 65536 * odds / (odds + 65536);
    table[kMostLogOdds + x] = static_cast<std::uint16_t>(probability);
    table[kMostLogOdds - x] = static_cast<std::uint16_t>(65536 - probability);
  }
  return table;
}();

inline ValueModel::Contexts ValueModel::contexts(const Clues& clues, const CodingOrder::Step& step,
                                                 const std::uint8_t* values) {
  const auto at = [&](std::size_t neighbour) -> std::uint32_t {
    return values[step.neighbours[neighbour]];
  };
  // Neighbours by their numbers in FORMAT.md.
  const std::uint32_t n0 = at(0), n1 = at(1), n3 = at(3), n6 = at(6), n7 = at(7), n9 = at(9);
  const std::uint32_t n8 = at(8), n10 = at(10), n11 = at(11), n12 = at(12), n14 = at(14);
  const auto ternary = [](auto first, auto... rest) {
    std::uint32_t number = first;
    ((number = 3 * number + rest), ...);
    return number;
  };
  const std::uint32_t closings = clues.closings, near = clues.nearest;
  std::array<std::uint32_t, kTables> found = {
      ternary(closings, n0, n14, n3, n12, n1, n6),
      ternary((4 * closings + near) * 4 + clues.second, n0),
      4 * ternary(9 * closings + clues.mills, n0, n3) + near,
      ternary(n0, n1, at(2), n3, at(4), at(5), n6, n7),
      4 * ternary(closings, n12, n14, at(16), at(13), at(15)) + near,
      ternary(closings, n6, n8, n7, n9, n10, n11)};
  Contexts contexts;
  std::uint32_t begin = 0;
  for (std::size_t table = 0; table < kTables; begin += kTableSizes[table++])
    contexts[table] = static_cast<std::uint16_t>(begin + found[table]);
  return contexts;
}

inline ValueRanges ValueModel::predict(const Contexts& contexts) const {
  std::int32_t sums = 0;
  for (const std::uint16_t context : contexts) sums += weights_[context];
  const auto draw = static_cast<std::int16_t>(sums);
  const int win = (sums - draw) >> 16;
  const auto probability = [](int sum) -> std::uint32_t {
    const int bounded = sum < -kMostLogOdds  ? -kMostLogOdds
                        : sum > kMostLogOdds ? kMostLogOdds
                                             : sum;
    const int index = bounded + kMostLogOdds;
    return kProbabilities[static_cast<std::size_t>(index)];
  };
  // Every value keeps a range, however unlikely.
  const std::uint32_t draw_end = 1 + (probability(draw) * (kRangeTotal - 3) >> 16);
  const std::uint32_t rest = kRangeTotal - draw_end;
  return {draw_end, draw_end + 1 + (probability(win) * (rest - 2) >> 16)};
}

}  // namespace mill
