#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "prober/prober.h"

namespace mill {

/// Asks a database for the empty board with all stones in hand.
/// @param subspaces  those that were built; nothing is asked and nothing returned unless that of
///                   the start position is among them
Result<std::optional<ProbeReport>> probe_start(const std::filesystem::path& directory,
                                               const Variant& variant,
                                               const std::vector<Subspace>& subspaces);

/// What was found, for people; moves that are images of one another share a row.
std::string start_text(const Board& board, const ProbeReport& start);

}  // namespace mill
