#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/error.h"
#include "formats/codecs/codec.h"
#include "formats/codecs/coding_order.h"
#include "formats/codecs/model_trainer.h"
#include "formats/codecs/run_clues.h"
#include "formats/codecs/value_model.h"

namespace millstone {

/// Whether files of this kind of subspace can have codec 2: file blocks must be whole numbering
/// blocks, and these not too large.
bool context_codec_fits(const Board& board, const Subspace& subspace, std::uint32_t block_slots);

/// Codec 2 for one file: values predicted from those that were coded before, see FORMAT.md.
/// Immutable; any thread. What takes time to prepare is left to the first use.
class ContextCodec {
 public:
  /// kDamagedFile if these are no data of this codec or the file is of a kind that it does not fit.
  /// @param codec_data  what the header of the file holds for its readers
  /// @param orders  shared by the files of one reader
  static Result<std::shared_ptr<const ContextCodec>> open(const SlotLayout& layout,
                                                          std::span<const std::uint8_t> codec_data,
                                                          std::shared_ptr<const Board> board,
                                                          std::shared_ptr<CodingOrders> orders,
                                                          const std::string& file);

  /// Decodes a block into packed form. False unless `bytes` is exactly such a block of `slots`
  /// slots; `packed` has packed_size(slots) bytes and is left with undefined contents then.
  bool decode(std::span<const std::uint8_t> bytes, std::uint32_t slots,
              std::span<std::uint8_t> packed) const;

 private:
  friend class ContextEncoder;
  std::vector<std::uint8_t> codec_data() const;
  struct Coding;
  ContextCodec(const Subspace& subspace, std::shared_ptr<const Board> board, Reach reach,
               ValueModel model, std::shared_ptr<CodingOrders> orders);

  std::shared_ptr<const Board> board_;
  int major_stones_, minor_stones_;
  Reach reach_;
  ValueModel model_;
  std::shared_ptr<CodingOrders> orders_;
};

/// Supplies the packed values of a file block. Called from several threads at once.
using ReadValues = std::function<Result<void>(std::uint32_t block, std::span<std::uint8_t> packed)>;

/// Writes blocks of codec 2. Immutable; any thread.
class ContextEncoder {
 public:
  /// Learns from a fixed sample of the blocks; errors are those of `read`. The result does not
  /// depend on the number of threads.
  static Result<std::shared_ptr<const ContextEncoder>> learn(const SlotLayout& layout,
                                                             const Variant& variant,
                                                             const ReadValues& read);

  /// What the header of the file holds for its readers.
  const std::vector<std::uint8_t>& codec_data() const { return codec_data_; }

  std::vector<std::uint8_t> encode(std::uint32_t block, std::uint32_t slots,
                                   std::span<const std::uint8_t> packed) const;

 private:
  static std::vector<ModelTrainer::Example> examples_of(
      const ContextCodec& codec, Mask first_major, std::uint32_t slots,
      std::span<const std::uint8_t> packed,
      const std::function<bool(std::size_t run, std::size_t runs)>& takes);

  ContextEncoder(std::shared_ptr<const ContextCodec> codec, std::vector<Mask> first_majors,
                 std::vector<std::uint8_t> codec_data)
      : codec_(std::move(codec)),
        first_majors_(std::move(first_majors)),
        codec_data_(std::move(codec_data)) {}

  std::shared_ptr<const ContextCodec> codec_;
  std::vector<Mask> first_majors_;  // of each block
  std::vector<std::uint8_t> codec_data_;
};

}  // namespace millstone
