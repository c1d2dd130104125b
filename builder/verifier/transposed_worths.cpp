#include "builder/verifier/transposed_worths.h"

#include <algorithm>
#include <array>

#include "builder/verifier/rank_map.h"

namespace mill::verifier {
namespace {

constexpr std::uint32_t kSlotsAtOnce = 512;  // that are fetched from memory together

}  // namespace

template <typename Worth>
void TransposedWorths<Worth>::make_block(std::uint32_t block, Worth* out) const {
  const Numbering& numbering = *table_.numbering;
  const Mask waiting = numbering.major().representative(block);
  const UnpackedSubsets unpacked(FreePoints(numbering.major().board(), waiting),
                                 subsets_.ranks().low_points());
  std::array<Mask, kSlotsAtOnce> moving;
  std::array<std::uint64_t, kSlotsAtOnce> slots;
  for (std::uint32_t first = 0; first < subsets_.size(); first += kSlotsAtOnce) {
    const std::uint32_t batch = std::min(kSlotsAtOnce, subsets_.size() - first);
    for (std::uint32_t i = 0; i < batch; ++i) moving[i] = unpacked(subsets_.masks()[first + i]);
    numbering.slots({moving.data(), batch}, waiting, {slots.data(), batch});
    for (std::uint32_t i = 0; i < batch; ++i) __builtin_prefetch(table_.worths + slots[i]);
    for (std::uint32_t i = 0; i < batch; ++i) out[first + i] = table_.worths[slots[i]];
  }
}

template class TransposedWorths<OutcomeByte>;
template class TransposedWorths<GradeWorth>;

}  // namespace mill::verifier
