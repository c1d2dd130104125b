#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "formats/codecs/mirror/guide_steps.h"
#include "formats/codecs/network/value_network.h"

namespace mill {

/// Predicts the values that do not follow from those of the guide; what does follow is not coded.
/// For PredictedValues, see there. Immutable; any thread.
class GuidedNetwork {
 public:
  static constexpr bool kHasGuide = true;
  using Example = ValueNetwork::Example;
  class Predictor;

  GuidedNetwork() = default;  ///< predicts nothing
  /// @param values_checksum  FileHeader::values_checksum of the guide's file
  GuidedNetwork(ValueNetwork network, std::uint64_t values_checksum)
      : network_(std::move(network)), guide_checksum_(values_checksum) {}

  std::uint64_t guide_checksum() const { return guide_checksum_; }

  static std::optional<Guide> guide_of(const Board& board, const Subspace& subspace) {
    return guide_of_minor_side(board, subspace);
  }

  static std::optional<Value> value_by_guide(const Surroundings& file, const Guide& guide,
                                             Mask major, std::uint32_t slot,
                                             const std::uint8_t* values) {
    const Outlook outlook = outlook_of(file, guide, major, slot, values);
    if (!outlook.is_known()) return std::nullopt;
    return static_cast<Value>(outlook.value());
  }

  /// Those of the file, made when they are first asked for.
  const GuideSteps& steps(const Surroundings& file, const Guide& guide) const;

  /// As stored in a header, and back; nothing if these bytes are none.
  static constexpr std::size_t kStoredSize = ValueNetwork::kStoredSize + sizeof(std::uint64_t);
  std::vector<std::uint8_t> serialize() const;
  static std::optional<GuidedNetwork> parse(std::span<const std::uint8_t> bytes);

 private:
  struct Steps {
    std::once_flag once;
    std::optional<GuideSteps> steps;
  };

  ValueNetwork network_;
  std::uint64_t guide_checksum_ = 0;
  std::shared_ptr<Steps> steps_ = std::make_shared<Steps>();
};

/// Predicts the slots of one numbering block after the other.
class GuidedNetwork::Predictor : private ValueNetwork::Predictor {
 public:
  /// @param network  of the file; must outlive this object
  Predictor(const Surroundings& file, const Guide& guide, const GuidedNetwork& network)
      : ValueNetwork::Predictor(file),
        steps_(network.steps(file, guide)),
        by_placing_(guide.by_placing),
        outlooks_(file.order->size()) {}

  /// @param guide  the values of the same block of the guide
  void begin(Mask major, std::span<const NumberingBlock> earlier, std::uint8_t* values,
             const std::uint8_t* guide);

  /// Whether the slots can have these values.
  bool allow(const std::uint8_t* values) const;

  /// Whether a slot has the one value that it can have; it need not be told.
  bool knows(std::uint32_t slot) const { return outlooks_[slot].is_known(); }

  void predict(const GuidedNetwork& network, std::span<const CodingOrder::Step> steps,
               std::span<ValueRanges> ranges) const {
    ValueNetwork::Predictor::predict(network.network_, steps, ranges);
  }
  using ValueNetwork::Predictor::example;
  using ValueNetwork::Predictor::finish;
  using ValueNetwork::Predictor::set;

 private:
  /// What stands in the place of the last of the facts of a slot that is coded.
  std::uint8_t outlook_fact(std::uint32_t slot, const std::uint8_t* guide) const;

  const GuideSteps& steps_;
  bool by_placing_;
  std::vector<Outlook> outlooks_;
};

}  // namespace mill
