#include "game/placing_end.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>

#include "game/blocked_side.h"
#include "game/subset_rank.h"

namespace mill {
namespace {

int standing_lines(const Board& board, Mask stones) {
  int standing = 0;
  for (const Mask line : board.lines) standing += (stones & line) == line;
  return standing;
}

/// How many stones a side takes that has `own` standing lines against `other`; one of its own where
/// neither has any.
int counted_removals(int own, int other) {
  if (own == 0 && other == 0) return 1;
  if (own == 0 || other == 0) return own == 0 ? 1 : 2;
  return own > other ? other + 1 : own;
}

CountedRemovals counted_by_lines(int first, int second) {
  return {counted_removals(first, second), counted_removals(second, first),
          first == 0 && second == 0};
}

/// @param first   stones of the side that takes first
/// @param second  ... and of the other
CountedRemovals counted_by_stones(const Board& board, Mask first, Mask second) {
  return counted_by_lines(standing_lines(board, first), standing_lines(board, second));
}

/// @param first  of the side that takes first, with nothing pending
Position with_counted_removals(const Board& board, Position first) {
  const CountedRemovals counted = counted_by_stones(board, first.own, first.opponent);
  first.removals = static_cast<std::uint8_t>(counted.first);
  first.memory.opponent_removals = static_cast<std::uint8_t>(counted.second);
  first.memory.from_own = counted.from_own;
  return first;
}

int most_standing_lines(const Board& board, int stones) {
  int most = 0;
  SubsetRank(board.points(), stones).for_each([&](Mask subset) {
    most = std::max(most, standing_lines(board, subset));
  });
  return most;
}

std::set<CountedRemovals> find_counted_removals(const Board& board, int first, int second) {
  std::set<CountedRemovals> found;
  if (first + second == board.points()) {
    SubsetRank(board.points(), first).for_each([&](Mask stones) {
      found.insert(counted_by_stones(board, stones, board.all() & ~stones));
    });
    return found;
  }
  const int most_first = most_standing_lines(board, first);
  const int most_second = most_standing_lines(board, second);
  for (int lines = 0; lines <= most_first; ++lines)
    for (int other = 0; other <= most_second; ++other) found.insert(counted_by_lines(lines, other));
  return found;
}

}  // namespace

Played end_placing(const Variant& variant, const Position& after, bool goes_on, bool second) {
  const auto seen_by = [&](bool same_side) { return same_side ? after : turned(after); };
  if (variant.rules.counts_mills()) {
    const Position first = seen_by(goes_on);
    // Who has lost by putting its hand away takes nothing.
    if (has_lost(variant.rules, first)) return {first, goes_on};
    return {with_counted_removals(*variant.board, first), goes_on};
  }
  // Nobody is asked where a full board is a draw.
  const bool asks = after.occupied() == variant.board->all() &&
                    board_full_act(variant.rules) != BlockedAct::kDraws;
  const bool same_side = asks ? full_board_asks_second(variant.rules) == second : goes_on;
  return {seen_by(same_side), same_side};
}

Played end_counted_removals(const Variant& variant, Position after) {
  const int due = std::exchange(after.memory.opponent_removals, std::uint8_t{0});
  const bool from_own = std::exchange(after.memory.from_own, false);
  if (has_lost(variant.rules, after)) return {after, true};
  Position other = turned(after);
  other.removals = static_cast<std::uint8_t>(due);
  other.memory.from_own = from_own && due > 0;
  return {other, false};
}

std::vector<CountedRemovals> possible_counted_removals(const Board& board, int first, int second) {
  // It takes a look at all sets of stones, and subspaces are asked for over and over.
  using Key = std::tuple<int, std::vector<Mask>, int, int>;
  static std::mutex mutex;
  static std::map<Key, std::vector<CountedRemovals>> known;
  const std::lock_guard lock(mutex);
  const auto [entry, is_new] = known.try_emplace({board.points(), board.lines, first, second});
  if (is_new) {
    const auto found = find_counted_removals(board, first, second);
    entry->second.assign(found.begin(), found.end());
  }
  return entry->second;
}

bool may_have_counted(const Variant& variant, const Position& position) {
  const Rules& rules = variant.rules;
  const Board& board = *variant.board;
  const bool filled =
      2 * rules.piece_count == board.points() && !rules.stop_at_two_empty && !rules.has_captures();
  if (!filled) return true;
  // What the side coming first has taken has left the empty points.
  const Mask taken = board.all() & ~position.occupied();
  const bool from_own = position.memory.from_own;
  const Mask first = position.opponent | (from_own ? taken : 0);
  const CountedRemovals counted = counted_by_stones(board, first, board.all() & ~first);
  return counted == CountedRemovals{count(taken), position.removals, from_own};
}

}  // namespace mill
