#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "game/moves.h"
#include "game/position_text.h"
#include "game/variant.h"

namespace mill {

/// Rules that end endless play. They need the history of a game, so no database knows them.
struct HistoryRules {
  int n_move = 100;          ///< nMoveRule: plies without placement or removal that draw; 0: never
  int endgame_n_move = 100;  ///< endgameNMoveRule: the same once a side is down to three stones
  bool threefold = true;     ///< threefoldRepetitionRule: the third time a position occurs draws
  friend bool operator==(const HistoryRules&, const HistoryRules&) = default;

  /// Whether counting draws the position.
  /// @param quiet  plies since the last placement or removal
  bool draw_by_counting(const Position& position, int quiet) const;
};

/// How a game has ended.
enum class Ending : std::uint8_t {
  kOpen,          ///< it has not
  kTooFewStones,  ///< a side can never again have enough stones
  kCannotPlace,   ///< a side with stones in hand has no legal action
  kBlocked,       ///< a side has no legal move
  kBoardFull,     ///< placing ended on a full board
  kRepetition,    ///< the third time the same position, by HistoryRules
  kNMoveRule,     ///< too long without placement or removal, by HistoryRules
};

std::string_view ending_name(Ending ending);

/// The outcome of a game: who has won, if anybody has.
struct GameResult {
  Ending ending = Ending::kOpen;
  std::optional<Side> winner;  ///< none while the game is open and in a draw
  friend bool operator==(const GameResult&, const GameResult&) = default;
};

/// A game from some position on: the actions played and all positions on the way. A value type;
/// not for several threads at once.
class Game {
 public:
  /// From the empty board, White to move.
  explicit Game(const Variant& variant, const HistoryRules& history = {});
  Game(const Variant& variant, const TextPosition& start, const HistoryRules& history = {});

  const Variant& variant() const { return variant_; }
  const HistoryRules& history_rules() const { return history_; }
  const TextPosition& start() const { return positions_.front(); }

  /// Position, side to move and counters now.
  const TextPosition& now() const { return positions_.back(); }
  const Position& position() const { return now().position; }
  Side side() const { return now().side; }

  /// Start, and what each action led to: actions().size() + 1 of them.
  std::span<const TextPosition> positions() const { return positions_; }
  std::span<const Action> actions() const { return actions_; }

  /// Plays a legal action. kInvalidArgument with the reason, the game unchanged, if it is not legal
  /// or the game is over by the rules of the position (not by HistoryRules: those only tell
  /// result()).
  Result<void> play(const Action& action);

  /// The same for a token such as `a1-a4`, and for a whole turn such as `a1-a4xg7`.
  Result<void> play(std::string_view text);

  /// Whether the side to move can do nothing but pass.
  bool must_pass() const;

  /// Takes back the last action. There must be one.
  void undo();

  GameResult result() const;

  /// How often the position now has occurred since the last placement or removal, itself included.
  int repetitions() const;

 private:
  Variant variant_;
  HistoryRules history_;
  std::vector<TextPosition> positions_;
  std::vector<Action> actions_;
};

}  // namespace mill
