#include "game/subspace.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "game/mill_memory.h"
#include "game/moves.h"
#include "game/transitions.h"

namespace mill {
namespace {

// In the text of a subspace, behind the counts.
constexpr char kDueLetter = 'x';
constexpr char kFirstLetter = 'w', kSecondLetter = 'b';

/// Reads "A-B" at the start of `text` and drops it; false if it is not there.
bool take_pair(std::string_view& text, int& first, int& second) {
  const char* end = text.data() + text.size();
  auto [dash, first_error] = std::from_chars(text.data(), end, first);
  if (first_error != std::errc() || dash == end || *dash != '-') return false;
  auto [rest, second_error] = std::from_chars(dash + 1, end, second);
  if (second_error != std::errc() || first < 0 || second < 0) return false;
  text.remove_prefix(rest - text.data());
  return true;
}

/// Number of ways to put stones of both sides, and marks, on whole cycles of the given lengths.
std::uint64_t fixed_positions(const std::vector<int>& cycles, const Subspace& subspace) {
  const auto [own, opponent, marked] = std::tuple(subspace.own, subspace.opponent, subspace.marked);
  const auto at = [&, o = opponent, m = marked](int a, int b, int c) {
    const int index = (a * (o + 1) + b) * (m + 1) + c;
    return static_cast<std::size_t>(index);
  };
  std::vector<std::uint64_t> ways(at(own, opponent, marked) + 1);
  ways[0] = 1;
  for (const int length : cycles) {
    for (int a = own; a >= 0; --a)
      for (int b = opponent; b >= 0; --b)
        for (int c = marked; c >= 0; --c) {
          std::uint64_t& here = ways[at(a, b, c)];
          if (a >= length) here += ways[at(a - length, b, c)];
          if (b >= length) here += ways[at(a, b - length, c)];
          if (c >= length) here += ways[at(a, b, c - length)];
        }
  }
  return ways.back();
}

std::vector<int> cycle_lengths(const Symmetry& symmetry, int points) {
  std::vector<int> lengths;
  Mask seen = 0;
  for (int start = 0; start < points; ++start) {
    int length = 0;
    for (int point = start; !(seen & bit(point)); point = symmetry(point), ++length)
      seen |= bit(point);
    if (length) lengths.push_back(length);
  }
  return lengths;
}

/// What decides the place of a subspace in the build order. A turn lowers the stones in hand or on
/// the board, or leads to the mirror: then a subspace whose side to move must place comes first,
/// since nothing leads back to it.
auto build_rank(const Variant& variant, const Subspace& subspace) {
  return std::make_tuple(
      subspace.hands(), subspace.stones(), std::max(subspace.own, subspace.opponent),
      std::max(subspace.own_hand, subspace.opponent_hand), has_movable(variant, subspace),
      std::min(subspace, subspace.mirror()), subspace);
}

/// Reads a number behind a letter at the start of `text` and drops both; 0 if they are not there.
int take_due(std::string_view& text) {
  if (text.empty() || text.front() != kDueLetter) return 0;
  int due = 0;
  const auto [rest, error] = std::from_chars(text.data() + 1, text.data() + text.size(), due);
  if (error != std::errc()) return 0;
  text.remove_prefix(rest - text.data());
  return due;
}

Mover take_mover(std::string_view& text) {
  if (text.empty()) return Mover::kUntold;
  const Mover mover = text.front() == kFirstLetter    ? Mover::kFirst
                      : text.front() == kSecondLetter ? Mover::kSecond
                                                      : Mover::kUntold;
  if (mover != Mover::kUntold) text.remove_prefix(1);
  return mover;
}

/// Reads what Subspace::text() writes; none if it is not of that form.
std::optional<Subspace> read_subspace(std::string_view text) {
  Subspace subspace;
  if (!take_pair(text, subspace.own, subspace.opponent)) return std::nullopt;
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
    if (!take_pair(text, subspace.own_hand, subspace.opponent_hand)) return std::nullopt;
  }
  subspace.due = take_due(text);
  subspace.mover = take_mover(text);
  return text.empty() ? std::optional(subspace) : std::nullopt;
}

/// Refuses more or fewer stones than the rules allow.
Result<void> check_stones(const Rules& rules, const Subspace& subspace, std::string_view text) {
  const int most = rules.piece_count;
  const int least = hand_losses_are_free(rules) ? 0 : rules.pieces_at_least_count;
  for (const auto& [stones, hand] : {std::pair(subspace.own, subspace.own_hand),
                                     std::pair(subspace.opponent, subspace.opponent_hand)}) {
    if (stones > most || hand > most - stones)
      return fail(ErrorCode::kInvalidArgument, "subspace {}: a side has at most {} stones", text,
                  most);
    if (stones + hand < least)
      return fail(ErrorCode::kInvalidArgument,
                  "subspace {}: a side with fewer than {} stones has lost, there is no file", text,
                  least);
  }
  return {};
}

/// Refuses state that the rules do not know, and the lack of such that they need.
Result<void> check_state(const Variant& variant, const Subspace& subspace, std::string_view text) {
  const bool due_is_known =
      variant.rules.counts_mills() && subspace.hands() == 0 && subspace.due >= -1;
  if (subspace.due != 0 && !due_is_known)
    return fail(ErrorCode::kInvalidArgument,
                "subspace {}: no stones are due under these rules but when placing has ended",
                text);
  const bool needs_mover = keeps_mover(variant) && subspace.hands() > 0;
  if (needs_mover != (subspace.mover != Mover::kUntold))
    return fail(ErrorCode::kInvalidArgument, "subspace {}: {}", text,
                needs_mover
                    ? "under these rules it matters who plays: write w behind it for the first "
                      "player, b for the second"
                    : "who plays does not matter there");
  return {};
}

}  // namespace

