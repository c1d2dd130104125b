#include "builder/verifier/subset_catalog.h"

namespace mill::verifier {

SubsetCatalog::SubsetCatalog(const SubsetRank& ranks)
    : ranks_(ranks),
      masks_(ranks.all()),
      all_((ranks.size() + 63) / 64),
      with_(ranks.n(), RankBits(all_.size())) {
  for (std::uint32_t rank = 0; rank < size(); ++rank) {
    const std::uint64_t here = std::uint64_t{1} << (rank % 64);
    all_[rank / 64] |= here;
    for_each_bit(masks_[rank], [&](int point) { with_[point][rank / 64] |= here; });
  }
}

RankBits SubsetCatalog::with_all(Mask points) const {
  RankBits result = all_;
  for_each_bit(points, [&](int point) { intersect(result, with_[point]); });
  return result;
}

}  // namespace mill::verifier
