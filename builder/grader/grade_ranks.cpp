#include "builder/grader/grade_ranks.h"

#include <algorithm>

namespace mill {
namespace {

bool is_worse(const Grade& left, const Grade& right) { return is_better(right, left); }

}  // namespace

GradeRanks::GradeRanks(std::vector<Grade> grades) : grades_(std::move(grades)) {
  std::ranges::sort(grades_, is_worse);
  grades_.erase(std::unique(grades_.begin(), grades_.end()), grades_.end());
}

std::uint32_t GradeRanks::first_not_worse(const Grade& grade) const {
  const auto place = std::ranges::lower_bound(grades_, grade, is_worse);
  return static_cast<std::uint32_t>(place - grades_.begin()) + 1;
}

std::uint32_t GradeRanks::first_better(const Grade& grade) const {
  const auto place = std::ranges::upper_bound(grades_, grade, is_worse);
  return static_cast<std::uint32_t>(place - grades_.begin()) + 1;
}

}  // namespace mill
