#include "formats/codecs/mirror/mirror_codec.h"

#include "formats/codecs/mirror/guided_network.h"
#include "formats/codecs/network/network_trainer.h"
#include "formats/codecs/prediction/learned_encoder.h"
#include "formats/codecs/prediction/predicted_values.h"

namespace mill {
namespace {

bool has_guide(const Board& board, const Subspace& subspace, std::uint32_t block_slots) {
  return guide_of_minor_side(board, subspace) && is_predictable(board, subspace, block_slots);
}

Result<std::shared_ptr<const FileEncoder>> prepare_mirror_encoder(const EncodingTask& task) {
  MILLSTONE_CHECK(task.guide != nullptr);
  return learn_encoder<GuidedNetwork>(
      task, kNetworkSample,
      [&](const auto& examples, std::uint64_t slots, const ForEachIndex& for_each_index) {
        return GuidedNetwork(learn_value_network(examples, slots, for_each_index),
                             task.guide->values_checksum);
      });
}

}  // namespace

CodecEntry mirror_codec() {
  CodecEntry entry{};
  entry.codec = Codec::kMirror;
  entry.name = "mirror";
  entry.has_codec_data = true;
  entry.guide = guide_of_minor_side;
  entry.fits = has_guide;
  entry.open = [](const DecodingTask& task) -> Result<std::shared_ptr<const BlockDecoder>> {
    const SlotLayout& layout = task.layout;
    if (!has_guide(*task.board, layout.subspace, layout.block_slots))
      return fail(ErrorCode::kDamagedFile, "{}: is damaged: its codec does not fit it", task.file);
    return PredictedValues<GuidedNetwork>::open(task);
  };
  entry.prepare = prepare_mirror_encoder;
  entry.fallback = Codec::kNetwork;
  // A probe may decode those of two files; each numbering block takes its time, however small.
  entry.usual_block_slots = 49152;
  entry.usual_numbering_blocks = 32;
  return entry;
}

}  // namespace mill
