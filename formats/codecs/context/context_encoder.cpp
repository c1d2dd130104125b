#include <algorithm>
#include <mutex>

#include "formats/codecs/context/context_codec.h"
#include "formats/codecs/context/model_trainer.h"
#include "formats/codecs/context/similar_blocks.h"
#include "formats/codecs/packed_values.h"
#include "game/numbering.h"

namespace mill {
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

/// The blocks of a file that a model is learned from: spread evenly, and from each file block other
/// numbering blocks, since the first know less of each other than the last.
struct Sample {
  std::uint32_t file_blocks, numbering_blocks;  // how many, and how many of each

  Sample(const SlotLayout& layout, std::uint32_t unit)
      : file_blocks(std::min(layout.block_count, kSampleBlocks)),
        numbering_blocks(static_cast<std::uint32_t>(
            std::max<std::uint64_t>(1, kSampleSlots / (std::uint64_t{file_blocks} * unit)))) {}

  std::uint32_t block(std::uint32_t index, const SlotLayout& layout) const {
    return static_cast<std::uint32_t>((2 * std::uint64_t{index} + 1) * layout.block_count /
                                      (2 * std::uint64_t{file_blocks}));
  }
  bool takes(std::uint32_t file_block, std::size_t index, std::size_t blocks) const {
    if (numbering_blocks >= blocks) return true;
    const std::size_t first = file_block * std::size_t{numbering_blocks} % blocks;
    return (index + blocks - first) % blocks < numbering_blocks;
  }
};

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

/// Encodes with what was learned.
class ContextEncoder final : public FileEncoder {
 public:
  ContextEncoder(std::shared_ptr<const ContextCodec> codec, std::vector<Mask> first_majors)
      : codec_(std::move(codec)),
        first_majors_(std::move(first_majors)),
        codec_data_(codec_->codec_data()) {}

  std::span<const std::uint8_t> codec_data() const override { return codec_data_; }

  std::unique_ptr<BlockEncoder> block_encoder() const override {
    return std::make_unique<OfBlocks>(*this);
  }

 private:
  class OfBlocks final : public BlockEncoder {
   public:
    explicit OfBlocks(const ContextEncoder& file) : file_(file) {}

    std::vector<std::uint8_t> encode(std::uint32_t block, const BlockContent& content) override {
      const auto slots = static_cast<std::uint32_t>(content.outcomes.size());
      return file_.codec_->encode(file_.first_majors_[block], slots, content.packed_values);
    }

   private:
    const ContextEncoder& file_;
  };

  std::shared_ptr<const ContextCodec> codec_;
  std::vector<Mask> first_majors_;  // of each file block
  std::vector<std::uint8_t> codec_data_;
};

}  // namespace

Result<std::shared_ptr<const FileEncoder>> learn_context_encoder(const EncodingTask& task) {
  const SlotLayout& layout = task.layout;
  const Variant& variant = task.variant;
  const Reach reach = reach_of(variant.rules, layout.subspace);
  const ContextCodec untaught(layout.subspace, variant.board, reach, ValueModel({}));
  std::vector<Mask> first_majors = first_majors_of(layout, variant);
  const Sample sample(layout, numbering_block_size(*variant.board, layout.subspace));
  std::vector<std::vector<ModelTrainer::Example>> by_block(sample.file_blocks);
  std::mutex mutex;
  Result<void> done;
  task.for_each_index(sample.file_blocks, [&](std::uint32_t index) {
    const std::uint32_t block = sample.block(index, layout);
    const std::uint32_t slots = layout.slots_in_block(block);
    std::vector<std::uint8_t> packed(packed_size(slots));
    if (auto there = task.read(block, packed); !there) {
      const std::lock_guard lock(mutex);
      done = std::move(there);
      return;
    }
    by_block[index] = untaught.examples_of(first_majors[block], slots, packed,
                                           [&](std::size_t of_block, std::size_t blocks) {
                                             return sample.takes(index, of_block, blocks);
                                           });
  });
  MILLSTONE_TRY(std::move(done));
  ValueModel model = mixed(by_block).learn(layout.slots, task.for_each_index);
  auto codec =
      std::make_shared<const ContextCodec>(layout.subspace, variant.board, reach, std::move(model));
  return std::make_shared<const ContextEncoder>(std::move(codec), std::move(first_majors));
}

}  // namespace mill
