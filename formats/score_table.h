#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/place_text.h"
#include "game/subspace.h"

namespace mill {

/// What it is worth to stay in a subspace for ever, for the side to move: builder/GRADES.md. A
/// subspace that has none has the score 0.
struct ScoreTable {
  std::map<Subspace, int> scores;

  int of(const Subspace& subspace) const {
    const auto found = scores.find(subspace);
    return found == scores.end() ? 0 : found->second;
  }
  /// Of a position's subspace; of one that belongs to none (is_settled()), that of its counts.
  int of(const Variant& variant, const Position& position) const {
    Subspace subspace = subspace_of(variant, position);
    if (!is_settled(variant, position)) subspace.due = 0;
    return of(subspace);
  }
  friend bool operator==(const ScoreTable&, const ScoreTable&) = default;
};

/// The least and the greatest score is so far from 0.
inline constexpr int kGreatestScore = 8191;

/// A line for each subspace: its name and its score.
std::string score_table_text(const ScoreTable& table);

/// Reads such a text; what stands behind a # is passed over. kInvalidArgument naming the line that
/// is none, or has a subspace that the rules do not know or that stood before.
Result<ScoreTable> parse_score_table(const Variant& variant, std::string_view text,
                                     const PlaceText& place);

/// The table beside the files of a database. Errors of read_stored_text() and parse_score_table().
Result<ScoreTable> read_score_table(const std::filesystem::path& directory, const Variant& variant);

/// By which grade files tell what table they were made with: XXH3-64 of its text.
std::uint64_t checksum_of(const ScoreTable& table);

/// Name of the table beside the files of a database.
inline constexpr std::string_view kScoreTableName = "grades.scores";

inline constexpr std::size_t kLargestScoreTable = 1 << 20;  ///< bytes of its text

}  // namespace mill
