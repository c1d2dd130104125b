#include "formats/codecs/mirror/mirror_codec.h"

#include "formats/codecs/mirror/mirror_network.h"
#include "formats/codecs/network/network_trainer.h"
#include "formats/codecs/prediction/learned_encoder.h"
#include "formats/codecs/prediction/predicted_values.h"

namespace mill {
namespace {

/// Whether the minor side is to move, with no stones in hand.
bool has_mirror_steps(const Board& board, const Subspace& subspace, std::uint32_t block_slots) {
  return subspace.own < subspace.opponent && subspace.own_hand == 0 &&
         subspace.opponent_hand == 0 && is_predictable(board, subspace, block_slots);
}

Result<std::shared_ptr<const FileEncoder>> prepare_mirror_encoder(const EncodingTask& task) {
  MILLSTONE_CHECK(task.mirror != nullptr);
  return learn_encoder<MirrorNetwork>(
      task, kNetworkSample,
      [&](const auto& examples, std::uint64_t slots, const ForEachIndex& for_each_index) {
        return MirrorNetwork(learn_value_network(examples, slots, for_each_index),
                             task.mirror->values_checksum);
      });
}

}  // namespace

CodecEntry mirror_codec() {
  CodecEntry entry{};
  entry.codec = Codec::kMirror;
  entry.name = "mirror";
  entry.has_codec_data = true;
  entry.needs_mirror = true;
  entry.fits = has_mirror_steps;
  entry.open = [](const DecodingTask& task) -> Result<std::shared_ptr<const BlockDecoder>> {
    const SlotLayout& layout = task.layout;
    if (!has_mirror_steps(*task.board, layout.subspace, layout.block_slots))
      return fail(ErrorCode::kDamagedFile, "{}: is damaged: its codec does not fit it", task.file);
    return PredictedValues<MirrorNetwork>::open(task);
  };
  entry.prepare = prepare_mirror_encoder;
  entry.fallback = Codec::kNetwork;
  return entry;
}

}  // namespace mill
