#include "formats/codecs/context/context_codec.h"

#include <algorithm>
#include <array>
#include <optional>

#include "formats/codecs/context/context_grades.h"
#include "formats/codecs/context/similar_blocks.h"
#include "formats/codecs/context/symbol_coder.h"
#include "formats/codecs/packed_values.h"
#include "formats/codecs/zstd_frame.h"
#include "game/numbering.h"

namespace mill {
namespace {

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

bool ContextCodec::fits(const Board& board, const Subspace& subspace, std::uint32_t block_slots) {
  const std::uint32_t unit = numbering_block_size(board, subspace);
  return subspace.marked == 0 && unit <= CodingOrder::kMostSlots && block_slots != 0 &&
         block_slots % unit == 0;
}

/// One file block under way: the values of its numbering blocks, each followed by a draw (the
/// neighbour that does not exist), and what is found of them. Kept by a thread from block to block.
struct ContextCodec::Coding {
  const ContextCodec& codec;
  std::shared_ptr<const CodingOrder> order;
  std::size_t stride, blocks;  ///< slots per numbering block and one; how many there are
  std::vector<std::uint8_t>& values;
  std::vector<Clues>& clues;

  Coding(const ContextCodec& of, std::uint32_t slots)
      : codec(of),
        order(of.order_.get()),
        stride(order->size() + 1),
        blocks(slots / order->size()),
        values(buffers().values),
        clues(buffers().clues) {
    values.resize(blocks * stride);
    clues.resize(order->size());
    for (std::size_t index = 1; index <= blocks; ++index)
      values[index * stride - 1] = static_cast<std::uint8_t>(Value::kDraw);
  }

  void take(std::span<const std::uint8_t> packed) {
    for (std::size_t index = 0, slot = 0; index < blocks; ++index)
      for (std::size_t i = 0; i < order->size(); ++i, ++slot)
        values[index * stride + i] = static_cast<std::uint8_t>(value_at(packed.data(), slot));
  }

  void give(std::span<std::uint8_t> packed) const {
    std::fill(packed.begin(), packed.end(), std::uint8_t{0});
    for (std::size_t index = 0, slot = 0; index < blocks; ++index)
      for (std::size_t i = 0; i < order->size(); ++i, ++slot)
        packed[slot / 4] |=
            static_cast<std::uint8_t>(values[index * stride + i] << (2 * (slot % 4)));
  }

  /// Calls visit(index, its values) for every numbering block with its clues found. False if there
  /// are fewer classes of major stones than blocks.
  template <typename Visit>
  bool for_each_numbering_block(Mask first, Visit&& visit) {
    const auto majors = successive_majors(*codec.board_, first, blocks);
    if (!majors) return false;
    const ClueFinder finder(codec.board_, order, codec.reach_);
    std::vector<NumberingBlock> earlier;
    for (std::size_t index = 0; index < blocks; ++index) {
      const Mask major = (*majors)[index];
      finder.find(major, earlier, clues);
      std::uint8_t* const of_block = values.data() + index * stride;
      visit(index, of_block);
      earlier.push_back({major, of_block});
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
                           Reach reach, ValueModel model)
    : board_(std::move(board)),
      order_(*board_, subspace),
      reach_(reach),
      model_(std::move(model)) {}

Result<std::shared_ptr<const BlockDecoder>> ContextCodec::open(const DecodingTask& task) {
  auto data = parse_codec_data(task.codec_data);
  if (!data || !fits(*task.board, task.layout.subspace, task.layout.block_slots))
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: the header's codec data are none",
                task.file);
  return std::make_shared<const ContextCodec>(task.layout.subspace, task.board, data->reach,
                                              std::move(data->model));
}

std::vector<std::uint8_t> ContextCodec::codec_data() const {
  std::vector<std::uint8_t> data = compress_frame(model_.serialize(), kModelLevel);
  data.insert(data.begin(),
              static_cast<std::uint8_t>((reach_.minor_anywhere ? kMinorAnywhere : 0) |
                                        (reach_.major_anywhere ? kMajorAnywhere : 0)));
  return data;
}

bool ContextCodec::decode_values(std::span<const std::uint8_t> bytes, std::uint32_t slots,
                                 std::span<std::uint8_t> packed) const {
  const auto major = read_first_major(bytes, *board_, order_.major_stones());
  if (!major) return false;
  Coding block(*this, slots);
  SymbolDecoder decoder(bytes.subspan(kFirstMajorSize));
  const bool complete =
      block.for_each_numbering_block(*major, [&](std::size_t, std::uint8_t* values) {
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

std::vector<std::uint8_t> ContextCodec::encode(Mask first, std::uint32_t slots,
                                               std::span<const std::uint8_t> packed) const {
  thread_local std::vector<SymbolRange> symbols;
  symbols.clear();
  Coding block(*this, slots);
  block.take(packed);
  const bool complete =
      block.for_each_numbering_block(first, [&](std::size_t, const std::uint8_t* values) {
        for (const CodingOrder::Step& step : block.order->steps()) {
          const auto ranges =
              model_.predict(ValueModel::contexts(block.clues[step.slot], step, values));
          // By Value as a number.
          const std::array<std::uint32_t, 3> starts = {ranges.win_end, 0, ranges.draw_end};
          const std::array<std::uint32_t, 3> sizes = {kRangeTotal - ranges.win_end, ranges.draw_end,
                                                      ranges.win_end - ranges.draw_end};
          const std::uint8_t value = values[step.slot];
          symbols.push_back({static_cast<std::uint16_t>(starts[value]),
                             static_cast<std::uint16_t>(sizes[value])});
        }
      });
  MILLSTONE_CHECK(complete);
  std::vector<std::uint8_t> bytes = first_major_bytes(first);
  encode_symbols(symbols, bytes);
  return bytes;
}

std::vector<ModelTrainer::Example> ContextCodec::examples_of(
    Mask first, std::uint32_t slots, std::span<const std::uint8_t> packed,
    const std::function<bool(std::size_t index, std::size_t blocks)>& takes) const {
  std::vector<ModelTrainer::Example> examples;
  Coding block(*this, slots);
  block.take(packed);
  block.for_each_numbering_block(first, [&](std::size_t index, const std::uint8_t* values) {
    if (!takes(index, block.blocks)) return;
    for (const CodingOrder::Step& step : block.order->steps())
      examples.push_back(
          {ValueModel::contexts(block.clues[step.slot], step, values), values[step.slot]});
  });
  return examples;
}

CodecEntry context_codec() {
  CodecEntry entry{};
  entry.codec = Codec::kContext;
  entry.name = "context";
  entry.has_codec_data = true;
  entry.fits = ContextCodec::fits;
  entry.open = ContextCodec::open;
  entry.prepare = learn_context_encoder;
  entry.most_grades = GradeModel::kMostGrades;
  entry.open_grades = ContextGrades::open;
  entry.prepare_grades = ContextGrades::prepare;
  return entry;
}

}  // namespace mill
