#include <vector>

#include "formats/codecs/block_codec.h"
#include "formats/codecs/packed_values.h"
#include "formats/database_writer.h"
#include "tests/fuzz/targets.h"

namespace {

using namespace millstone;

/// Whatever the bytes are as a block of the context codec, it is refused or gives values.
void decode_with_context(std::span<const std::uint8_t> block) {
  static const std::shared_ptr<const ContextCodec> codec = [] {
    const Variant variant = find_variant("three-mens-morris").value();
    FileHeader header = header_of(variant, {3, 3}, Metric::kValue, {});
    header.codec = Codec::kContext;
    const ReadValues draws = [](std::uint32_t, std::span<std::uint8_t> packed) -> Result<void> {
      std::fill(packed.begin(), packed.end(), std::uint8_t{0b01'01'01'01});
      return {};
    };
    header.codec_data =
        ContextEncoder::learn(header.layout(), variant, draws).value()->codec_data();
    return ContextCodec::open(header.layout(), header.codec_data, variant.board,
                              std::make_shared<CodingOrders>(), "")
        .value();
  }();
  const std::uint32_t slots = 20 * 4;
  std::vector<std::uint8_t> packed(packed_size(slots));
  if (codec->decode(block, slots, packed) && !are_packed_values(packed, slots)) __builtin_trap();
}

}  // namespace

/// A value block, of either codec, and a distance block of as many slots as the first two bytes
/// say.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::uint32_t slots = 1u + data[0] + 256u * (data[1] % 16u);
  const std::span<const std::uint8_t> frame(data + 2, size - 2);
  std::vector<std::uint8_t> packed(packed_size(slots));
  (void)decode_value_block(frame, slots, packed);
  decode_with_context(frame);
  // Distances of slots that all are wins.
  std::vector<Key> keys(slots, win_key(1));
  pack_values(keys, packed);
  std::vector<LongDistance> longs;
  if (decode_distance_block(frame, packed.data(), keys, &longs))
    for (const LongDistance& entry : longs)
      if (entry.slot >= slots || !is_long(keys[entry.slot])) __builtin_trap();
  return 0;
}
