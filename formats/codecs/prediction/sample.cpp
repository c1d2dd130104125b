#include "formats/codecs/prediction/sample.h"

namespace mill {

Sample::Sample(const SampleSize& size, const SlotLayout& layout, std::uint32_t unit)
    : file_blocks_(layout.block_count), blocks_(std::min(layout.block_count, size.blocks)) {
  const std::uint64_t one_of_each = std::uint64_t{blocks_} * unit;
  numbering_blocks_ = std::max<std::uint64_t>(1, size.slots / one_of_each);
  every_ =
      size.thins_out ? std::max<std::uint64_t>(1, (one_of_each + size.slots - 1) / size.slots) : 1;
}

}  // namespace mill
