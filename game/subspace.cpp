#include "game/subspace.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "game/transitions.h"

namespace mill {
namespace {

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

/// Number of ways to put `own` and `opponent` stones on whole cycles of the given lengths.
std::uint64_t fixed_positions(const std::vector<int>& cycles, int own, int opponent) {
  std::vector<std::vector<std::uint64_t>> ways(own + 1, std::vector<std::uint64_t>(opponent + 1));
  ways[0][0] = 1;
  for (int length : cycles) {
    for (int a = own; a >= 0; --a)
      for (int b = opponent; b >= 0; --b) {
        if (a >= length) ways[a][b] += ways[a - length][b];
        if (b >= length) ways[a][b] += ways[a][b - length];
      }
  }
  return ways[own][opponent];
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
  return std::make_tuple(subspace.own_hand + subspace.opponent_hand,
                         subspace.own + subspace.opponent,
                         std::max(subspace.own, subspace.opponent),
                         std::max(subspace.own_hand, subspace.opponent_hand),
                         has_movable(variant, subspace), subspace);
}

}  // namespace

std::string Subspace::text() const {
  if (own_hand == 0 && opponent_hand == 0) return fmt::format("{}-{}", own, opponent);
  return fmt::format("{}-{}+{}-{}", own, opponent, own_hand, opponent_hand);
}

Subspace subspace_of(const Position& position) {
  return {count(position.own), count(position.opponent), position.own_hand, position.opponent_hand};
}

Result<Subspace> parse_subspace(const Variant& variant, std::string_view text) {
  MILLSTONE_TRY(check_solvable(variant));
  Subspace subspace;
  std::string_view rest = text;
  bool valid = take_pair(rest, subspace.own, subspace.opponent);
  if (valid && !rest.empty()) {
    valid = rest.front() == '+';
    rest.remove_prefix(1);
    valid = valid && take_pair(rest, subspace.own_hand, subspace.opponent_hand) && rest.empty();
  }
  if (!valid)
    return fail(ErrorCode::kInvalidArgument,
                "'{}' is no subspace: write own-opponent stones such as 5-4", text);
  const int most = variant.rules.piece_count;
  const int least = variant.rules.pieces_at_least_count;
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
  return subspace;
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
    fixed +=
        fixed_positions(cycle_lengths(symmetry, board.points()), subspace.own, subspace.opponent);
  return fixed / board.symmetries.elements.size();
}

}  // namespace mill
