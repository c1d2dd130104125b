#include "formats/codecs/network/network_codec.h"

#include "formats/codecs/network/network_distances.h"
#include "formats/codecs/network/network_trainer.h"
#include "formats/codecs/network/value_network.h"
#include "formats/codecs/prediction/learned_encoder.h"
#include "formats/codecs/prediction/predicted_values.h"

namespace mill {
namespace {

Result<std::shared_ptr<const FileEncoder>> prepare_network_encoder(const EncodingTask& task) {
  if (task.metric == Metric::kDistance) return NetworkDistances::prepare(task);
  return learn_encoder<ValueNetwork>(task, kNetworkSample, learn_value_network);
}

Result<std::shared_ptr<const BlockDecoder>> open_network_file(const DecodingTask& task) {
  return task.metric == Metric::kDistance ? NetworkDistances::open(task)
                                          : PredictedValues<ValueNetwork>::open(task);
}

}  // namespace

CodecEntry network_codec() {
  CodecEntry entry{};
  entry.codec = Codec::kNetwork;
  entry.name = "network";
  entry.has_distances = true;
  entry.has_codec_data = true;
  entry.fits = is_predictable;
  entry.open = open_network_file;
  entry.prepare = prepare_network_encoder;
  entry.fallback = Codec::kContext;
  return entry;
}

}  // namespace mill
