#include "builder/grader/subspace_scores.h"

#include <algorithm>

#include "game/transitions.h"

namespace mill {
namespace {

/// A subspace on its way to a score: points / games is what a game there brings, between 0 and 1.
struct Ranked {
  Subspace subspace;
  std::uint64_t points = 0, games = 0;
  std::size_t tie_order = 0;  // of a pair that of its first
  bool has_twin = false;      // whose score is the negative of its own

  bool is_favourable() const { return 2 * points > games; }
  bool is_even() const { return 2 * points == games; }
};

bool brings_less(const Ranked& left, const Ranked& right) {
  using Product = unsigned __int128;
  const Product mine = Product{left.points} * right.games;
  const Product theirs = Product{right.points} * left.games;
  return mine < theirs;
}

/// Sides with the same stones: to stay there is worth nothing to either.
bool is_balanced(const Subspace& subspace) {
  return subspace.own == subspace.opponent && subspace.own_hand == subspace.opponent_hand;
}

/// Splits a list into the favourable and the others, each beginning with what is nearest to even.
class Ranking {
 public:
  Ranking(const Variant& variant, const std::vector<CountedSubspace>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) add(variant, list, i);
    const auto tie = [](const Ranked& left, const Ranked& right) {
      return left.tie_order < right.tie_order;
    };
    std::ranges::sort(above_, [&](const Ranked& left, const Ranked& right) {
      if (brings_less(left, right) || brings_less(right, left)) return brings_less(left, right);
      return tie(left, right);
    });
    std::ranges::sort(below_, [&](const Ranked& left, const Ranked& right) {
      if (brings_less(left, right) || brings_less(right, left)) return brings_less(right, left);
      return tie(left, right);
    });
  }

  ScoreTable scores() &&;

 private:
  void add(const Variant& variant, const std::vector<CountedSubspace>& list, std::size_t i);

  ScoreTable table_;
  std::vector<Ranked> above_, below_;
};

void Ranking::add(const Variant& variant, const std::vector<CountedSubspace>& list, std::size_t i) {
  const auto& [subspace, counts] = list[i];
  Ranked ranked{subspace, 2 * counts.wins + counts.draws, 2 * counts.classes, i, false};
  bool comes_first = true;
  if (is_cyclic(variant, subspace)) {
    if (is_balanced(subspace)) {
      table_.scores[subspace] = 0;
      return;
    }
    const auto twin = std::ranges::find(list, subspace.mirror(), &CountedSubspace::subspace);
    MILLSTONE_CHECK(twin != list.end());
    ranked.points += 2 * twin->counts.losses + twin->counts.draws;
    ranked.games += 2 * twin->counts.classes;
    const auto twin_order = static_cast<std::size_t>(twin - list.begin());
    comes_first = i < twin_order;
    ranked.tie_order = std::min(i, twin_order);
    ranked.has_twin = true;
  }
  const bool above = ranked.is_favourable() || (ranked.is_even() && comes_first);
  (above ? above_ : below_).push_back(ranked);
}

/// Twins stand in both lists in the same order, so that what is between two of them is numbered on
/// each side, and the next twins get the greater number that comes of it.
ScoreTable Ranking::scores() && {
  const auto number = [this](std::vector<Ranked>::const_iterator& at,
                             const std::vector<Ranked>& list, int score, int sign) {
    for (; at != list.end() && !at->has_twin; ++at) table_.scores[at->subspace] = sign * ++score;
    return score;
  };
  auto up = above_.cbegin(), down = below_.cbegin();
  for (int score = 0;; ++score) {
    score = std::max(number(up, above_, score, 1), number(down, below_, score, -1));
    if (up == above_.end()) break;
    table_.scores[(up++)->subspace] = score + 1;
    table_.scores[(down++)->subspace] = -(score + 1);
  }
  return std::move(table_);
}

}  // namespace

ScoreTable make_score_table(const Variant& variant, const std::vector<CountedSubspace>& list) {
  return Ranking(variant, list).scores();
}

}  // namespace mill
