#pragma once

#include <map>
#include <set>
#include <vector>

#include "builder/build_options.h"
#include "builder/plan/plan.h"
#include "builder/store/input_distances.h"

namespace mill {

/// What of a build is finished and what is left to do. One thread.
class WorkList {
 public:
  /// Nothing is known until look() is called.
  WorkList(const Variant& variant, const BuildOptions& options, const InputDistances& distances)
      : variant_(variant), options_(options), distances_(distances) {}

  /// Plans the closure and looks for its files. Errors as find_finished().
  Result<void> look();

  /// Whether the subspace, and its mirror in a pair, is finished by now: another build may have had
  /// it. Errors as find_finished().
  Result<bool> look_again(const Subspace& subspace);

  /// kNotEnoughMemory, with the least that suffices, if something to do takes more.
  Result<void> check_budget(std::uint64_t budget) const;

  const Variant& variant() const { return variant_; }
  const Plan& plan() const { return plan_; }
  PlanOptions plan_options() const { return {options_.distances, options_.threads}; }

  /// What was to do when look() looked, in build order, one row per pair.
  const std::vector<PlannedSubspace>& to_do() const { return to_do_; }

  /// Finished subspaces that this build did not make.
  const std::map<Subspace, BuiltSubspace>& found() const { return found_; }

  /// Whether something to do reads the outcomes of this subspace.
  bool is_input(const Subspace& subspace) const { return inputs_.contains(subspace); }

  /// Inputs of `count` rows of to_do() from `first` on.
  std::set<Subspace> inputs_of(std::size_t first, std::size_t count) const;

  /// Inputs of all that is neither found nor written.
  std::set<Subspace> inputs_left(const std::map<Subspace, BuiltSubspace>& written) const;

  /// Estimated size of the files that are not there yet, those that are there only for a time
  /// included.
  std::uint64_t bytes_to_write() const;

 private:
  Result<std::optional<BuiltSubspace>> find(const Subspace& subspace) const;

  const Variant& variant_;
  const BuildOptions& options_;
  const InputDistances& distances_;
  Plan plan_;
  std::vector<PlannedSubspace> to_do_;
  std::map<Subspace, BuiltSubspace> found_;
  std::set<Subspace> inputs_;
};

}  // namespace mill
