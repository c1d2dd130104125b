#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>

#include "base/task.h"
#include "builder/cluster/job_terms.h"

namespace mill {

/// What has a rank give up its work. Any thread.
struct StopSigns {
  std::atomic<bool> stopping = false;  ///< it is to stop
  std::atomic<bool> broken = false;    ///< somebody is gone: who waits for others waits in vain
};

/// The part of every rank of a job that asks the coordinator for work, tells what has become of it,
/// and hears of stop and end, whatever the work is.
class JobWorker {
 public:
  /// Refers to its arguments.
  /// @param signs  set when this rank is to stop
  /// @param stop   set from outside: the job is to end
  JobWorker(const JobTerms& terms, StopSigns& signs, StopFlag stop)
      : terms_(terms), signs_(signs), stop_(stop) {}

  /// Tells the coordinator. Any thread.
  void tell(const nlohmann::json& message);

  /// The coordinator's answer to a question.
  /// @param check  called now and then while it waits; an error ends the waiting
  Result<nlohmann::json> ask(const nlohmann::json& question,
                             const std::function<Result<void>()>& check);

  /// Does what the coordinator hands out, piece after piece, until there is no more.
  /// @param work  takes an answer; returns what is told with the next question
  /// @return errors of `work`; kInterrupted
  Result<void> work_off(const std::function<Result<nlohmann::json>(const nlohmann::json&)>& work);

  /// Says what the share of this rank came to, and waits until all ranks have said so.
  /// @param share  what is to be told of it
  /// @return an error if the coordinator has died
  Result<void> end(const Result<nlohmann::json>& share);

  /// Takes what has arrived. To be called now and then by one thread of its own.
  void poll();

 private:
  using Clock = std::chrono::steady_clock;

  void take(const nlohmann::json& message);
  void look_for_first();

  const JobTerms& terms_;
  StopSigns& signs_;
  StopFlag stop_;
  Clock::time_point last_look_ = Clock::now();  // at which the first rank was alive
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::optional<nlohmann::json> answer_;
  bool ended_ = false;
  std::optional<Clock::time_point> lost_;  // the first rank was seen to be dead
  bool tells_ = false;                     // of its death
};

}  // namespace mill
