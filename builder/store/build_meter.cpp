#include "builder/store/build_meter.h"

#include <algorithm>

#include "base/timing.h"

namespace mill {

void BuildMeter::add(const PlannedSubspace& planned) {
  planned_[planned.subspace] = planned;
  total_ += planned.solve_seconds + planned.write_seconds;
}

void BuildMeter::solved(const Subspace& subspace) {
  advance(subspace, &PlannedSubspace::solve_seconds);
}

void BuildMeter::written(const Subspace& subspace) {
  advance(subspace, &PlannedSubspace::write_seconds);
}

void BuildMeter::advance(const Subspace& subspace, double PlannedSubspace::*part) {
  const std::lock_guard lock(mutex_);
  const auto planned = planned_.find(subspace);
  if (planned == planned_.end()) return;
  done_ += planned->second.*part;
  planned->second.*part = 0;  // once
}

void BuildMeter::report(const std::string& what) {
  if (!tell_) return;
  const std::lock_guard lock(mutex_);
  Progress progress;
  progress.what = what;
  const double passed = seconds();
  progress.share = total_ > 0 ? std::min(1.0, done_ / total_) : 1;
  // At the start the estimate says more than what little has been measured.
  constexpr double kEnoughToGoBy = 0.02;
  progress.seconds_left =
      progress.share > kEnoughToGoBy ? passed * (1 - progress.share) / progress.share : total_;
  tell_(progress);
}

double BuildMeter::seconds() const { return seconds_since(start_); }

}  // namespace mill
