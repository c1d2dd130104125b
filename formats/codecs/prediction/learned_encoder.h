#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "formats/codecs/codec.h"
#include "formats/codecs/prediction/predicted_values.h"
#include "formats/codecs/prediction/sample.h"
#include "game/numbering.h"

namespace mill {

/// Encodes a file with a codec that has learned for it.
///
/// A Codec is immutable and has
///   codec_data()                       what the header of the file holds for its readers
///   encode(major, content)             the bytes of a file block whose first numbering block has
///                                      these major stones
template <typename Codec>
class LearnedEncoder final : public FileEncoder {
 public:
  /// @param first_majors  of each file block
  LearnedEncoder(std::shared_ptr<const Codec> codec, std::vector<Mask> first_majors)
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
    explicit OfBlocks(const LearnedEncoder& file) : file_(file) {}

    Result<std::vector<std::uint8_t>> encode(std::uint32_t block,
                                             const BlockContent& content) override {
      return file_.codec_->encode(file_.first_majors_[block], content);
    }

   private:
    const LearnedEncoder& file_;
  };

  std::shared_ptr<const Codec> codec_;
  std::vector<Mask> first_majors_;
  std::vector<std::uint8_t> codec_data_;
};

/// Learns a model from a fixed sample of the file's slots. The result does not depend on the number
/// of threads. For CodecEntry::prepare.
/// @param learn(examples, slots of the file, for_each_index)  gives the model
template <typename Model, typename Learn>
Result<std::shared_ptr<const FileEncoder>> learn_encoder(const EncodingTask& task,
                                                         const SampleSize& size, Learn&& learn) {
  using Values = PredictedValues<Model>;
  const Subspace& subspace = task.layout.subspace;
  const std::shared_ptr<const Board>& board = task.variant.board;
  const Reach reach = reach_of(task.variant.rules, subspace);
  std::vector<Mask> first_majors = first_majors_of(task.layout, task.variant);
  const Values untaught(subspace, board, reach, Model());
  using Examples = std::vector<typename Model::Example>;
  const auto examples_of = [&](std::uint32_t block, const SampledPart& part) -> Result<Examples> {
    const SampledContent content = MILLSTONE_TRY(read_content(task, block));
    return untaught.examples_of(first_majors[block], content.view(), part);
  };
  const Examples examples = MILLSTONE_TRY(sampled_examples<typename Model::Example>(
      task, size, numbering_block_size(*board, subspace), examples_of));
  Model model = learn(examples, task.layout.slots, task.for_each_index);
  auto codec = std::make_shared<const Values>(subspace, board, reach, std::move(model));
  return std::make_shared<const LearnedEncoder<Values>>(std::move(codec), std::move(first_majors));
}

}  // namespace mill
