#pragma once

#include <deque>
#include <map>

#include "builder/cluster/job_coordinator.h"
#include "builder/grader/grader.h"
#include "builder/schedule/schedule.h"

namespace mill {

/// The part of the first rank that hands pairs out to be graded, each once those that it leads to
/// are, and gathers what was found.
class GradeCoordinator final : public JobCoordinator {
 public:
  /// Refers to all of its arguments.
  /// @param pairs     a row for each, after those that it leads to
  /// @param progress  of all of them; may be empty
  GradeCoordinator(const JobTerms& terms, const std::vector<PlannedSubspace>& pairs,
                   const std::function<void(const Progress&)>& progress);

  /// What is graded. Once the job is over.
  const std::map<Subspace, GradedSubspace>& graded() const { return graded_; }

 private:
  void take(int rank, const nlohmann::json& message) override;
  void take_end(int rank, const nlohmann::json& last) override;
  void hand_out() override;
  void tell_progress();

  const std::vector<PlannedSubspace>& pairs_;
  const std::function<void(const Progress&)>& progress_;
  PairSchedule schedule_;
  std::deque<int> ready_;               // ranks that wait for a pair
  std::map<int, std::size_t> grading_;  // rows, by rank
  double expected_ = 0, done_ = 0;      // seconds, as planned for solving
  std::map<Subspace, GradedSubspace> graded_;
};

}  // namespace mill
