#include "builder/verifier/block_outcomes.h"

#include "base/parallel.h"

namespace mill::verifier {

Result<void> BlockOutcomes::make_all(std::uint32_t blocks) {
  made_ = MILLSTONE_TRY(LargeArray<OutcomeByte>::make(std::uint64_t{blocks} * block_size_));
  for_each_index(blocks, [&](std::uint32_t block) {
    make_(block, made_.data() + std::uint64_t{block} * block_size_);
  });
  table_ = made_.data();
  return {};
}

void BlockOutcomes::prefetch(std::uint32_t block) const {
  if (!table_) return;
  constexpr std::uint32_t kCacheLine = 64;
  const OutcomeByte* first = table_ + std::uint64_t{block} * block_size_;
  for (std::uint32_t offset = 0; offset < block_size_; offset += kCacheLine)
    __builtin_prefetch(first + offset);
}

}  // namespace mill::verifier
