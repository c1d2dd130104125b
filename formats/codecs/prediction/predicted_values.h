#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "formats/codecs/codec.h"
#include "formats/codecs/packed_values.h"
#include "formats/codecs/prediction/coding_order.h"
#include "formats/codecs/prediction/learned_model.h"
#include "formats/codecs/prediction/sample.h"
#include "formats/codecs/prediction/similar_blocks.h"
#include "formats/codecs/prediction/surroundings.h"
#include "formats/codecs/prediction/symbol_coder.h"
#include "formats/codecs/prediction/value_ranges.h"

namespace mill {

/// A codec of one value file, in which a Model predicts each value from those that were coded
/// before it. Immutable; any thread.
///
/// A Model is immutable and has
///   kStoredSize, serialize(), parse()  its bytes, and back; none if these are none
///   Example                            what it is learned from, one slot each
///   Predictor(Surroundings)            for the slots of one numbering block after the other:
///     begin(major, earlier, values)    the next block; a draw stands behind its values
///     predict(model, steps, ranges)    of some slots in coding order that do not depend on each
///                                      other, the ranges of their values
///     example(step, value)             a slot to learn from
///     set(slot, value)                 tells what it was
///     finish(values)                   all were told: leaves them there
///
/// One with kHasGuide also has guide_of(board, subspace), guide_checksum() and value_by_guide(file,
/// guide, major, slot, values of the numbering block there), the value of a slot if it follows; its
/// Predictor(Surroundings, Guide, Model) has begin(major, earlier, values, guide), whose last
/// argument is the same numbering block of the guide, knows(slot), whether a slot needs neither be
/// predicted nor told, and allow(values), whether it knows nothing else.
template <typename Model>
class PredictedValues final : public BlockDecoder {
 public:
  using Example = typename Model::Example;
  static constexpr bool kHasGuide = requires { Model::kHasGuide; };

  static Result<std::shared_ptr<const BlockDecoder>> open(const DecodingTask& task) {
    auto learned = MILLSTONE_TRY(read_learned<Model>(task));
    return std::make_shared<const PredictedValues>(task.layout.subspace, task.board, learned.reach,
                                                   std::move(learned.model));
  }

  PredictedValues(const Subspace& subspace, std::shared_ptr<const Board> board, Reach reach,
                  Model model)
      : subspace_(subspace),
        board_(std::move(board)),
        order_(*board_, subspace),
        reach_(reach),
        model_(std::move(model)) {
    if constexpr (kHasGuide) guide_ = Model::guide_of(*board_, subspace_).value();
  }

  std::uint32_t decode_first_values(const StoredValues& block,
                                    std::span<std::uint8_t> packed) const override {
    const auto major = read_first_major(block.bytes, *board_, order_.major_stones());
    if (!major) return 0;
    const std::uint32_t size = order_.get()->size();
    const std::uint32_t slots = std::min(block.slots, (block.wanted + size - 1) / size * size);
    Blocks blocks(*this, slots, block.guide);
    SymbolDecoder decoder(block.bytes.subspan(kFirstMajorSize));
    const bool complete = blocks.for_each(*major, [&](auto& predictor, std::uint8_t* values) {
      SymbolDecoder local = decoder;  // so that the states stay in registers
      for_each_predicted(blocks, predictor, [&](std::uint32_t slot, const ValueRanges& ranges) {
        predictor.set(slot, take_value(local, ranges));
      });
      decoder = local;
      predictor.finish(values);
    });
    if (!complete || (slots == block.slots && !decoder.finished())) return 0;
    blocks.give(packed);
    return slots;
  }

  std::optional<Value> value_by_guide(std::span<const std::uint8_t> bytes, std::uint32_t slot,
                                      std::span<const std::uint8_t> guide) const override {
    if constexpr (kHasGuide) {
      const auto first = read_first_major(bytes, *board_, order_.major_stones());
      if (!first) return std::nullopt;
      const auto majors = successive_majors(*board_, *first, slot / guide_.block_size + 1);
      if (!majors) return std::nullopt;
      return Model::value_by_guide({board_, order_.get(), reach_}, guide_, majors->back(),
                                   slot % guide_.block_size, guide.data());
    }
    return std::nullopt;
  }

