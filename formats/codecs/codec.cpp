#include "formats/codecs/codec.h"

namespace millstone {

std::string_view metric_name(Metric metric) {
  return metric == Metric::kValue ? "value" : "distance";
}

std::string_view codec_name(Codec codec) { return codec == Codec::kZstd ? "zstd" : "context"; }

std::optional<Codec> find_codec(std::string_view name) {
  for (const Codec codec : {Codec::kZstd, Codec::kContext})
    if (codec_name(codec) == name) return codec;
  return std::nullopt;
}

}  // namespace millstone
