#include "builder/verifier/graded_order.h"

#include <algorithm>

namespace mill::verifier {
namespace {

bool comes_first(const Grade& left, const Grade& right) { return is_better(left, right); }

}  // namespace

GradedOrder::GradedOrder(std::vector<Grade> grades) : grades_(std::move(grades)) {
  std::ranges::sort(grades_, comes_first);
  grades_.erase(std::unique(grades_.begin(), grades_.end()), grades_.end());
}

GradeWorth GradedOrder::worth(const GradedValue& graded) const {
  if (graded.value == Value::kWin) return kWonInOneWorth<GradeWorth>;
  if (graded.value == Value::kLoss) return kLostWorth<GradeWorth>;
  const auto place = std::ranges::lower_bound(grades_, graded.grade, comes_first);
  return static_cast<GradeWorth>(place - grades_.begin() + 1);
}

GradedValue GradedOrder::graded(GradeWorth worth) const {
  if (worth == kWonInOneWorth<GradeWorth>) return {Value::kWin, {}};
  if (worth == kLostWorth<GradeWorth>) return {Value::kLoss, {}};
  return {Value::kDraw, grades_[worth - 1]};
}

}  // namespace mill::verifier
