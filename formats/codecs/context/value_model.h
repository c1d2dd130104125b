#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "formats/codecs/context/block_clues.h"
#include "formats/codecs/prediction/coding_order.h"
#include "formats/codecs/prediction/value_ranges.h"

namespace mill {

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

  /// What a model is learned from.
  struct Example {
    Contexts contexts;
    std::uint8_t value;  ///< Value as a number
  };

  /// For PredictedValues.
  class Predictor;

  ValueModel() = default;  ///< predicts nothing
  explicit ValueModel(std::span<const Weights> weights);

  ValueRanges predict(const Contexts& contexts) const;

  /// As stored in a header, and back; nothing if these bytes are no model.
  static constexpr std::size_t kStoredSize = 2 * std::size_t{kContexts};
  std::vector<std::uint8_t> serialize() const;
  static std::optional<ValueModel> parse(std::span<const std::uint8_t> bytes);

 private:
  std::vector<std::int32_t> weights_;  // draw + 65536 * win: one addition adds both
};

class ValueModel::Predictor {
 public:
  explicit Predictor(const Surroundings& file) : finder_(file), clues_(file.order->size()) {}

  void begin(Mask major, std::span<const NumberingBlock> earlier, std::uint8_t* values) {
    finder_.find(major, earlier, clues_);
    values_ = values;
  }
  void predict(const ValueModel& model, std::span<const CodingOrder::Step> steps,
               std::span<ValueRanges> ranges) const {
    for (std::size_t i = 0; i < steps.size(); ++i)
      ranges[i] = model.predict(contexts(clues_[steps[i].slot], steps[i], values_));
  }
  Example example(const CodingOrder::Step& step, std::uint8_t value) const {
    return {contexts(clues_[step.slot], step, values_), value};
  }
  void set(std::uint32_t slot, std::uint8_t value) { values_[slot] = value; }
  void finish(std::uint8_t*) {}

 private:
  ClueFinder finder_;
  std::vector<Clues> clues_;
  std::uint8_t* values_ = nullptr;
};

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
  return ranges_of(draw, (sums - draw) >> 16);
}

}  // namespace mill
