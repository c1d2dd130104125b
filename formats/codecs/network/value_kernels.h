#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "formats/codecs/network/network_units.h"
#include "formats/codecs/network/slot_facts.h"
#include "formats/codecs/prediction/coding_order.h"
#include "formats/codecs/prediction/similar_blocks.h"
#include "formats/codecs/prediction/value_ranges.h"

namespace mill {

// The two networks that predict a value, worked out together. FORMAT.md has their inputs, each of
// which is a small number that chooses one of the rows that the input has.

inline constexpr std::size_t kHiddenUnits = 8;  ///< of each network

/// What is known of the value of a slot, its state: the value or kNotCoded, plus 4 * the value that
/// the most similar earlier numbering block has in its place, plus 16 * that of the second;
/// kNoEarlier where there is none. The neighbour that does not exist has the greatest.
inline constexpr std::uint32_t kNotCoded = 3;
inline constexpr std::uint32_t kStates = 64;

/// Stones that moved between the block and the most similar one, as far as they are told apart.
inline constexpr std::uint32_t kMostMoved = 5;

/// States of the neighbours; stones that moved, times 16, plus a fourth of the slot's own state;
/// its facts.
inline constexpr std::size_t kNetworkInputs = CodingOrder::kNeighbours + 1 + kFacts;

/// Numbers, and so rows, of each input; and the first row of each.
inline constexpr std::array<std::uint32_t, kNetworkInputs> kInputSizes = [] {
  std::array<std::uint32_t, kNetworkInputs> sizes{};
  std::fill_n(sizes.begin(), CodingOrder::kNeighbours, kStates);
  sizes[CodingOrder::kNeighbours] = (kMostMoved + 1) * 16;
  std::ranges::copy(kFactSizes, sizes.end() - kFacts);
  return sizes;
}();
inline constexpr std::array<std::uint32_t, kNetworkInputs> kFirstRows = [] {
  std::array<std::uint32_t, kNetworkInputs> first{};
  for (std::size_t i = 1; i < kNetworkInputs; ++i) first[i] = first[i - 1] + kInputSizes[i - 1];
  return first;
}();
inline constexpr std::uint32_t kNetworkRows = kFirstRows.back() + kInputSizes.back();

/// A number for each unit of both networks.
using NetworkUnits = std::array<std::array<std::int16_t, kHiddenUnits>, kQuestions>;

/// The number of each input of a slot, below its size.
using NetworkInputs = std::array<std::uint8_t, kNetworkInputs>;

/// The weights. |weights of rows, biases| <= 128, so that sums have room.
struct NetworkLayers {
  struct alignas(32) Aligned {
    NetworkUnits units{};
  };
  std::vector<Aligned> rows;  ///< kNetworkRows
  Aligned bias, output;
  std::array<std::int32_t, kQuestions> output_bias{};
};

/// The states of slots are kept times this: bytes of rows.
inline constexpr std::uint32_t kStateUnit = sizeof(NetworkLayers::Aligned);

/// What is known of the slots of a numbering block.
struct SlotInputs {
  const std::uint16_t* states;  ///< of the slots, then of the neighbour that does not exist
  const SlotFacts* facts;
  std::uint32_t moved;  ///< 16 * stones that moved, kMostMoved at most

  /// The number that the state of the slot itself chooses a row with.
  std::uint32_t place(std::uint32_t slot) const { return moved + states[slot] / (4 * kStateUnit); }
};

/// The inputs of a slot, whose neighbours' states are known.
NetworkInputs inputs_of(const SlotInputs& slots, const CodingOrder::Step& step);

/// In eighths of a doubling, by Question.
using LogOdds = std::array<std::int32_t, kQuestions>;
LogOdds log_odds_of(const NetworkLayers& layers, const NetworkInputs& inputs);

/// How they are worked out with some of the instructions that processors have. All come to the same
/// log odds.
struct ValueKernel {
  std::string_view name;
  void (*outputs)(const NetworkLayers& layers, const SlotInputs& slots,
                  std::span<const CodingOrder::Step> steps, LogOdds* odds);
};

/// Kernels this processor can run, the plain one first and the fastest last.
std::vector<const ValueKernel*> available_value_kernels();

/// The last of them.
const ValueKernel& best_value_kernel();

}  // namespace mill
