#include "engine/search/worth.h"

#include <algorithm>
#include <cmath>

namespace mill {
namespace {

constexpr double kScoreUnit = 600;  // hundredths of a stone; beyond it a game is nearly decided

}  // namespace

double worth_of(Score score) { return std::tanh(score / kScoreUnit); }

double worth_of(Value value) { return static_cast<int>(value) - 1; }

Score score_of_worth(double worth) {
  constexpr double kMost = 0.9999;
  const double score = kScoreUnit * std::atanh(std::clamp(worth, -kMost, kMost));
  return std::clamp(static_cast<Score>(std::lround(score)), -kMostEvaluated, kMostEvaluated);
}

}  // namespace mill
