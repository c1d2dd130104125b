#pragma once

#include "builder/build_options.h"
#include "builder/solver/solver.h"
#include "builder/store/input_distances.h"

namespace mill {

/// Blocks of a subspace that stand in one block of its files, which a team does not share out.
std::uint32_t blocks_per_file_block(const Variant& variant, const Subspace& subspace);

/// Whether the shares of a team can be compressed each by itself.
bool can_be_written_by_team(const BuildOptions& options);

/// Writes a subspace of which each member of a team holds its share: all compress, the first
/// writes. The files have the same bytes as from one process. All members call it, each with its
/// share; the first one's result has the sizes of the files. Works on all threads of the arena.
/// @param with_distances  whether a distance file is written, for good or for a time
/// @return what was written, with the seconds that it took this member
Result<BuiltSubspace> write_by_team(SolverTeam& team, const Variant& variant,
                                    const BuildOptions& options, const InputDistances& distances,
                                    const SolvedSubspace& share, bool with_distances);

}  // namespace mill