std::string Subspace::text() const {
  std::string text = fmt::format("{}-{}", own, opponent);
  if (hands() > 0) text += fmt::format("+{}-{}", own_hand, opponent_hand);
  if (due != 0) text += fmt::format("{}{}", kDueLetter, due);
  if (mover != Mover::kUntold) text += mover == Mover::kFirst ? kFirstLetter : kSecondLetter;
  return text;
}

bool keeps_mover(const Variant& variant) {
  const Rules& rules = variant.rules;
  return has_colours(variant) && (rules.move_while_placing || rules.takes_from_hand());
}

bool is_settled(const Variant& variant, const Position& position) {
  const Memory& memory = position.memory;
  if (position.removals == 0)
    return !forbids_step_back(*variant.board, position.own, memory.own_mill) &&
           !forbids_step_back(*variant.board, position.opponent, memory.opponent_mill);
  if (!variant.rules.counts_mills() || position.hands() > 0 || position.goes_on) return false;
  return !position.targets && memory.cause == Memory::Cause::kMill && !memory.ends_placing &&
         memory.opponent_removals == 0;
}

Subspace subspace_of(const Variant& variant, const Position& position) {
  Subspace subspace{count(position.own), count(position.opponent), position.own_hand,
                    position.opponent_hand, count(position.memory.marked)};
  if (position.removals > 0)
    subspace.due = position.memory.from_own ? -position.removals : position.removals;
  if (position.hands() > 0 && keeps_mover(variant))
    subspace.mover = is_second(position) ? Mover::kSecond : Mover::kFirst;
  return subspace;
}

Subspace subspace_with_marks(const Variant& variant, Subspace subspace) {
  const Rules& rules = variant.rules;
  const bool may_be_marked = rules.marks() && subspace.hands() > 0;
  const int gone = 2 * rules.piece_count - subspace.stones() - subspace.hands();
  subspace.marked = may_be_marked ? gone : 0;
  return subspace;
}

Position with_counts(const Subspace& subspace, Position stones, Mask marked) {
  Position position = stones;
  position.own_hand = static_cast<std::uint8_t>(subspace.own_hand);
  position.opponent_hand = static_cast<std::uint8_t>(subspace.opponent_hand);
  position.memory.marked = marked;
  position.removals = static_cast<std::uint8_t>(std::abs(subspace.due));
  position.memory.from_own = subspace.due < 0;
  if (subspace.mover != Mover::kUntold)
    position.memory.out_of_turn = is_second(position) != (subspace.mover == Mover::kSecond);
  return position;
}

Result<Subspace> parse_subspace(const Variant& variant, std::string_view text) {
  MILLSTONE_TRY(check_solvable(variant));
  auto subspace = read_subspace(text);
  if (!subspace)
    return fail(ErrorCode::kInvalidArgument,
                "'{}' is no subspace: write own-opponent stones such as 5-4", text);
  MILLSTONE_TRY(check_stones(variant.rules, *subspace, text));
  MILLSTONE_TRY(check_state(variant, *subspace, text));
  return subspace_with_marks(variant, *subspace);
}

std::vector<Subspace> closure(const Variant& variant, const std::vector<Subspace>& roots) {
  std::set<Subspace> found;
  std::vector<Subspace> open = roots;
  while (!open.empty()) {
    const Subspace subspace = open.back();
    open.pop_back();
    if (is_decided(variant, subspace) || !found.insert(subspace).second) continue;
    for (const Subspace& next : successors(variant, subspace)) open.push_back(next);
  }
  std::vector<Subspace> ordered(found.begin(), found.end());
  std::sort(ordered.begin(), ordered.end(), [&](const Subspace& left, const Subspace& right) {
    return build_rank(variant, left) < build_rank(variant, right);
  });
  return ordered;
}

std::uint64_t class_count(const Board& board, const Subspace& subspace) {
  std::uint64_t fixed = 0;
  for (const Symmetry& symmetry : board.symmetries.elements)
    fixed += fixed_positions(cycle_lengths(symmetry, board.points()), subspace);
  return fixed / board.symmetries.elements.size();
}

}  // namespace mill
