#pragma once

#include "game/position.h"

namespace mill {

// What rules ask for that few variants have.
int unused_lines(const Variant& variant, Position& after, int to);
void keep_mill_move(const Variant& variant, Position& after, int from, int to, bool takes);

/// How many of the lines that the stone on `to` has completed earn a removal: all of them, but
/// under oneTimeUseMill only those whose points are not all in lines that have earned one before.
/// @param after  with the stone on `to`; the lines that earn something are remembered
inline int earning_lines(const Variant& variant, Position& after, int to) {
  return variant.rules.one_time_mills ? unused_lines(variant, after, to)
                                      : variant.board->lines_closed(after.own, to);
}

/// Remembers whether the step has closed a mill, for restrictRepeatedMillsFormation.
/// @param after  with the stone on `to`
/// @param takes  whether the step takes a stone otherwise, which leaves what was remembered
inline void remember_mill_move(const Variant& variant, Position& after, int from, int to,
                               bool takes) {
  if (variant.rules.restrict_repeated_mills) keep_mill_move(variant, after, from, to, takes);
}

/// Whether what is remembered of a side's last move forbids it a step, or will once the other side
/// has left the point: back to where the stone that closed a mill has come from, if it would close
/// one there and leave one behind. Where not, it never will, since a side that moves forgets it.
/// @param stones  of the side
bool forbids_step_back(const Board& board, Mask stones, Memory::MillMove mill);

/// A step that restrictRepeatedMillsFormation forbids; forbids_step_back().
/// @return no points if none is forbidden
Memory::MillMove forbidden_step(const Variant& variant, const Position& position);

}  // namespace mill
