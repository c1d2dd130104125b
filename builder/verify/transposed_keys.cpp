#include "builder/verify/transposed_keys.h"

#include <algorithm>

namespace millstone::verifier {
namespace {

constexpr std::uint32_t kBatch = 64;  // positions whose keys are fetched from memory together

constexpr std::array<std::uint8_t, 256> make_byte_counts() {
  std::array<std::uint8_t, 256> counts{};
  for (std::size_t byte = 0; byte < 256; ++byte)
    counts[byte] = static_cast<std::uint8_t>(std::popcount(byte));
  return counts;
}
constexpr std::array<std::uint8_t, 256> kByteCounts = make_byte_counts();

}  // namespace

TransposedKeys::TransposedKeys(const LoadedSubspace& table, const SubsetCatalog& subsets)
    : table_(table), subsets_(subsets), compressed_bytes_(256 * 256) {
  for (Mask keep = 0; keep < 256; ++keep)
    for (Mask value = 0; value < 256; ++value)
      compressed_bytes_[keep * 256 + value] = static_cast<std::uint8_t>(compress(value, keep));
}

Mask TransposedKeys::compress_by_table(Mask stones, Mask keep) const {
  Mask result = 0;
  for (int shift = 0; keep; keep >>= 8, stones >>= 8) {
    result |= Mask{compressed_bytes_[(keep & 255) * 256 + (stones & 255)]} << shift;
    shift += kByteCounts[keep & 255];
  }
  return result;
}

void TransposedKeys::make_block(std::uint32_t block, Key* out) const {
  const Numbering& numbering = table_.numbering();
  const MajorIndex& major = numbering.major();
  const Mask waiting = major.representative(block);
  const Mask all = major.board().all();
  std::vector<Mask> images;
  for (const Symmetry& symmetry : major.board().symmetries.elements)
    images.push_back(symmetry(waiting));

  std::array<std::uint64_t, kBatch> slots;
  for (std::uint32_t first = 0; first < subsets_.size(); first += kBatch) {
    const std::uint32_t batch = std::min(kBatch, subsets_.size() - first);
    for (std::uint32_t i = 0; i < batch; ++i) {
      const Mask moving = expand(subsets_.masks()[first + i], all & ~waiting);
      const MajorIndex::Entry entry = major.find(moving);
      const Mask minor =
          compress_by_table(images[entry.symmetry], all & ~major.representative(entry.block));
      slots[i] = std::uint64_t{entry.block} * numbering.block_size() +
                 numbering.minor().rank(minor);
      __builtin_prefetch(table_.keys() + slots[i]);
    }
    for (std::uint32_t i = 0; i < batch; ++i) out[first + i] = table_.keys()[slots[i]];
  }
}

}  // namespace millstone::verifier
