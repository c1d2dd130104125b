#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "base/error.h"
#include "engine/match/match.h"
#include "tools/command_line/progress_display.h"

namespace mill {

/// What a match leaves behind.
struct MatchFiles {
  std::filesystem::path games, picture;  ///< empty: none
  int chart_game = 1;                    ///< the number of the game that the picture shows
};

/// Takes the games of a match as they end: saves them, draws one, and shows how far the match is.
/// A match that is killed loses the games of ten seconds at most.
class MatchLog {
 public:
  /// @param planned  games of the match, or of all matches
  /// @param before   how many of them were played before
  MatchLog(MatchFiles files, int planned, int before);

  /// The next game, of the first match or of one that follows it. In order, one call at a time.
  /// Errors as write_output(), so that a match whose games cannot be saved ends at its first game,
  /// not after all.
  Result<void> take(const MatchGame& game, const MatchResult& result);

  /// Writes what is to be written. Errors as write_output(); kInvalidArgument if there was no game
  /// of the number that the picture shows.
  Result<void> finish();

 private:
  using Clock = std::chrono::steady_clock;

  Result<void> save_at_times();
  void show(const MatchGame& game, const MatchResult& result);

  const MatchFiles files_;
  const int planned_, before_;
  int taken_ = 0;  // games of all matches
  const Clock::time_point start_ = Clock::now();
  std::optional<Clock::time_point> last_saved_;
  ProgressDisplay display_;
  std::string saved_, picture_;
};

}  // namespace mill
