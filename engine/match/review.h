#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/games/game_text.h"
#include "engine/games/played_turns.h"
#include "prober/prober.h"

namespace mill {

/// What a side does in a position: it places while it has stones in hand, and flies when the rules
/// let it.
enum class TurnPhase : std::uint8_t { kPlacing, kMoving, kFlying };
inline constexpr int kTurnPhases = 3;

std::string_view turn_phase_name(TurnPhase phase);
TurnPhase turn_phase_of(const Rules& rules, const Position& position);

/// What a turn is worth to the side that plays it.
struct Worth {
  Value value = Value::kDraw;
  std::optional<int> distance;  ///< plies; none in a draw or where only values are known
  friend bool operator==(const Worth&, const Worth&) = default;
};

/// What the databases say about a turn that was played.
struct Verdict {
  Worth best;               ///< of the turns that could be played
  Worth played;             ///< of the one that was
  std::vector<Turn> turns;  ///< the best ones, in the order of generate_turns()

  /// Whether it threw value away: from win to draw or loss, or from draw to loss.
  bool is_blunder() const { return played.value < best.value; }

  /// Plies by which it made a win longer or a loss shorter; none in a draw, after a blunder, or
  /// where distances are not known.
  std::optional<int> plies_lost() const;
};

/// A turn of a game beside what the databases say.
struct TurnReview {
  PlayedTurn played;
  TextPosition before;
  TurnPhase phase = TurnPhase::kPlacing;
  bool opening = false;            ///< of the opening, so that it counts for nobody
  std::optional<Verdict> verdict;  ///< none if the databases lack a file, or the turn its removals

  /// Whether its player threw value away.
  bool is_error() const { return !opening && verdict && verdict->is_blunder(); }
};

/// What becomes of a turn where a file cannot be read that only another turn leads to.
enum class DamagedSuccessor : std::uint8_t { kIsAnError, kLeavesTurnUnknown };

/// Looks up every turn of a game. Errors as Prober, but for a missing file.
Result<std::vector<TurnReview>> review_game(
    const Prober& prober, const GameRecord& record,
    DamagedSuccessor damaged = DamagedSuccessor::kIsAnError);

/// How one player has done in one phase.
struct PhaseTally {
  std::uint64_t turns = 0;  ///< that the databases know
  std::uint64_t win_to_draw = 0, win_to_loss = 0, draw_to_loss = 0;
  std::uint64_t timed_turns = 0;  ///< turns that kept a win or a loss, with known distances
  std::uint64_t plies_lost = 0;   ///< by those

  std::uint64_t blunders() const { return win_to_draw + win_to_loss + draw_to_loss; }
  PhaseTally& operator+=(const PhaseTally& other);
  friend bool operator==(const PhaseTally&, const PhaseTally&) = default;
};

/// How one player has done.
struct TurnTally {
  std::array<PhaseTally, kTurnPhases> phases;
  std::uint64_t unknown = 0;  ///< turns that the databases do not know

  PhaseTally total() const;
  TurnTally& operator+=(const TurnTally& other);
  /// Counts a turn, unless it is one of the opening.
  void add(const TurnReview& review);
  friend bool operator==(const TurnTally&, const TurnTally&) = default;
};

/// What the sides of a game have done: White, then Black.
std::array<TurnTally, 2> tallies_of(const std::vector<TurnReview>& reviews);

}  // namespace mill