  std::optional<std::uint64_t> guide_checksum() const override {
    if constexpr (kHasGuide) return model_.guide_checksum();
    return std::nullopt;
  }

  /// The bytes of a file block. kVerificationFailed if its values can't be those of positions whose
  /// turns lead to the values of the guide.
  /// @param first  the major stones of its first numbering block
  Result<std::vector<std::uint8_t>> encode(Mask first, const BlockContent& content) const {
    thread_local std::vector<SymbolRange> symbols;
    symbols.clear();
    Blocks blocks(*this, static_cast<std::uint32_t>(content.outcomes.size()), content.guide);
    blocks.take(content.packed_values);
    bool follow = true;
    const bool complete = blocks.for_each(first, [&](auto& predictor, const std::uint8_t* values) {
      if constexpr (kHasGuide) follow = follow && predictor.allow(values);
      for_each_predicted(blocks, predictor, [&](std::uint32_t slot, const ValueRanges& ranges) {
        const std::uint8_t value = values[slot];
        symbols.push_back(range_of(ranges, static_cast<Value>(value)));
        predictor.set(slot, value);
      });
    });
    MILLSTONE_CHECK(complete);
    if (!follow)
      return fail(ErrorCode::kVerificationFailed,
                  "{}: holds values that do not follow from those of {}", subspace_.text(),
                  guide_.subspace.text());
    std::vector<std::uint8_t> bytes = first_major_bytes(first);
    encode_symbols(symbols, bytes);
    return bytes;
  }

  /// What a model is learned from in a file block.
  std::vector<Example> examples_of(Mask first, const BlockContent& content,
                                   const SampledPart& part) const {
    std::vector<Example> examples;
    Blocks blocks(*this, static_cast<std::uint32_t>(content.outcomes.size()), content.guide);
    blocks.take(content.packed_values);
    const auto wants = [&](std::size_t index) { return part.has_block(index, blocks.count()); };
    const auto add = [&](auto& predictor, const std::uint8_t* values) {
      std::size_t turn = 0;
      for (const CodingOrder::Step& step : blocks.order().steps()) {
        if (knows(predictor, step.slot)) continue;
        const std::uint8_t value = values[step.slot];
        if (part.has_slot(turn++)) examples.push_back(predictor.example(step, value));
        predictor.set(step.slot, value);
      }
    };
    blocks.for_each(first, add, wants);
    return examples;
  }

  /// What the header of the file holds for its readers.
  std::vector<std::uint8_t> codec_data() const { return learned_data(reach_, model_); }

 private:
  using Predictor = typename Model::Predictor;

  /// The numbering blocks of one file block under way: their values, each block's followed by a
  /// draw (the neighbour that does not exist). The values are kept by a thread from block to block.
  class Blocks {
   public:
    /// @param guide  the values of the guide for these slots, for a model that has one
    Blocks(const PredictedValues& codec, std::uint32_t slots, std::span<const std::uint8_t> guide)
        : codec_(codec),
          order_(codec.order_.get()),
          stride_(order_->size() + 1),
          count_(slots / order_->size()),
          numbers_(slots),
          values_(values_of_this_thread()),
          guide_(guide) {
      MILLSTONE_CHECK(!kHasGuide || guide_.size() == count_ * codec.guide_.guide_block_size);
      values_.resize(count_ * stride_);
      for (std::size_t index = 1; index <= count_; ++index)
        values_[index * stride_ - 1] = static_cast<std::uint8_t>(Value::kDraw);
    }

    const CodingOrder& order() const { return *order_; }
    std::size_t count() const { return count_; }

