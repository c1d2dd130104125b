#include "formats/codecs/context/value_model.h"

namespace mill {

ValueModel::ValueModel(std::span<const Weights> weights) {
  weights_.reserve(weights.size());
  for (const Weights& each : weights) weights_.push_back(each.draw + 65536 * each.win);
}

std::vector<std::uint8_t> ValueModel::serialize() const {
  // All weights of draws, then all of wins: alike stand together, which compresses better.
  const std::size_t size = weights_.size();
  std::vector<std::uint8_t> bytes(2 * size);
  for (std::size_t i = 0; i < size; ++i) {
    const auto draw = static_cast<std::int16_t>(weights_[i]);
    bytes[i] = static_cast<std::uint8_t>(draw);
    bytes[size + i] = static_cast<std::uint8_t>((weights_[i] - draw) >> 16);
  }
  return bytes;
}

std::optional<ValueModel> ValueModel::parse(std::span<const std::uint8_t> bytes) {
  if (bytes.size() != kStoredSize) return std::nullopt;
  std::vector<Weights> weights(kContexts);
  for (std::size_t i = 0; i < kContexts; ++i)
    weights[i] = {static_cast<std::int8_t>(bytes[i]),
                  static_cast<std::int8_t>(bytes[kContexts + i])};
  return ValueModel(weights);
}

}  // namespace mill
