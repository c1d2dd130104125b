#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "formats/codecs/codec.h"
#include "formats/codecs/context/block_clues.h"
#include "formats/codecs/context/coding_order.h"
#include "formats/codecs/context/model_trainer.h"
#include "formats/codecs/context/value_model.h"

namespace mill {

/// Codec 2: values predicted from those that were coded before, see FORMAT.md. For values alone,
/// and for file blocks that are whole numbering blocks, these not too large.
CodecEntry context_codec();

/// The codec for one file. Immutable; any thread.
class ContextCodec final : public BlockDecoder {
 public:
  static bool fits(const Board& board, const Subspace& subspace, std::uint32_t block_slots);
  static Result<std::shared_ptr<const BlockDecoder>> open(const DecodingTask& task);

  ContextCodec(const Subspace& subspace, std::shared_ptr<const Board> board, Reach reach,
               ValueModel model);

  bool decode_values(std::span<const std::uint8_t> bytes, std::uint32_t slots,
                     std::span<std::uint8_t> packed) const override;

  /// The bytes of a file block.
  /// @param first  the major stones of its first numbering block
  std::vector<std::uint8_t> encode(Mask first, std::uint32_t slots,
                                   std::span<const std::uint8_t> packed) const;

  /// What a model is learned from in those numbering blocks of a file block that `takes`.
  std::vector<ModelTrainer::Example> examples_of(
      Mask first, std::uint32_t slots, std::span<const std::uint8_t> packed,
      const std::function<bool(std::size_t index, std::size_t blocks)>& takes) const;

  /// What the header of the file holds for its readers.
  std::vector<std::uint8_t> codec_data() const;

 private:
  struct Coding;
  std::shared_ptr<const Board> board_;
  SubspaceOrder order_;
  Reach reach_;
  ValueModel model_;
};

/// Learns a model from a fixed sample of the blocks. The result does not depend on the number of
/// threads.
Result<std::shared_ptr<const FileEncoder>> learn_context_encoder(const EncodingTask& task);

}  // namespace mill
