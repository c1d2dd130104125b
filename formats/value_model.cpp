#include "formats/value_model.h"

#include <algorithm>

#include "formats/little_endian.h"

namespace millstone {
namespace {

/// Probabilities of the three values in parts of 65536.
using Shares = std::array<std::uint32_t, 3>;

/// How many values the shares of the wider context weigh as much as.
constexpr std::uint64_t kPriorWeight = 3;

/// Contexts seen less often take the shares of the wider context as they are: that keeps the model
/// of a small file small.
constexpr std::uint64_t kLeastCount = 24;

std::uint32_t context_of(const CodingOrder::Step& step, const std::uint8_t* hints,
                         const std::uint8_t* values) {
  std::uint32_t context = hints[step.slot];
  for (std::uint16_t neighbour : step.neighbours) context = 3 * context + values[neighbour];
  return context;
}

Shares blend(const std::array<std::uint32_t, 3>& counts, const Shares& wider) {
  const std::uint64_t total = std::uint64_t{counts[0]} + counts[1] + counts[2];
  if (total < kLeastCount) return wider;
  Shares shares;
  for (int v = 0; v < 3; ++v)
    shares[v] = static_cast<std::uint32_t>(
        (std::uint64_t{counts[v]} * 65536 + kPriorWeight * wider[v]) / (total + kPriorWeight));
  return shares;
}

/// Shares of every context, from those of the contexts without the last neighbour.
std::vector<Shares> estimate(const std::vector<std::array<std::uint32_t, 3>>& counts,
                             int neighbours) {
  if (neighbours < 0) return {{65536 / 3, 65536 / 3, 65536 / 3}};
  const std::uint32_t narrowing = neighbours == 0 ? MillHints::kCombinations : 3;
  std::vector<std::array<std::uint32_t, 3>> sums(counts.size() / narrowing);
  for (std::size_t i = 0; i < counts.size(); ++i)
    for (int v = 0; v < 3; ++v) sums[i / narrowing][v] += counts[i][v];
  const std::vector<Shares> wider = estimate(sums, neighbours - 1);
  std::vector<Shares> shares(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i)
    shares[i] = blend(counts[i], wider[i / narrowing]);
  return shares;
}

}  // namespace

void ValueModel::Trainer::add(const CodingOrder& order, const std::uint8_t* hints,
                              const std::uint8_t* values) {
  for (const CodingOrder::Step& step : order.steps())
    ++counts_[context_of(step, hints, values)][values[step.slot]];
}

ValueModel ValueModel::Trainer::finish() const {
  const std::vector<Shares> shares = estimate(counts_, CodingOrder::kNeighbours);
  ValueModel model;
  for (std::uint32_t context = 0; context < kContexts; ++context) {
    const auto [loss, draw, win] = shares[context];
    const std::uint64_t total = std::uint64_t{loss} + draw + win;
    // Every value keeps a range, however unlikely.
    const auto loss_size = 1 + loss * (kRangeTotal - 3) / total;
    const auto draw_size = 1 + draw * (kRangeTotal - 3) / total;
    model.ends_[context] = {static_cast<std::uint16_t>(loss_size),
                            static_cast<std::uint16_t>(loss_size + draw_size)};
  }
  return model;
}

std::vector<std::uint8_t> ValueModel::serialize() const {
  FieldWriter out;
  for (const Ends& ends : ends_) {
    out.put(ends.loss);
    out.put(ends.draw);
  }
  return std::move(out.bytes());
}

std::optional<ValueModel> ValueModel::parse(std::span<const std::uint8_t> bytes) {
  if (bytes.size() != kContexts * 4) return std::nullopt;
  FieldReader in(bytes);
  ValueModel model;
  for (Ends& ends : model.ends_) {
    ends.loss = in.take<std::uint16_t>();
    ends.draw = in.take<std::uint16_t>();
    if (ends.loss == 0 || ends.loss >= ends.draw || ends.draw >= kRangeTotal) return std::nullopt;
  }
  return model;
}

void ValueModel::encode(const CodingOrder& order, const std::uint8_t* hints,
                        const std::uint8_t* values, std::vector<CodedSymbol>& symbols) const {
  unsigned turn = 0;
  for (const CodingOrder::Step& step : order.steps()) {
    const Ends& ends = ends_[context_of(step, hints, values)];
    const std::uint32_t bounds[4] = {0, ends.loss, ends.draw, kRangeTotal};
    const std::uint8_t value = values[step.slot];
    symbols.emplace_back(bounds[value], bounds[value + 1] - bounds[value], turn++ % kLanes);
  }
}

void ValueModel::decode(const CodingOrder& order, const std::uint8_t* hints, RangeDecoder& decoder,
                        std::uint8_t* values) const {
  RangeDecoder local = decoder;  // so that the states stay in registers
  const auto take = [&](const CodingOrder::Step& step, unsigned lane) {
    const Ends ends = ends_[context_of(step, hints, values)];
    const std::uint32_t number = local.peek(lane);
    const bool above_loss = number >= ends.loss, above_draw = number >= ends.draw;
    const std::uint32_t start = above_draw ? ends.draw : above_loss ? ends.loss : 0u;
    const std::uint32_t end = above_draw ? kRangeTotal : above_loss ? ends.draw : ends.loss;
    local.skip(lane, start, end - start);
    values[step.slot] = static_cast<std::uint8_t>(above_loss + above_draw);
  };
  const CodingOrder::Step* step = order.steps().data();
  const CodingOrder::Step* const end = step + order.size();
  for (; end - step >= kLanes; step += kLanes) {
    take(step[0], 0);
    take(step[1], 1);
    take(step[2], 2);
    take(step[3], 3);
  }
  for (unsigned lane = 0; step != end; ++step, ++lane) take(*step, lane);
  decoder = local;
}

}  // namespace millstone
