#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "formats/coding_order.h"
#include "formats/mill_hints.h"
#include "formats/range_coder.h"
#include "game/value.h"

namespace millstone {

/// How often a loss, a draw or a win follows in each context: the hints of a slot and the values of
/// its neighbours. One model serves all blocks of a file. Immutable; any thread.
///
/// Values are one byte each (Value as a number), by slot, and one more stands behind the last: the
/// neighbour that does not exist, a draw.
class ValueModel {
 public:
  static constexpr std::uint32_t kContexts = MillHints::kCombinations * 2187;  // 3 ^ kNeighbours

  /// Counts values of some numbering blocks and makes a model of them.
  class Trainer {
   public:
    Trainer() : counts_(kContexts) {}
    void add(const CodingOrder& order, const std::uint8_t* hints, const std::uint8_t* values);
    ValueModel finish() const;

   private:
    std::vector<std::array<std::uint32_t, 3>> counts_;
  };

  /// The model as stored in a file's header, and back; nothing if these bytes are no model.
  std::vector<std::uint8_t> serialize() const;
  static std::optional<ValueModel> parse(std::span<const std::uint8_t> bytes);

  /// Appends the symbols of one numbering block.
  void encode(const CodingOrder& order, const std::uint8_t* hints, const std::uint8_t* values,
              std::vector<CodedSymbol>& symbols) const;

  /// Takes the values of one numbering block from a decoder.
  void decode(const CodingOrder& order, const std::uint8_t* hints, RangeDecoder& decoder,
              std::uint8_t* values) const;

 private:
  /// Ends of the ranges of loss and draw; that of a win ends with all.
  struct Ends {
    std::uint16_t loss, draw;
  };
  ValueModel() : ends_(kContexts) {}

  std::vector<Ends> ends_;
};

}  // namespace millstone
