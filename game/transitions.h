#pragma once

#include <vector>

#include "game/moves.h"
#include "game/subspace.h"

namespace mill {

/// What a kind of turn does to the counts of a position.
struct Transition {
  enum class Kind : std::uint8_t {
    kPlace,
    kMove,     ///< slide or flight
    kBlocked,  ///< what a blocked side or a full board does: a pass, or stones taken
  };
  Kind kind = Kind::kMove;
  int lines = 0;            ///< lines completed at once; all counts that act alike are one entry
  int most_lines = 0;       ///< ... lines..most_lines
  int taken = 0;            ///< opponent stones taken off the board by choice of the mover
  bool wins = false;        ///< the opponent has too few stones then; `after` holds nothing
  bool keeps_turn = false;  ///< `after` is seen by the same side (isDefenderMoveFirst)
  bool captures = false;    ///< takes stones by a capture, whatever lines it completes
  /// Seen by the side that is to move next. Where standing mills are counted
  /// (kRemoveWhenPlacingEnds) the side coming first has taken its stones by then.
  Subspace after;
  friend bool operator==(const Transition&, const Transition&) = default;
};

/// All kinds of turns that the counts of a subspace allow: any placement or move may complete
/// lines, as many as pass through one point. Placements first, then moves, then those of a blocked
/// side; quiet ones before captures.
std::vector<Transition> transitions(const Variant& variant, const Subspace& subspace);

/// Whether turns of the subspace do no more than the usual: set or move a stone, and take from the
/// opponent what earned_removal() says; pass, or take stones where a side is blocked. So the counts
/// and the lines that a step completes tell what they lead to. Work on whole blocks asks for that;
/// all else is worked out turn by turn.
bool has_usual_turns(const Variant& variant, const Subspace& subspace);

/// Whether the side to move has stones on the board that the rules let it move, blocked or not.
bool has_movable(const Variant& variant, const Subspace& subspace);

/// Whether turns without placement or removal can lead back to the subspace, so that it has to be
/// solved together with its mirror: both sides may move.
bool is_cyclic(const Variant& variant, const Subspace& subspace);

/// The distinct subspaces that turns lead to and that are not decided by their counts; the mirror
/// too if a quiet move leads there.
std::vector<Subspace> successors(const Variant& variant, const Subspace& subspace);

/// The subspaces that tell what the turns of a subspace lead to. They are its successors, but under
/// restrictRepeatedMillsFormation also all that follow from a mill closed by a move: a position in
/// which a step is forbidden belongs to none (is_settled()), and is worth what its turns are.
std::vector<Subspace> looked_up(const Variant& variant, const Subspace& subspace);

/// Whether a side has too few stones: such a subspace has no positions to solve.
bool is_decided(const Variant& variant, const Subspace& subspace);

}  // namespace mill
