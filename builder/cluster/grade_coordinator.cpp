#include "builder/cluster/grade_coordinator.h"

#include "builder/cluster/job_messages.h"

namespace mill {

using nlohmann::json;

GradeCoordinator::GradeCoordinator(const JobTerms& terms, const std::vector<PlannedSubspace>& pairs,
                                   const std::function<void(const Progress&)>& progress)
    : JobCoordinator(terms), pairs_(pairs), progress_(progress), schedule_(pairs) {
  for (const PlannedSubspace& pair : pairs) expected_ += seconds_of_pair(pair);
}

/// A rank wants a pair, and tells what it has found of the one before.
void GradeCoordinator::take(int rank, const json& message) {
  if (const auto found = message.find("graded"); found != message.end()) {
    for (const json& each : *found) {
      const GradedSubspace graded = graded_subspace_from(each);
      graded_[graded.subspace] = graded;
    }
    const std::size_t row = grading_.at(rank);
    grading_.erase(rank);
    done_ += seconds_of_pair(pairs_[row]);
    schedule_.finished(row);
    tell_progress();
  }
  ready_.push_back(rank);
}

void GradeCoordinator::take_end(int rank, const json&) { grading_.erase(rank); }

void GradeCoordinator::hand_out() {
  while (!ready_.empty()) {
    const auto row = schedule_.next();
    if (!row && !schedule_.all_taken()) return;  // until another rank is done
    const int rank = ready_.front();
    ready_.pop_front();
    if (!row) {
      answer(rank, {{"kind", kinds::kNothing}});
      continue;
    }
    schedule_.take(*row);
    grading_[rank] = *row;
    answer(rank, {{"kind", kinds::kGrade}, {"pair", to_json(pairs_[*row].subspace)}});
    tell_progress();
  }
}

void GradeCoordinator::tell_progress() {
  if (!progress_ || grading_.empty()) return;
  std::vector<Subspace> graded;
  for (const auto& [rank, row] : grading_) graded.push_back(pairs_[row].subspace);
  progress_({done_ / expected_, work_text("grading", graded)});
}

}  // namespace mill
