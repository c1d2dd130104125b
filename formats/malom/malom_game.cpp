#include "formats/malom/malom_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "game/rule_table.h"
#include "game/rules_difference.h"

namespace mill {
namespace {

constexpr std::array kGames = {
    MalomGame{"std", "nine-mens-morris", 12, 299},
    MalomGame{"lask", "lasker-morris", 14, 1715},
    MalomGame{"mora", "morabaraba", 14, 704},
};

/// How many fields of the rules, and whether the board, would have to change.
int distance_between(const Variant& left, const Variant& right) {
  int fields = same_graph(*left.board, *right.board) ? 0 : 1;
  for (const FieldSpec& spec : field_specs())
    fields += spec.get(left.rules) != spec.get(right.rules);
  return fields;
}

}  // namespace

std::span<const MalomGame> malom_games() { return kGames; }

Result<const MalomGame*> malom_game(const Variant& variant) {
  const MalomGame* nearest = nullptr;
  int least = 0;
  for (const MalomGame& game : kGames) {
    const Variant known = find_variant(game.preset).value();
    if (known.digest() == variant.digest()) return &game;
    const int distance = distance_between(variant, known);
    if (nearest && distance >= least) continue;
    nearest = &game;
    least = distance;
  }
  const Variant known = find_variant(nearest->preset).value();
  const RulesDifference difference =
      first_difference(variant.canonical_text(), known.canonical_text());
  return fail(ErrorCode::kUnsupportedRule,
              "Malom's files hold no rules like those of '{}', which have '{}' where '{}' has '{}'",
              variant.name, difference.left, known.name, difference.right);
}

std::vector<Subspace> sectors_of(const Variant& variant) {
  return closure(variant, {subspace_of(variant, start_position(variant))});
}

std::string sector_file_name(const MalomGame& game, const Subspace& subspace) {
  return fmt::format("{}_{}_{}_{}_{}.sec2", game.name, subspace.own, subspace.opponent,
                     subspace.own_hand, subspace.opponent_hand);
}

std::string score_file_name(const MalomGame& game) { return fmt::format("{}.secval", game.name); }

}  // namespace mill
