#include "formats/codecs/network/distance_network.h"

#include "base/little_endian.h"
#include "formats/codecs/network/network_units.h"

namespace mill {

DistanceNetwork::DistanceNetwork(const Weights& weights) : rows_(kDistanceRows) {
  for (std::size_t row = 0; row < kDistanceRows; ++row)
    std::ranges::copy(weights.rows[row], rows_[row].units.begin());
  std::ranges::copy(weights.bias, bias_.units.begin());
  for (std::size_t question = 0; question < kDistanceQuestions; ++question)
    output_[question].units = weights.output[question];
  output_bias_ = weights.output_bias;
}

DistanceNetwork::Units DistanceNetwork::hidden(const DistanceClues& clues) const {
  Row sum = bias_;
  for (std::size_t input = 0; input < kDistanceInputs; ++input) {
    const Row& row = rows_[kFirstDistanceRows[input] + clues.inputs[input]];
    for (std::size_t j = 0; j < kUnits; ++j)
      sum.units[j] = static_cast<std::int16_t>(sum.units[j] + row.units[j]);
  }
  return sum.units;
}

std::int32_t DistanceNetwork::log_odds(const Units& hidden, std::size_t question) const {
  return output_log_odds(hidden, output_[question].units, output_bias_[question]);
}

std::vector<std::uint8_t> DistanceNetwork::serialize() const {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(kStoredSize);
  // All weights of a unit together, which compresses better.
  for (std::size_t j = 0; j < kUnits; ++j)
    for (const Row& row : rows_) bytes.push_back(static_cast<std::uint8_t>(row.units[j]));
  for (const std::int16_t each : bias_.units) bytes.push_back(static_cast<std::uint8_t>(each));
  for (std::size_t question = 0; question < kDistanceQuestions; ++question) {
    for (const std::int16_t each : output_[question].units)
      append_little_endian(bytes, static_cast<std::uint16_t>(each));
    append_little_endian(bytes, static_cast<std::uint16_t>(output_bias_[question]));
  }
  return bytes;
}

std::optional<DistanceNetwork> DistanceNetwork::parse(std::span<const std::uint8_t> bytes) {
  if (bytes.size() != kStoredSize) return std::nullopt;
  FieldReader in(bytes);
  Weights weights;
  weights.rows.resize(kDistanceRows);
  for (std::size_t j = 0; j < kUnits; ++j)
    for (auto& row : weights.rows) row[j] = static_cast<std::int8_t>(in.take<std::uint8_t>());
  for (std::int8_t& each : weights.bias) each = static_cast<std::int8_t>(in.take<std::uint8_t>());
  for (std::size_t question = 0; question < kDistanceQuestions; ++question) {
    for (std::int16_t& each : weights.output[question])
      each = static_cast<std::int16_t>(in.take<std::uint16_t>());
    weights.output_bias[question] = static_cast<std::int16_t>(in.take<std::uint16_t>());
  }
  return DistanceNetwork(weights);
}

}  // namespace mill
