#pragma once

#include <deque>
#include <map>

#include "builder/cluster/finished_news.h"
#include "builder/cluster/job_coordinator.h"
#include "builder/cluster/rows_at_work.h"
#include "builder/database_builder.h"
#include "builder/schedule/schedule.h"
#include "builder/store/store.h"

namespace mill {

/// The part of the first rank that hands pairs out, and knows what is there: all of a build that is
/// not shared out. Keeps the log and tells the progress.
class Coordinator final : public JobCoordinator {
 public:
  /// Refers to all of its arguments but the limits.
  /// @param teams  which teams there may be
  Coordinator(const JobTerms& terms, const WorkList& work, BuildLog& log, BuildMeter& meter,
              const TeamLimits& teams);

  // Once the job is over.

  /// What the job has built.
  const std::map<Subspace, BuiltSubspace>& written() const { return written_; }

  /// The pairs among it, in the order of their ends.
  std::vector<BuiltPair> pairs() const;

  /// Most bytes of tables that a rank has held at a time, as accounted.
  std::uint64_t peak() const { return peak_; }

 private:
  void take(int rank, const nlohmann::json& message) override;
  void take_end(int rank, const nlohmann::json& last) override;
  void hand_out() override;
  void take_written(const BuiltSubspace& built);
  void take_there(const Subspace& subspace);
  void tell_what_is_solved();
  nlohmann::json news_for(int rank);
  int team_for(std::size_t row) const;
  void start(std::size_t row, int size);
  void take_ready(int rank, const nlohmann::json& message);

  const WorkList& work_;
  BuildLog& log_;
  BuildMeter& meter_;
  const TeamChooser teams_;
  PairSchedule schedule_;
  std::deque<int> ready_;  // ranks that wait for a pair
  RowsAtWork rows_at_work_;
  FinishedNews there_;  // of the plan, from the start or by now
  std::map<Subspace, BuiltSubspace> written_;
  std::uint64_t peak_ = 0;
};

}  // namespace mill
