#include "builder/verifier/minor_places.h"

#include <algorithm>

namespace mill::verifier {

template <typename Worth>
MinorPlaces<Worth>::MinorPlaces(const Successors<Worth>& successors, const Numbering& numbering)
    : variant_(successors.variant),
      placed_(successors.placed()),
      subsets_(numbering.minor()),
      larger_(placed_.numbering->minor()),
      places_(larger_, subsets_),
      taken_(variant_, *placed_.numbering, larger_,
             successors.find(after_taking(after_placing(successors.subspace).mirror()))) {}

template <typename Worth>
void MinorPlaces<Worth>::recompute(std::uint32_t block, Worth* out) const {
  const std::uint32_t size = larger_.size();
  const FreePoints free(*variant_.board, placed_.numbering->major().representative(block));
  const Worth* quiet = placed_.worths + std::uint64_t{block} * size;
  std::vector<Worth> taken(free.lines.empty() ? 0 : size);
  if (!free.lines.empty()) taken_.make_block(block, free, taken.data());
  std::fill_n(out, subsets_.size(), Worth{0});
  std::vector<Worth> mixed;
  for (int to = 0; to < free.count; ++to)
    places_.raise_smaller(to, worths_after_step(larger_, free, to, quiet, taken, mixed), out);
  for (std::uint32_t rank = 0; rank < subsets_.size(); ++rank) out[rank] = worth_before(out[rank]);
}

template class MinorPlaces<OutcomeByte>;
template class MinorPlaces<GradeWorth>;

}  // namespace mill::verifier
