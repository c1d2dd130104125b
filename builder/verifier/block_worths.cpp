#include "builder/verifier/block_worths.h"

#include "base/parallel.h"

namespace mill::verifier {

template <typename Worth>
Result<void> BlockWorths<Worth>::make_all(std::uint32_t blocks, TableMemory& memory) {
  made_ = MILLSTONE_TRY(memory.take(std::uint64_t{blocks} * block_size_ * sizeof(Worth)));
  auto* worths = reinterpret_cast<Worth*>(made_.data());
  for_each_index(blocks, [&](std::uint32_t block) {
    make_(block, worths + std::uint64_t{block} * block_size_);
  });
  table_ = worths;
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
