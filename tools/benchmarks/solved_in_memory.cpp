#include "tools/benchmarks/solved_in_memory.h"

#include <map>

#include "game/subspace.h"

namespace mill {

Result<std::vector<SolvedSubspace>> solve_in_memory(const Variant& variant,
                                                    const std::vector<Subspace>& roots,
                                                    const SolveOptions& options) {
  SolveOptions pooled = options;
  if (!pooled.pool) pooled.pool = std::make_shared<ByteArrayPool>();
  std::map<Subspace, SolvedSubspace> solved;
  const InputProvider inputs = [&](const Subspace& subspace,
                                   BlockRange) -> Result<std::shared_ptr<const OutcomeTable>> {
    return solved.at(subspace).outcomes;
  };
  std::vector<SolvedSubspace> ordered;
  for (const Subspace& subspace : closure(variant, roots)) {
    if (!solved.contains(subspace)) {
      auto pair = MILLSTONE_TRY(solve_subspace(variant, subspace, inputs, pooled));
      for (SolvedSubspace& side : pair) solved.emplace(side.subspace, std::move(side));
    }
    ordered.push_back(solved.at(subspace));
  }
  return ordered;
}

}  // namespace mill
