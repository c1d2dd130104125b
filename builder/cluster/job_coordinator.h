#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "builder/cluster/job_terms.h"
#include "builder/cluster/job_worker.h"
#include "game/subspace.h"

namespace mill {

/// The part of the first rank of a job that hears from all ranks, stops them when one has failed or
/// died, and tells them of the end. What the job is about is told by who derives from it. One
/// thread.
class JobCoordinator {
 public:
  /// Refers to its argument.
  explicit JobCoordinator(const JobTerms& terms);
  virtual ~JobCoordinator() = default;
  JobCoordinator(const JobCoordinator&) = delete;
  JobCoordinator& operator=(const JobCoordinator&) = delete;

  /// Answers what has arrived, and looks for ranks that have died. To be called now and then.
  void poll();

  /// The first error of a rank, with the name of the rank, once all have been told of the end.
  const std::optional<Error>& failure() const { return failure_; }

 protected:
  /// A message of a rank about its work.
  virtual void take(int rank, const nlohmann::json& message) = 0;

  /// A rank works no more.
  /// @param last  what it said at its end; null if it has failed or died
  virtual void take_end(int rank, const nlohmann::json& last) = 0;

  /// Called when messages have been taken and nothing has failed.
  virtual void hand_out() {}

  void answer(int rank, const nlohmann::json& message);

  /// Ranks that are not done.
  const std::set<int>& at_work() const { return at_work_; }

 private:
  void take_message(int rank, const nlohmann::json& message);
  void take_failure(int rank, Error error);
  void look_for_dead_ranks();

  const JobTerms& terms_;
  std::set<int> at_work_;
  std::optional<Error> failure_;
  std::chrono::steady_clock::time_point next_look_{};
  bool over_ = false;
};

/// What is being done, for who watches: "grading 5-4, 4-4"; empty where nothing is.
std::string work_text(std::string_view verb, const std::vector<Subspace>& subspaces);

/// Has this rank do its share of a job, while a thread takes messages, and waits for the end of all
/// shares.
/// @param coordinator  null but at the first rank
/// @param share        the work; returns what the coordinator is to be told of it
/// @return errors: at the first rank the first of all; at the others kInterrupted, but for one that
///         tells of the first rank's death
Result<void> take_part(const JobTerms& terms, JobWorker& worker, JobCoordinator* coordinator,
                       const std::function<Result<nlohmann::json>()>& share);

}  // namespace mill
