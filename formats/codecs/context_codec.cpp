#include "formats/codecs/context_codec.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/little_endian.h"
#include "formats/codecs/packed_values.h"
#include "formats/codecs/symbol_coder.h"
#include "formats/codecs/zstd_frame.h"
#include "game/numbering.h"

namespace millstone {
namespace {

constexpr std::size_t kMajorSize = 4;  // bytes of the first run's major stones in a block
constexpr int kModelLevel = 19;        // of zstd

// First byte of the codec data.
constexpr std::uint8_t kMinorAnywhere = 1;
constexpr std::uint8_t kMajorAnywhere = 2;

struct CodecData {
  Reach reach;
  ValueModel model;
};

std::optional<CodecData> parse_codec_data(std::span<const std::uint8_t> data) {
  if (data.empty() || data[0] > (kMinorAnywhere | kMajorAnywhere)) return std::nullopt;
  const Reach reach{(data[0] & kMinorAnywhere) != 0, (data[0] & kMajorAnywhere) != 0};
  std::vector<std::uint8_t> weights(2 * std::size_t{ValueModel::kContexts});
  if (!decompress_frame(data.subspan(1), weights)) return std::nullopt;
  auto model = ValueModel::parse(weights);
  if (!model) return std::nullopt;
  return CodecData{reach, std::move(*model)};
}

}  // namespace

bool context_codec_fits(const Board& board, const Subspace& subspace, std::uint32_t block_slots) {
  const std::uint32_t run = numbering_block_size(board, subspace);
  return run <= CodingOrder::kMostSlots && block_slots != 0 && block_slots % run == 0;
}

/// One block under way: its values by run, each run followed by a draw (the neighbour that does not
/// exist), and what is found of its runs. Kept by a thread from block to block.
struct ContextCodec::Coding {
  const ContextCodec& codec;
  std::shared_ptr<const CodingOrder> order;
  std::size_t stride, runs;
  std::vector<std::uint8_t>& values;
  std::vector<Clues>& clues;

  Coding(const ContextCodec& of, std::uint32_t slots)
      : codec(of),
        order(of.orders_->find(of.board_->points() - of.major_stones_, of.minor_stones_)),
        stride(order->size() + 1),
        runs(slots / order->size()),
        values(buffers().values),
        clues(buffers().clues) {
    values.resize(runs * stride);
    clues.resize(order->size());
    for (std::size_t run = 1; run <= runs; ++run)
      values[run * stride - 1] = static_cast<std::uint8_t>(Value::kDraw);
  }

  void take(std::span<const std::uint8_t> packed) {
    for (std::size_t run = 0, slot = 0; run < runs; ++run)
      for (std::size_t i = 0; i < order->size(); ++i, ++slot)
        values[run * stride + i] = static_cast<std::uint8_t>(value_at(packed.data(), slot));
  }

  void give(std::span<std::uint8_t> packed) const {
    std::fill(packed.begin(), packed.end(), std::uint8_t{0});
    for (std::size_t run = 0, slot = 0; run < runs; ++run)
      for (std::size_t i = 0; i < order->size(); ++i, ++slot)
        packed[slot / 4] |= static_cast<std::uint8_t>(values[run * stride + i] << (2 * (slot % 4)));
  }

  /// Calls visit(run, its values) for every run with its clues found. False if there are fewer
  /// classes of major stones than runs.
  template <typename Visit>
  bool for_each_run(Mask major, Visit&& visit) {
    const ClueFinder finder(codec.board_, order, codec.reach_);
    std::vector<Run> earlier;
    for (std::size_t run = 0; run < runs; ++run) {
      if (run != 0) major = next_representative(*codec.board_, major);
      if (run != 0 && major == 0) return false;
      finder.find(major, earlier, clues);
      std::uint8_t* const of_run = values.data() + run * stride;
      visit(run, of_run);
      earlier.push_back({major, of_run});
    }
    return true;
  }