    void take(std::span<const std::uint8_t> packed) {
      unpack_numbers(packed, numbers_);
      for (std::size_t index = 0; index < count_; ++index)
        std::ranges::copy(numbers_of(index), values_.data() + index * stride_);
    }

    /// Calls visit(a predictor that has begun the block, its values) for those blocks that
    /// `wants(index)`. False if there are fewer classes of major stones than blocks.
    template <typename Visit, typename Wants>
    bool for_each(Mask first, Visit&& visit, Wants&& wants) {
      const auto majors = successive_majors(*codec_.board_, first, count_);
      if (!majors) return false;
      Predictor predictor = codec_.make_predictor(order_);
      std::vector<NumberingBlock> earlier;
      for (std::size_t index = 0; index < count_; ++index) {
        const Mask major = (*majors)[index];
        std::uint8_t* const of_block = values_.data() + index * stride_;
        if (wants(index)) {
          if constexpr (kHasGuide)
            predictor.begin(major, earlier, of_block,
                            guide_.data() + index * codec_.guide_.guide_block_size);
          else
            predictor.begin(major, earlier, of_block);
          visit(predictor, of_block);
        }
        earlier.push_back({major, of_block});
      }
      return true;
    }

    /// The same for all blocks.
    template <typename Visit>
    bool for_each(Mask first, Visit&& visit) {
      return for_each(first, std::forward<Visit>(visit), [](std::size_t) { return true; });
    }

    void give(std::span<std::uint8_t> packed) {
      for (std::size_t index = 0; index < count_; ++index)
        std::copy_n(values_.data() + index * stride_, order_->size(), numbers_of(index).begin());
      pack_numbers(numbers_, packed.first(packed_size(numbers_.size())));
    }

   private:
    std::span<std::uint8_t> numbers_of(std::size_t index) {
      return std::span(numbers_).subspan(index * order_->size(), order_->size());
    }
    static std::vector<std::uint8_t>& values_of_this_thread() {
      thread_local std::vector<std::uint8_t> values;
      return values;
    }

    const PredictedValues& codec_;
    std::shared_ptr<const CodingOrder> order_;
    std::size_t stride_, count_;
    std::vector<std::uint8_t> numbers_;  // the values alone
    std::vector<std::uint8_t>& values_;
    std::span<const std::uint8_t> guide_;
  };

  static bool knows(const Predictor& predictor, std::uint32_t slot) {
    if constexpr (kHasGuide) return predictor.knows(slot);
    return false;
  }

  /// Calls visit(slot, its ranges) for those slots of a numbering block that the predictor does not
  /// know; it tells the predictor what the value was.
  template <typename Visit>
  void for_each_predicted(const Blocks& blocks, const Predictor& predictor, Visit&& visit) const {
    std::array<CodingOrder::Step, CodingOrder::kMostAtATime> unknown;
    blocks.order().for_each_steps([&](std::span<const CodingOrder::Step> steps) {
      if constexpr (kHasGuide) {
        auto end = unknown.begin();  // advanced without branches, which could not be predicted
        for (const CodingOrder::Step& step : steps) {
          *end = step;
          end += !predictor.knows(step.slot);
        }
        steps = {unknown.begin(), end};
      }
      std::array<ValueRanges, CodingOrder::kMostAtATime> ranges;
      predictor.predict(model_, steps, ranges);
      for (std::size_t i = 0; i < steps.size(); ++i) visit(steps[i].slot, ranges[i]);
    });
  }

  Predictor make_predictor(const std::shared_ptr<const CodingOrder>& order) const {
    const Surroundings file{board_, order, reach_};
    if constexpr (kHasGuide)
      return Predictor(file, guide_, model_);
    else
      return Predictor(file);
  }

  Subspace subspace_;
  std::shared_ptr<const Board> board_;
  SubspaceOrder order_;
  Reach reach_;
  Model model_;
  Guide guide_ = {};  // for a model that has one
};

}  // namespace mill
