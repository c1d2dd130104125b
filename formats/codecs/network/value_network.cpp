#include "formats/codecs/network/value_network.h"

#include <algorithm>

#include "base/little_endian.h"
#include "formats/codecs/prediction/similar_blocks.h"

namespace mill {

ValueNetwork::ValueNetwork(const std::array<Weights, kQuestions>& weights) {
  layers_.rows.resize(kNetworkRows);
  for (std::size_t question = 0; question < kQuestions; ++question) {
    const Weights& of = weights[question];
    for (std::size_t row = 0; row < kNetworkRows; ++row)
      std::ranges::copy(of.rows[row], layers_.rows[row].units[question].begin());
    std::ranges::copy(of.bias, layers_.bias.units[question].begin());
    layers_.output.units[question] = of.output;
    layers_.output_bias[question] = of.output_bias;
  }
}

std::vector<std::uint8_t> ValueNetwork::serialize() const {
  std::vector<std::uint8_t> bytes(kStoredSize);
  std::uint8_t* out = bytes.data();
  const auto put = [&](int number) {
    store_little_endian(out, static_cast<std::uint16_t>(number));
    out += 2;
  };
  for (std::size_t question = 0; question < kQuestions; ++question) {
    // All weights of a unit together, which compresses better.
    for (std::size_t j = 0; j < kUnits; ++j)
      for (const auto& row : layers_.rows)
        *out++ = static_cast<std::uint8_t>(row.units[question][j]);
    for (const std::int16_t each : layers_.bias.units[question])
      *out++ = static_cast<std::uint8_t>(each);
    for (const std::int16_t each : layers_.output.units[question]) put(each);
    put(layers_.output_bias[question]);
  }
  return bytes;
}

std::optional<ValueNetwork> ValueNetwork::parse(std::span<const std::uint8_t> bytes) {
  if (bytes.size() != kStoredSize) return std::nullopt;
  std::array<Weights, kQuestions> weights;
  const std::uint8_t* in = bytes.data();
  const auto take = [&] {
    in += 2;
    return static_cast<std::int16_t>(load_little_endian<std::uint16_t>(in - 2));
  };
  for (Weights& of : weights) {
    for (std::size_t j = 0; j < kUnits; ++j)
      for (auto& row : of.rows) row[j] = static_cast<std::int8_t>(*in++);
    for (std::int8_t& each : of.bias) each = static_cast<std::int8_t>(*in++);
    for (std::int16_t& each : of.output) each = take();
    of.output_bias = take();
  }
  return ValueNetwork(weights);
}

ValueNetwork::Predictor::Predictor(const Surroundings& file)
    : file_(file), facts_(file.order->size()), states_(file.order->size() + 1) {}

void ValueNetwork::Predictor::begin(Mask major, std::span<const NumberingBlock> earlier,
                                    std::uint8_t*) {
  find_slot_facts(file_, major, facts_);
  std::ranges::fill(states_, static_cast<std::uint16_t>((kStates - 1) * kStateUnit));
  const auto similar = most_similar(major, earlier);
  moved_ = 16 * kMostMoved;
  std::uint32_t factor = 4 * kStateUnit;
  for (const std::size_t index : similar) {
    if (index < earlier.size())
      for_each_similar_value(
          file_, major, earlier[index], [&](std::size_t slot, std::uint8_t value) {
            states_[slot] =
                static_cast<std::uint16_t>(states_[slot] - factor * (kNoEarlier - value));
          });
    factor *= 4;
  }
  if (similar[0] < earlier.size())
    moved_ = 16 * std::min<std::uint32_t>(
                      static_cast<std::uint32_t>(count(earlier[similar[0]].major ^ major)) / 2,
                      kMostMoved);
}

ValueNetwork::Example ValueNetwork::Predictor::example(const CodingOrder::Step& step,
                                                       std::uint8_t value) const {
  return {inputs_of({states_.data(), facts_.data(), moved_}, step), value};
}

void ValueNetwork::Predictor::finish(std::uint8_t* values) const {
  for (std::size_t slot = 0; slot + 1 < states_.size(); ++slot)
    values[slot] = static_cast<std::uint8_t>(states_[slot] / kStateUnit & 3);
}

}  // namespace mill
