#pragma once

#include <memory>
#include <span>
#include <vector>

#include "formats/codecs/codec.h"
#include "formats/codecs/network/distance_network.h"
#include "formats/codecs/network/distance_trainer.h"
#include "formats/codecs/prediction/coding_order.h"
#include "formats/codecs/prediction/sample.h"
#include "formats/codecs/prediction/surroundings.h"

namespace mill {

/// Codec 3 of distances: a position that is decided is likely to take about as long as those that
/// are nearly the same. FORMAT.md has the steps. Immutable; any thread.
class NetworkDistances final : public BlockDecoder {
 public:
  static Result<std::shared_ptr<const BlockDecoder>> open(const DecodingTask& task);

  /// Learns from a fixed sample of the slots; the result does not depend on the number of threads.
  static Result<std::shared_ptr<const FileEncoder>> prepare(const EncodingTask& task);

  NetworkDistances(const Subspace& subspace, std::shared_ptr<const Board> board, Reach reach,
                   DistanceNetwork network);

  std::uint32_t decode_first_values(const StoredValues&, std::span<std::uint8_t>) const override {
    return 0;
  }
  bool decode_distances(std::span<const std::uint8_t> bytes, const std::uint8_t* packed_values,
                        std::span<OutcomeByte> outcomes,
                        std::vector<LongDistance>* longs) const override;

  /// The bytes of a file block.
  /// @param first  the major stones of its first numbering block
  std::vector<std::uint8_t> encode(Mask first, const BlockContent& content) const;

  /// What a network is learned from in a file block.
  std::vector<DistanceExample> examples_of(Mask first, const BlockContent& content,
                                           const SampledPart& part) const;

  /// What the header of the file holds for its readers.
  std::vector<std::uint8_t> codec_data() const;

 private:
  class Blocks;

  std::shared_ptr<const Board> board_;
  SubspaceOrder order_;
  Reach reach_;
  DistanceNetwork network_;
};

}  // namespace mill
