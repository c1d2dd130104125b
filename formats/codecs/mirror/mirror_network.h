#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "formats/codecs/mirror/mirror_steps.h"
#include "formats/codecs/network/value_network.h"

namespace mill {

/// Predicts the values that do not follow from those of the mirror; what does follow is not coded.
/// For PredictedValues, see there. Immutable; any thread.
class MirrorNetwork {
 public:
  static constexpr bool kUsesMirror = true;
  using Example = ValueNetwork::Example;
  class Predictor;

  MirrorNetwork() = default;  ///< predicts nothing
  /// @param values_checksum  FileHeader::values_checksum of the mirror's file
  MirrorNetwork(ValueNetwork network, std::uint64_t values_checksum)
      : network_(std::move(network)), mirror_checksum_(values_checksum) {}

  std::uint64_t mirror_checksum() const { return mirror_checksum_; }

  /// Those of the order of the file, made when they are first asked for.
  const MirrorSteps& steps(const CodingOrder& order) const;

  /// As stored in a header, and back; nothing if these bytes are none.
  static constexpr std::size_t kStoredSize = ValueNetwork::kStoredSize + sizeof(std::uint64_t);
  std::vector<std::uint8_t> serialize() const;
  static std::optional<MirrorNetwork> parse(std::span<const std::uint8_t> bytes);

 private:
  struct Steps {
    std::once_flag once;
    std::optional<MirrorSteps> steps;
  };

  ValueNetwork network_;
  std::uint64_t mirror_checksum_ = 0;
  std::shared_ptr<Steps> steps_ = std::make_shared<Steps>();
};

/// Predicts the slots of one numbering block after the other.
class MirrorNetwork::Predictor : private ValueNetwork::Predictor {
 public:
  /// @param network  of the file; must outlive this object
  Predictor(const Surroundings& file, const MirrorNetwork& network)
      : ValueNetwork::Predictor(file),
        steps_(network.steps(*file.order)),
        outlooks_(file.order->size()) {}

  /// @param mirror  the values of the same block of the mirror
  void begin(Mask major, std::span<const NumberingBlock> earlier, std::uint8_t* values,
             const std::uint8_t* mirror);

  /// Whether the slots can have these values.
  bool allow(const std::uint8_t* values) const;

  /// Whether a slot has the one value that it can have; it need not be told.
  bool knows(std::uint32_t slot) const { return outlooks_[slot].is_known(); }

  void predict(const MirrorNetwork& network, std::span<const CodingOrder::Step> steps,
               std::span<ValueRanges> ranges) const {
    ValueNetwork::Predictor::predict(network.network_, steps, ranges);
  }
  using ValueNetwork::Predictor::example;
  using ValueNetwork::Predictor::finish;
  using ValueNetwork::Predictor::set;

 private:
  const MirrorSteps& steps_;
  std::vector<Outlook> outlooks_;
};

}  // namespace mill
