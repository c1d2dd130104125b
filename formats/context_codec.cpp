#include "formats/context_codec.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>

#include "formats/little_endian.h"
#include "formats/model_trainer.h"
#include "formats/packed_values.h"
#include "formats/parallel.h"
#include "formats/symbol_coder.h"
#include "formats/zstd_frame.h"
#include "game/numbering.h"

namespace millstone {
namespace {

constexpr std::uint64_t kSampleSlots = 1'500'000;
constexpr std::uint32_t kSampleBlocks = 192;
constexpr std::size_t kSamplePortion = 256;  // slots of one block that are learned from in a row
constexpr int kModelLevel = 19;              // of zstd
constexpr std::size_t kMajorSize = 4;        // bytes of the first run's major stones in a block

// First byte of the codec data.
constexpr std::uint8_t kMinorAnywhere = 1;
constexpr std::uint8_t kMajorAnywhere = 2;

/// Whether a side may place or fly: by the rules as far as they are simple (see Reach).
bool anywhere(const Rules& rules, int stones, int hand) {
  return hand > 0 || (rules.may_fly && stones <= rules.fly_piece_count);
}

Reach reach_of(const Rules& rules, const Subspace& subspace) {
  const bool own = anywhere(rules, subspace.own, subspace.own_hand);
  const bool opponent = anywhere(rules, subspace.opponent, subspace.opponent_hand);
  return subspace.own_is_major() ? Reach{opponent, own} : Reach{own, opponent};
}

std::vector<std::uint8_t> make_codec_data(Reach reach, const ValueModel& model) {
  std::vector<std::uint8_t> data = compress_frame(model.serialize(), kModelLevel);
  data.insert(data.begin(), static_cast<std::uint8_t>((reach.minor_anywhere ? kMinorAnywhere : 0) |
                                                      (reach.major_anywhere ? kMajorAnywhere : 0)));
  return data;
}

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

Result<std::shared_ptr<const ContextCodec>> ContextCodec::open(const FileHeader& header,
                                                               std::shared_ptr<const Board> board,
                                                               std::shared_ptr<CodingOrders> orders,
                                                               const std::string& file) {
  auto data = parse_codec_data(header.codec_data);
  if (!data || !context_codec_fits(*board, header.subspace, header.block_slots))
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: the header's codec data are none", file);
  return std::shared_ptr<const ContextCodec>(new ContextCodec(
      header.subspace, std::move(board), data->reach, std::move(data->model), std::move(orders)));
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

namespace {

/// The blocks and runs of a file that a model is learned from: spread evenly, and from each block
/// other runs, since the first of a block know less of each other than the last.
struct Sample {
  std::uint32_t blocks, runs;  // how many blocks, and runs of each

  Sample(const FileHeader& header, std::uint32_t run_slots)
      : blocks(std::min(header.block_count, kSampleBlocks)),
        runs(static_cast<std::uint32_t>(
            std::max<std::uint64_t>(1, kSampleSlots / (std::uint64_t{blocks} * run_slots)))) {}

  std::uint32_t block(std::uint32_t index, const FileHeader& header) const {
    return static_cast<std::uint32_t>((2 * std::uint64_t{index} + 1) * header.block_count /
                                      (2 * std::uint64_t{blocks}));
  }
  bool takes(std::uint32_t index, std::size_t run, std::size_t runs_in_block) const {
    if (runs >= runs_in_block) return true;
    const std::size_t first = index * std::size_t{runs} % runs_in_block;
    return (run + runs_in_block - first) % runs_in_block < runs;
  }
};

/// The major stones of the first run of each block.
std::vector<Mask> first_majors_of(const FileHeader& header, const Variant& variant) {
  const MajorIndex majors(variant.board, std::max(header.subspace.own, header.subspace.opponent));
  const std::uint64_t run_slots = numbering_block_size(*variant.board, header.subspace);
  std::vector<Mask> first(header.block_count);
  for (std::uint32_t block = 0; block < header.block_count; ++block)
    first[block] = majors.representative(
        static_cast<std::uint32_t>(std::uint64_t{block} * header.block_slots / run_slots));
  return first;
}

/// All examples, a portion of each block in turn, so that no block is learned last.
ModelTrainer mixed(const std::vector<std::vector<ModelTrainer::Example>>& by_block) {
  ModelTrainer trainer;
  std::size_t most = 0;
  for (const auto& examples : by_block) most = std::max(most, examples.size());
  const std::size_t portions = (most + kSamplePortion - 1) / kSamplePortion;
  for (std::size_t turn = 0; turn < portions; ++turn)
    for (std::size_t block = 0; block < by_block.size(); ++block) {
      const std::span<const ModelTrainer::Example> examples = by_block[block];
      const std::size_t begin = (turn + block) % portions * kSamplePortion;
      if (begin < examples.size())
        trainer.add(examples.subspan(begin, std::min(kSamplePortion, examples.size() - begin)));
    }
  return trainer;
}

}  // namespace

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

Result<std::shared_ptr<const ContextEncoder>> ContextEncoder::learn(const FileHeader& header,
                                                                    const Variant& variant,
                                                                    const ReadValues& read) {
  const Reach reach = reach_of(variant.rules, header.subspace);
  const auto orders = std::make_shared<CodingOrders>();
  const ContextCodec untaught(header.subspace, variant.board, reach, ValueModel({}), orders);
  std::vector<Mask> first_majors = first_majors_of(header, variant);
  const Sample sample(header, numbering_block_size(*variant.board, header.subspace));
  std::vector<std::vector<ModelTrainer::Example>> by_block(sample.blocks);
  std::mutex mutex;
  Result<void> done;
  for_each_index(sample.blocks, [&](std::uint32_t index) {
    const std::uint32_t block = sample.block(index, header);
    const std::uint32_t slots = header.slots_in_block(block);
    std::vector<std::uint8_t> packed(packed_size(slots));
    if (auto there = read(block, packed); !there) {
      const std::lock_guard lock(mutex);
      done = std::move(there);
      return;
    }
    by_block[index] = examples_of(
        untaught, first_majors[block], slots, packed,
        [&](std::size_t run, std::size_t runs) { return sample.takes(index, run, runs); });
  });
  if (!done) return tl::unexpected(done.error());
  ValueModel model = mixed(by_block).learn(header.counts.slots);
  std::vector<std::uint8_t> data = make_codec_data(reach, model);
  std::shared_ptr<const ContextCodec> codec(
      new ContextCodec(header.subspace, variant.board, reach, std::move(model), orders));
  return std::shared_ptr<const ContextEncoder>(
      new ContextEncoder(std::move(codec), std::move(first_majors), std::move(data)));
}

}  // namespace millstone
