#include "tests/builder/solved_closure.h"

namespace millstone {

SolvedClosure solve_closure(const Variant& variant, const Subspace& root, const Kernels& kernels,
                            int longest_win) {
  SolvedClosure closure_keys;
  const KeyProvider inputs =
      [&](const Subspace& subspace) -> Result<std::shared_ptr<const KeyTable>> {
    return closure_keys.at(subspace).keys;
  };
  SolveOptions options;
  options.pool = std::make_shared<ByteArrayPool>();
  options.kernels = &kernels;
  options.longest_win = longest_win;
  for (const Subspace& subspace : closure(variant, {root})) {
    if (closure_keys.contains(subspace)) continue;
    auto pair = solve_subspace(variant, subspace, inputs, options);
    for (SolvedSubspace& solved : pair.value()) closure_keys[solved.subspace] = std::move(solved);
  }
  return closure_keys;
}

}  // namespace millstone
