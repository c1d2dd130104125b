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

/// How often each half distance (plies / 2, rounded down) follows in each context: the value and
/// the hints of a slot, the median of the half distances of the neighbours with the same value, and
/// how the first neighbour's compares with it. One model serves all blocks of a file. Immutable;
/// any thread.
///
/// Keys stand by slot, and one more behind the last: the neighbour that does not exist, a draw.
class DistanceModel {
 public:
  static constexpr int kMedians = 26, kLeans = 8;
  static constexpr std::uint32_t kContexts = 2 * MillHints::kCombinations * kMedians * kLeans;
  static constexpr std::uint32_t kHalves = 128;

  /// Counts distances of some numbering blocks and makes a model of them.
  class Trainer {
   public:
    using Counts = std::array<std::uint32_t, kHalves>;
    Trainer() : counts_(kContexts) {}
    void add(const CodingOrder& order, const std::uint8_t* hints, const Key* keys);
    DistanceModel finish() const;

   private:
    std::vector<Counts> counts_;
  };

  /// The model as stored in a file's header, and back; nothing if these bytes are no model.
  std::vector<std::uint8_t> serialize() const;
  static std::optional<DistanceModel> parse(std::span<const std::uint8_t> bytes);

  /// Appends the symbols of one numbering block; draws have none.
  void encode(const CodingOrder& order, const std::uint8_t* hints, const Key* keys,
              std::vector<CodedSymbol>& symbols) const;

  /// Takes the distances of one numbering block from a decoder. `keys` says on entry which slots
  /// are won, drawn and lost, with keys of any distance. False if a distance is impossible.
  bool decode(const CodingOrder& order, const std::uint8_t* hints, RangeDecoder& decoder,
              Key* keys) const;

 private:
  static constexpr int kListed = 15;

  /// Ranges of the commonest half distances, in ascending order, and behind them that of all
  /// others, which is followed by the half distance in seven plain bits.
  struct Table {
    std::array<std::int16_t, kListed + 1> ends;
    std::array<std::uint8_t, kListed + 1> halves;
  };
  static Table make_table(const Trainer::Counts& counts);
  static bool is_valid(const Table& table);

  std::vector<Table> tables_;
  std::vector<std::uint16_t> table_of_;  // by context
};

}  // namespace millstone
