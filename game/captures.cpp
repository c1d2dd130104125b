#include "game/captures.h"

#include <algorithm>
#include <map>

#include "game/moves.h"

namespace mill {
namespace {

constexpr int kFewStones = 3;  // for only_with_three

bool has_few(const Position& position) { return count(position.own) <= kFewStones; }

bool runs_where(const CaptureRule& rule, RowKind kind) {
  switch (kind) {
    case RowKind::kSquareEdge:
      return rule.on_square_edges;
    case RowKind::kCross:
      return rule.on_cross_lines;
    case RowKind::kDiagonal:
      return rule.on_diagonal_lines;
  }
  MILLSTONE_CHECK(false);
}

/// Whether a stone that is placed, or moved, may capture by the rule. A move by a side with stones
/// in hand belongs to both phases.
bool applies(const CaptureRule& rule, const Position& before, bool places) {
  if (!rule.enabled) return false;
  const bool moving = before.own_hand == 0;
  if (before.own_hand > 0 && !rule.while_placing) return false;
  if (!places && !rule.while_moving) return false;
  return !rule.only_with_three || !moving || has_few(before);
}

/// The other end of the row, seen from one; negative where the point is no end of it.
int other_end(const Row& row, int point) {
  return row.first == point ? row.last : row.last == point ? row.first : -1;
}

/// Stones between the one that has arrived and another of its side.
Mask between(const Variant& variant, const CaptureRule& rule, Mask own, Mask takeable, int to) {
  Mask found = 0;
  for (const Row& row : variant.board->rows) {
    const int end = other_end(row, to);
    if (end >= 0 && runs_where(rule, row.kind) && (own & bit(end)))
      found |= takeable & bit(row.middle);
  }
  return found;
}

/// The two stones that the one that has arrived stands between, in the first row where it does.
Mask beside(const Variant& variant, const CaptureRule& rule, Mask opponent, int to) {
  for (const Row& row : variant.board->rows) {
    const Mask ends = bit(row.first) | bit(row.last);
    if (row.middle == to && runs_where(rule, row.kind) && (opponent & ends) == ends) return ends;
  }
  return 0;
}

bool may_leap(const CaptureRule& rule, const Position& position) {
  if (!rule.enabled || !rule.while_moving || position.own_hand > 0) return false;
  return !rule.only_with_three || has_few(position);
}

/// Calls `visit(to, over)` for every leap of the stone on `from`.
template <typename Visit>
void for_each_leap(const Variant& variant, const Position& position, int from, Visit&& visit) {
  if (!may_leap(variant.rules.leap, position)) return;
  const Mask takeable = removable(variant, position.opponent);
  const Mask empty = variant.board->all() & ~position.occupied();
  for (const Row& row : variant.board->rows) {
    const int to = other_end(row, from);
    const bool leaps = to >= 0 && (empty & bit(to)) && (takeable & bit(row.middle));
    if (leaps && runs_where(variant.rules.leap, row.kind)) visit(to, bit(row.middle));
  }
}

}  // namespace

Captures enabled_captures(const Variant& variant, const Position& before, int from, int to) {
  const Rules& rules = variant.rules;
  Captures captures;
  const bool places = from < 0;
  if (!places)
    for_each_leap(variant, before, from, [&](int point, Mask over) {
      if (point == to) captures.leap |= over;
    });
  if (captures.leap) return captures;
  const Mask own = (places ? before.own : before.own & ~bit(from)) | bit(to);
  const Mask takeable = removable(variant, before.opponent);
  if (applies(rules.custodian, before, places))
    captures.custodian = between(variant, rules.custodian, own, takeable, to);
  if (applies(rules.intervention, before, places))
    captures.intervention = takeable & beside(variant, rules.intervention, before.opponent, to);
  return captures;
}

Mask leaps_from(const Variant& variant, const Position& position, int from) {
  Mask targets = 0;
  for_each_leap(variant, position, from, [&](int to, Mask) { targets |= bit(to); });
  return targets;
}

bool captures_are_symmetric(const Variant& variant) {
  const Rules& rules = variant.rules;
  if (!rules.has_captures()) return true;
  const Board& board = *variant.board;
  const auto points = [](const Row& row) {
    return bit(row.first) | bit(row.middle) | bit(row.last);
  };
  const auto runs_alike = [&](const Row& row, const Row& image) {
    for (const CaptureRule* rule : {&rules.custodian, &rules.intervention, &rules.leap})
      if (rule->enabled && runs_where(*rule, row.kind) != runs_where(*rule, image.kind))
        return false;
    return true;
  };
  for (const Symmetry& symmetry : board.symmetries.elements) {
    std::map<int, std::size_t> last;  // by middle: the place of the image of the row before
    for (const Row& row : board.rows) {
      const auto image = std::ranges::find(board.rows, symmetry(points(row)), points);
      if (image == board.rows.end() || !runs_alike(row, *image)) return false;
      if (symmetry(row.middle) != image->middle) return false;
      if (!rules.intervention.enabled || !runs_where(rules.intervention, row.kind)) continue;
      const auto place = static_cast<std::size_t>(image - board.rows.begin()) + 1;
      std::size_t& before = last[row.middle];
      if (place < before) return false;
      before = place;
    }
  }
  return true;
}

}  // namespace mill
