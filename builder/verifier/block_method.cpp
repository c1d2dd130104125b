#include "builder/verifier/block_method.h"

#include <memory>

#include "builder/verifier/major_places.h"
#include "builder/verifier/major_to_move.h"
#include "builder/verifier/minor_places.h"
#include "builder/verifier/minor_to_move.h"
#include "builder/verifier/position_steps.h"

namespace mill::verifier {
namespace {

constexpr std::uint64_t kTablesPayBelow = 8;  // samples denser than this prepare whole tables

template <typename Worth, typename Recompute>
Result<MakeBlock<Worth>> prepared(std::shared_ptr<Recompute> method, std::uint64_t sample) {
  if constexpr (requires { method->prepare(Preparation::kOnDemand); })
    MILLSTONE_TRY(method->prepare(sample < kTablesPayBelow ? Preparation::kWholeTables
                                                           : Preparation::kOnDemand));
  return [method](std::uint32_t block, Worth* out) { method->recompute(block, out); };
}

}  // namespace

template <typename Worth>
Result<MakeBlock<Worth>> block_method(const Successors<Worth>& successors,
                                      const Numbering& numbering, std::uint64_t sample) {
  switch (method_for(successors.variant, successors.subspace)) {
    case Method::kMajorMoves:
      return prepared<Worth>(std::make_shared<MajorToMove<Worth>>(successors), sample);
    case Method::kMinorMoves:
      return prepared<Worth>(std::make_shared<MinorToMove<Worth>>(successors), sample);
    case Method::kMajorPlaces:
      return prepared<Worth>(std::make_shared<MajorPlaces<Worth>>(successors, numbering), sample);
    case Method::kMinorPlaces:
      return prepared<Worth>(std::make_shared<MinorPlaces<Worth>>(successors, numbering), sample);
    case Method::kPositionByPosition:
      return prepared<Worth>(std::make_shared<PositionSteps<Worth>>(successors, numbering), sample);
    case Method::kActionByAction:
      break;
  }
  return [&](std::uint32_t block, Worth* out) {
    const std::uint64_t first = std::uint64_t{block} * numbering.block_size();
    for (std::uint32_t rank = 0; rank < numbering.block_size(); ++rank)
      out[rank] = successors.plainly(numbering.position(successors.subspace, first + rank));
  };
}

template Result<MakeBlock<OutcomeByte>> block_method(const Successors<OutcomeByte>&,
                                                     const Numbering&, std::uint64_t);
template Result<MakeBlock<GradeWorth>> block_method(const Successors<GradeWorth>&, const Numbering&,
                                                    std::uint64_t);

}  // namespace mill::verifier
