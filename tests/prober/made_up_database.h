#pragma once

#include <filesystem>
#include <functional>
#include <random>

#include "formats/database_writer.h"
#include "game/subspace.h"
#include "game/value.h"
#include "game/variant.h"
#include "tests/support/temporary_directory.h"

namespace mill {

// Database files that nothing was solved for: they run the whole path from writing to probing in
// any size, and what a probe must find is known.

/// Writes value and distance file of a subspace with the outcomes that `outcome_at(slot)` gives;
/// stops the program if it cannot. One thread: the thread sanitizer can't see how those of TBB
/// synchronise.
void write_files(const std::filesystem::path& directory, const Variant& variant,
                 const Subspace& subspace, const ClassCounts& counts, const WriteOptions& options,
                 const std::function<OutcomeByte(std::uint64_t slot)>& outcome_at);

/// The outcome byte at a slot: runs of equal values and near distances, about as easy to compress
/// as a real database.
OutcomeByte made_up_outcome(const Subspace& subspace, std::uint64_t slot);

/// Writes value and distance file of a subspace with these outcomes.
/// @param block_slots  slots per file block; 0 for the default
void write_made_up_files(const std::filesystem::path& directory, const Variant& variant,
                         const Subspace& subspace, std::uint32_t block_slots = 0);

}  // namespace mill
