#pragma once

#include <algorithm>
#include <filesystem>
#include <vector>

#include "formats/malom/sector_reader.h"

namespace mill {

/// The games of which a directory has a table of scores; none if it is no directory of Malom's.
std::vector<const MalomGame*> games_in(const std::filesystem::path& directory);

/// The table of scores of a game in a directory. Errors of reading it, and parse_scores().
Result<SectorScores> read_scores(const std::filesystem::path& directory, const MalomGame& game,
                                 const Variant& variant);

/// A directory of sector files with their table of scores. Immutable; any thread.
class SectorDirectory {
 public:
  /// Errors as read_scores().
  static Result<SectorDirectory> open(const std::filesystem::path& directory,
                                      const MalomGame& game);

  const Variant& variant() const { return variant_; }
  const SectorScores& scores() const { return scores_; }

  /// Whether draws are graded: some score is not 0.
  bool has_grades() const {
    return std::ranges::any_of(scores_.scores, [](const auto& each) { return each.second != 0; });
  }

  /// The sectors of which there is a file, in the order of closure().
  const std::vector<Subspace>& sectors() const { return sectors_; }

  /// Errors as SectorReader. The directory must outlive the reader.
  Result<SectorReader> open_sector(const Subspace& subspace) const;

 private:
  SectorDirectory(std::filesystem::path path, const MalomGame& game, Variant variant);

  std::filesystem::path path_;
  const MalomGame& game_;
  Variant variant_;
  std::unique_ptr<const MalomPoints> points_;
  SectorScores scores_;
  std::vector<Subspace> sectors_;
};

}  // namespace mill
