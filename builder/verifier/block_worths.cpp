#include "builder/verifier/block_worths.h"

#include "base/parallel.h"

namespace mill::verifier {

template <typename Worth>
Result<void> BlockWorths<Worth>::make_all(std::uint32_t blocks) {
  made_ = MILLSTONE_TRY(LargeArray<Worth>::make(std::uint64_t{blocks} * block_size_));
  for_each_index(blocks, [&](std::uint32_t block) {
    make_(block, made_.data() + std::uint64_t{block} * block_size_);
  });
  table_ = made_.data();
  return {};
}

template <typename Worth>
void BlockWorths<Worth>::prefetch(std::uint32_t block) const {
  if (!table_) return;
  constexpr std::uint32_t kCacheLine = 64 / sizeof(Worth);
  const Worth* first = table_ + std::uint64_t{block} * block_size_;
  for (std::uint32_t offset = 0; offset < block_size_; offset += kCacheLine)
    __builtin_prefetch(first + offset);
}

template class BlockWorths<OutcomeByte>;
template class BlockWorths<GradeWorth>;

}  // namespace mill::verifier
