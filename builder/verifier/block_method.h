#pragma once

#include "builder/verifier/block_worths.h"
#include "builder/verifier/recompute.h"

namespace mill::verifier {

/// What recomputes the positions of a subspace, a numbering block at a time, by the method that
/// suits it (method_for()).
/// @param successors  must outlive it
/// @param numbering   of the subspace; must outlive it
/// @param sample      one block of so many will be asked for
template <typename Worth>
Result<MakeBlock<Worth>> block_method(const Successors<Worth>& successors,
                                      const Numbering& numbering, std::uint64_t sample);

}  // namespace mill::verifier
