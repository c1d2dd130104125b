#pragma once

#include "builder/verifier/half_subsets.h"
#include "builder/verifier/step_lists.h"

namespace mill::verifier {

/// Steps of major stones, which lead from one block to another: what the minor stones of the one
/// are worth in the other. Immutable; safe to read from many threads.
class MajorSteps {
 public:
  /// @param here   minor stones of the blocks in which steps begin; both must outlive this object
  /// @param there  those of the blocks that steps lead to
  MajorSteps(const SubsetCatalog& here, const SubsetCatalog& there);

  MajorSteps(const MajorSteps&) = delete;
  MajorSteps& operator=(const MajorSteps&) = delete;

  /// Where a thread puts maps together.
  RankMap scratch() const { return {here_.ranks(), there_.ranks()}; }

  /// For all subsets S of the free points here without `gap`, S' being its image:
  /// worths[rank of S] = max(itself, from[rank of S']).
  /// @param gap    the free point that the step goes to
  /// @param image  for each free point its place among those there; that of `gap` is -1
  template <typename Worth>
  void raise(int gap, const IndexMap& image, RankMap& scratch, const Worth* from,
             Worth* worths) const;

 private:
  const SubsetCatalog &here_, &there_;
  HalfSubsets halves_;
  std::vector<RankList> lists_here_;
  std::vector<RankList> other_lists_there_;  // none where blocks there are like those here
  const std::vector<RankList>& lists_there_;
};

}  // namespace mill::verifier
