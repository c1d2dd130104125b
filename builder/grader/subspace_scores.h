#pragma once

#include <vector>

#include "formats/score_table.h"
#include "game/class_counts.h"
#include "game/variant.h"

namespace mill {

struct CountedSubspace {
  Subspace subspace;
  ClassCounts counts;
};

/// Scores of subspaces from what is won, drawn and lost in them, as GRADES.md says. A subspace in
/// which play can stay needs its mirror in the list (checked).
/// @param list  in the order of closure(), by which ties are broken
ScoreTable make_score_table(const Variant& variant, const std::vector<CountedSubspace>& list);

}  // namespace mill
