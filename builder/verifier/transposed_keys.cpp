#include "builder/verifier/transposed_keys.h"

#include <algorithm>
#include <array>

#include "builder/verifier/rank_map.h"

namespace millstone::verifier {
namespace {

constexpr std::uint32_t kSlotsAtOnce = 128;  // whose keys are fetched from memory together

}  // namespace

void TransposedKeys::make_block(std::uint32_t block, Key* out) const {
  const Numbering& numbering = table_.numbering();
  const Mask waiting = numbering.major().representative(block);
  const UnpackedSubsets unpacked(FreePoints(numbering.major().board(), waiting),
                                 subsets_.ranks().low_points());
  std::array<std::uint64_t, kSlotsAtOnce> slots;
  for (std::uint32_t first = 0; first < subsets_.size(); first += kSlotsAtOnce) {
    const std::uint32_t batch = std::min(kSlotsAtOnce, subsets_.size() - first);
    for (std::uint32_t i = 0; i < batch; ++i) {
      slots[i] = numbering.slot(unpacked(subsets_.masks()[first + i]), waiting);
      __builtin_prefetch(table_.keys() + slots[i]);
    }
    for (std::uint32_t i = 0; i < batch; ++i) out[first + i] = table_.keys()[slots[i]];
  }
}

}  // namespace millstone::verifier
