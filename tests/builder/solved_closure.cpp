#include "tests/builder/solved_closure.h"

#include <algorithm>

namespace mill {

namespace {

/// Some blocks of a table, as if read from files.
std::shared_ptr<const OutcomeTable> part_of(const OutcomeTable& whole, BlockRange range,
                                            const std::shared_ptr<ByteArrayPool>& pool) {
  auto part = std::make_shared<OutcomeTable>(whole.shared_geometry(), range, pool);
  for (std::uint32_t block = range.begin; block < range.end; ++block)
    std::copy_n(whole.block(block), whole.geometry().stride(), part->block(block));
  part->set_longs(std::make_shared<const LongDistances>(whole.longs()));
  return part;
}

}  // namespace

InputProvider inputs_from(const SolvedClosure& solved, std::shared_ptr<ByteArrayPool> pool) {
  return [&solved, pool = std::move(pool)](
             const Subspace& subspace,
             BlockRange range) -> Result<std::shared_ptr<const OutcomeTable>> {
    return part_of(*solved.at(subspace).outcomes, range, pool);
  };
}

SolvedClosure solve_closure(const Variant& variant, const Subspace& root, SolveOptions options) {
  SolvedClosure closure_outcomes;
  if (!options.pool) options.pool = std::make_shared<ByteArrayPool>();
  const InputProvider inputs = inputs_from(closure_outcomes, options.pool);
  for (const Subspace& subspace : closure(variant, {root})) {
    if (closure_outcomes.contains(subspace)) continue;
    auto pair = solve_subspace(variant, subspace, inputs, options);
    for (SolvedSubspace& solved : pair.value())
      closure_outcomes[solved.subspace] = std::move(solved);
  }
  return closure_outcomes;
}

SolvedClosure solve_closure(const Variant& variant, const Subspace& root, const Kernels& kernels) {
  SolveOptions options;
  options.kernels = &kernels;
  return solve_closure(variant, root, std::move(options));
}

}  // namespace mill
