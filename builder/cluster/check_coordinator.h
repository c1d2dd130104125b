#pragma once

#include <map>

#include "builder/cluster/job_coordinator.h"
#include "builder/verifier/verifier.h"

namespace mill {

/// The part of the first rank that hands checks out and gathers what they found.
class CheckCoordinator final : public JobCoordinator {
 public:
  /// Refers to all of its arguments.
  /// @param progress  of all checks; may be empty
  CheckCoordinator(const JobTerms& terms, const Verification& verification,
                   const std::function<void(const Progress&)>& progress)
      : JobCoordinator(terms), verification_(verification), progress_(progress) {}

  /// What was found, by the numbers of the subspaces. Once the job is over.
  const std::map<std::size_t, SubspaceReport>& reports() const { return reports_; }

 private:
  void take(int rank, const nlohmann::json& message) override;
  void take_end(int rank, const nlohmann::json& last) override;
  void take_ready(int rank, const nlohmann::json& message);
  void tell_progress();

  const Verification& verification_;
  const std::function<void(const Progress&)>& progress_;
  std::size_t next_ = 0;                 // of the verification's order
  std::map<int, std::size_t> checking_;  // by rank
  std::map<int, double> shares_;         // of all checks, by rank
  std::map<std::size_t, SubspaceReport> reports_;
};

}  // namespace mill
