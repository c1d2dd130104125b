// What writing with the context codec begins with. Apart from the codec, so that programs that only
// read need neither this nor the library for threads that it uses.

#include <algorithm>
#include <mutex>

#include "base/parallel.h"
#include "formats/codecs/context_codec.h"
#include "formats/codecs/model_trainer.h"
#include "formats/codecs/packed_values.h"
#include "game/numbering.h"

namespace millstone {
namespace {

constexpr std::uint64_t kSampleSlots = 1'500'000;
constexpr std::uint32_t kSampleBlocks = 192;
constexpr std::size_t kSamplePortion = 256;  // slots of one block that are learned from in a row

/// Whether a side may place or fly: by the rules as far as they are simple (see Reach).
bool anywhere(const Rules& rules, int stones, int hand) {
  return hand > 0 || (rules.may_fly && stones <= rules.fly_piece_count);
}

Reach reach_of(const Rules& rules, const Subspace& subspace) {
  const bool own = anywhere(rules, subspace.own, subspace.own_hand);
  const bool opponent = anywhere(rules, subspace.opponent, subspace.opponent_hand);
  return subspace.own_is_major() ? Reach{opponent, own} : Reach{own, opponent};
}

/// The blocks and runs of a file that a model is learned from: spread evenly, and from each block
/// other runs, since the first of a block know less of each other than the last.
struct Sample {
  std::uint32_t blocks, runs;  // how many blocks, and runs of each

  Sample(const SlotLayout& layout, std::uint32_t run_slots)
      : blocks(std::min(layout.block_count, kSampleBlocks)),
        runs(static_cast<std::uint32_t>(
            std::max<std::uint64_t>(1, kSampleSlots / (std::uint64_t{blocks} * run_slots)))) {}

  std::uint32_t block(std::uint32_t index, const SlotLayout& layout) const {
    return static_cast<std::uint32_t>((2 * std::uint64_t{index} + 1) * layout.block_count /
                                      (2 * std::uint64_t{blocks}));
  }
  bool takes(std::uint32_t index, std::size_t run, std::size_t runs_in_block) const {
    if (runs >= runs_in_block) return true;
    const std::size_t first = index * std::size_t{runs} % runs_in_block;
    return (run + runs_in_block - first) % runs_in_block < runs;
  }
};

/// The major stones of the first run of each block.
std::vector<Mask> first_majors_of(const SlotLayout& layout, const Variant& variant) {
  const MajorIndex majors(variant.board, std::max(layout.subspace.own, layout.subspace.opponent));
  const std::uint64_t run_slots = numbering_block_size(*variant.board, layout.subspace);
  std::vector<Mask> first(layout.block_count);
  for (std::uint32_t block = 0; block < layout.block_count; ++block)
    first[block] = majors.representative(
        static_cast<std::uint32_t>(std::uint64_t{block} * layout.block_slots / run_slots));
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

Result<std::shared_ptr<const ContextEncoder>> ContextEncoder::learn(const SlotLayout& layout,
                                                                    const Variant& variant,
                                                                    const ReadValues& read) {
  const Reach reach = reach_of(variant.rules, layout.subspace);
  const auto orders = std::make_shared<CodingOrders>();
  const ContextCodec untaught(layout.subspace, variant.board, reach, ValueModel({}), orders);
  std::vector<Mask> first_majors = first_majors_of(layout, variant);
  const Sample sample(layout, numbering_block_size(*variant.board, layout.subspace));
  std::vector<std::vector<ModelTrainer::Example>> by_block(sample.blocks);
  std::mutex mutex;
  Result<void> done;
  for_each_index(sample.blocks, [&](std::uint32_t index) {
    const std::uint32_t block = sample.block(index, layout);
    const std::uint32_t slots = layout.slots_in_block(block);
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
  ValueModel model = mixed(by_block).learn(layout.slots);
  std::shared_ptr<const ContextCodec> codec(
      new ContextCodec(layout.subspace, variant.board, reach, std::move(model), orders));
  std::vector<std::uint8_t> data = codec->codec_data();
  return std::shared_ptr<const ContextEncoder>(
      new ContextEncoder(std::move(codec), std::move(first_majors), std::move(data)));
}

}  // namespace millstone
