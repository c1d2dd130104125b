#include <vector>

#include "formats/block_codec.h"
#include "formats/packed_values.h"
#include "tests/fuzz/targets.h"

/// A value block and a distance block of as many slots as the first two bytes say.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace millstone;
  if (size < 2) return 0;
  const std::uint32_t slots = 1u + data[0] + 256u * (data[1] % 16u);
  const std::span<const std::uint8_t> frame(data + 2, size - 2);
  std::vector<std::uint8_t> packed(packed_size(slots));
  (void)decode_value_block(frame, slots, packed);
  // Distances of slots that all are wins.
  std::vector<Key> keys(slots, win_key(1));
  pack_values(keys, packed);
  std::vector<LongDistance> longs;
  if (decode_distance_block(frame, packed.data(), keys, &longs))
    for (const LongDistance& entry : longs)
      if (entry.slot >= slots || !is_long(keys[entry.slot])) __builtin_trap();
  return 0;
}