 private:
  struct Buffers {
    std::vector<std::uint8_t> values;
    std::vector<Clues> clues;
  };
  static Buffers& buffers() {
    thread_local Buffers of_this_thread;
    return of_this_thread;
  }
};

ContextCodec::ContextCodec(const Subspace& subspace, std::shared_ptr<const Board> board,
                           Reach reach, ValueModel model, std::shared_ptr<CodingOrders> orders)
    : board_(std::move(board)),
      major_stones_(std::max(subspace.own, subspace.opponent)),
      minor_stones_(std::min(subspace.own, subspace.opponent)),
      reach_(reach),
      model_(std::move(model)),
      orders_(std::move(orders)) {}

Result<std::shared_ptr<const ContextCodec>> ContextCodec::open(
    const SlotLayout& layout, std::span<const std::uint8_t> codec_data,
    std::shared_ptr<const Board> board, std::shared_ptr<CodingOrders> orders,
    const std::string& file) {
  auto data = parse_codec_data(codec_data);
  if (!data || !context_codec_fits(*board, layout.subspace, layout.block_slots))
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: the header's codec data are none", file);
  return std::shared_ptr<const ContextCodec>(new ContextCodec(
      layout.subspace, std::move(board), data->reach, std::move(data->model), std::move(orders)));
}

std::vector<std::uint8_t> ContextCodec::codec_data() const {
  std::vector<std::uint8_t> data = compress_frame(model_.serialize(), kModelLevel);
  data.insert(data.begin(),
              static_cast<std::uint8_t>((reach_.minor_anywhere ? kMinorAnywhere : 0) |
                                        (reach_.major_anywhere ? kMajorAnywhere : 0)));
  return data;
}

bool ContextCodec::decode(std::span<const std::uint8_t> bytes, std::uint32_t slots,
                          std::span<std::uint8_t> packed) const {
  if (bytes.size() < kMajorSize) return false;
  const auto major = load_little_endian<std::uint32_t>(bytes.data());
  if ((major & ~board_->all()) != 0 || count(major) != major_stones_) return false;
  Coding block(*this, slots);
  SymbolDecoder decoder(bytes.subspan(kMajorSize));
  const bool complete = block.for_each_run(major, [&](std::size_t, std::uint8_t* values) {
    SymbolDecoder local = decoder;  // so that the states stay in registers
    for (const CodingOrder::Step& step : block.order->steps()) {
      const auto ranges =
          model_.predict(ValueModel::contexts(block.clues[step.slot], step, values));
      // No branches: what they would depend on is what could not be predicted.
      const std::uint32_t number = local.peek();
      const std::uint32_t no_draw = number >= ranges.draw_end, loss = number >= ranges.win_end;
      const std::uint32_t wins = ranges.win_end - ranges.draw_end;
      const std::uint32_t start = (-no_draw & ranges.draw_end) + (-loss & wins);
      const std::uint32_t end =
          ranges.draw_end + (-no_draw & wins) + (-loss & (kRangeTotal - ranges.win_end));
      local.skip(start, end - start);
      values[step.slot] = static_cast<std::uint8_t>(1 + no_draw - 2 * loss);
    }
    decoder = local;
  });
  if (!complete || !decoder.finished()) return false;
  block.give(packed);
  return true;
}

std::vector<std::uint8_t> ContextEncoder::encode(std::uint32_t block_number, std::uint32_t slots,
                                                 std::span<const std::uint8_t> packed) const {
  thread_local std::vector<SymbolRange> symbols;
  symbols.clear();
  ContextCodec::Coding block(*codec_, slots);
  block.take(packed);
  const Mask first = first_majors_[block_number];
  const bool complete = block.for_each_run(first, [&](std::size_t, const std::uint8_t* values) {
    for (const CodingOrder::Step& step : block.order->steps()) {
      const auto ranges =
          codec_->model_.predict(ValueModel::contexts(block.clues[step.slot], step, values));
      // By Value as a number.
      const std::array<std::uint32_t, 3> starts = {ranges.win_end, 0, ranges.draw_end};
      const std::array<std::uint32_t, 3> sizes = {kRangeTotal - ranges.win_end, ranges.draw_end,
                                                  ranges.win_end - ranges.draw_end};
      const std::uint8_t value = values[step.slot];
      symbols.push_back(
          {static_cast<std::uint16_t>(starts[value]), static_cast<std::uint16_t>(sizes[value])});
    }
  });
  MILLSTONE_CHECK(complete);
  std::vector<std::uint8_t> bytes(kMajorSize);
  store_little_endian(bytes.data(), first);
  encode_symbols(symbols, bytes);
  return bytes;
}

std::vector<ModelTrainer::Example> ContextEncoder::examples_of(
    const ContextCodec& codec, Mask first_major, std::uint32_t slots,
    std::span<const std::uint8_t> packed,
    const std::function<bool(std::size_t run, std::size_t runs)>& takes) {
  std::vector<ModelTrainer::Example> examples;
  ContextCodec::Coding block(codec, slots);
  block.take(packed);
  block.for_each_run(first_major, [&](std::size_t run, const std::uint8_t* values) {
    if (!takes(run, block.runs)) return;
    for (const CodingOrder::Step& step : block.order->steps())
      examples.push_back(
          {ValueModel::contexts(block.clues[step.slot], step, values), values[step.slot]});
  });
  return examples;
}

}  // namespace millstone
