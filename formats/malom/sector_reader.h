#pragma once

#include <filesystem>
#include <memory>

#include "formats/malom/sector_file.h"
#include "formats/malom/sector_index.h"
#include "formats/malom/sector_scores.h"
#include "game/grade.h"
#include "game/value.h"

namespace mill {

/// What a sector holds of a position.
struct SectorOutcome {
  Outcome outcome;
  Grade grade = {};  ///< of a draw
  friend bool operator==(const SectorOutcome&, const SectorOutcome&) = default;
};

/// The entry of a position that holds its own value.
/// @param score  of the sector
SectorEntry entry_of(const SectorScores& scores, int score, const SectorOutcome& held);

/// The entry of a position whose value stands with its image under the symmetry of that number.
constexpr SectorEntry redirect_to(int symmetry) { return {0, -symmetry - 1}; }

/// The outcomes of a sector file, position by position. Immutable; any thread.
class SectorReader {
 public:
  /// @param points  must outlive the reader
  /// @param score   of the sector
  static Result<SectorReader> open(const std::filesystem::path& path, const MalomGame& game,
                                   const MalomPoints& points, const Subspace& subspace,
                                   const SectorScores& scores);

  /// The same of a file that is open. kDamagedFile where the table does not name its sector.
  /// @param index  of the sector's stones
  static Result<SectorReader> make(SectorFile file, std::shared_ptr<const SectorIndex> index,
                                   const Subspace& subspace, const SectorScores& scores);

  const PlaceText& place() const { return file_.place(); }

  /// The outcome of a position without stones to be taken, for its side to move. kDamagedFile
  /// naming the index where what stands there, or where it leads, makes no sense.
  /// @param own, opponent  masks of the board
  Result<SectorOutcome> outcome(Mask own, Mask opponent) const;

 private:
  SectorReader(SectorFile file, std::shared_ptr<const SectorIndex> index, int virtual_win,
               int score)
      : file_(std::move(file)),
        index_(std::move(index)),
        virtual_win_(virtual_win),
        score_(score) {}

  SectorFile file_;
  std::shared_ptr<const SectorIndex> index_;
  int virtual_win_, score_;
};

}  // namespace mill
