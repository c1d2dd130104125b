#pragma once

#include <filesystem>

#include "formats/score_table.h"

namespace mill {

/// A table of scores of ours, or of Malom's for one of its games. Errors of reading the file, of
/// parse_score_table() and of parse_scores().
Result<ScoreTable> read_score_file(const std::filesystem::path& path, const Variant& variant);

}  // namespace mill
