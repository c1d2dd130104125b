#include "engine/evaluation/judgement.h"

#include <gtest/gtest.h>

namespace mill {
namespace {

/// Two positions: of the first a loss was held for likely (0.75) and true, of the second a win
/// (0.95) and a draw was true.
std::array<Calibration, 3> two_positions() {
  std::array<Calibration, 3> calibration = {};
  auto& [loss, draw, win] = calibration;
  loss[7] = {1, 0.75, 1};
  loss[0] = {1, 0.0, 0};
  draw[1] = {1, 0.125, 0};
  draw[0] = {1, 0.05, 1};
  win[1] = {1, 0.125, 0};
  win[9] = {1, 0.95, 0};
  return calibration;
}

TEST(Calibration, ErrorIsTheMeanDistanceOfForecastsFromWhatWasTrue) {
  EXPECT_NEAR(calibration_error(two_positions()), (0.25 + 0 + 0.125 + 0.95 + 0.125 + 0.95) / 6,
              1e-12);
  EXPECT_EQ(calibration_error({}), 0);
}

TEST(Calibration, ErrorWeighsBinsByTheirForecasts) {
  std::array<Calibration, 3> calibration = {};
  for (Calibration& bins : calibration) {
    bins[3] = {9, 0.35, 0.35};
    bins[6] = {1, 0.6, 1};
  }
  EXPECT_NEAR(calibration_error(calibration), 0.4 / 10, 1e-12);
}

TEST(Calibration, PooledBinsHoldTheForecastsOfAllValues) {
  const Calibration all = pooled(two_positions());
  EXPECT_EQ(all[0].forecasts, 2U);
  EXPECT_NEAR(all[0].forecast, 0.025, 1e-12);
  EXPECT_NEAR(all[0].observed, 0.5, 1e-12);
  EXPECT_EQ(all[1].forecasts, 2U);
  EXPECT_NEAR(all[1].forecast, 0.125, 1e-12);
  EXPECT_EQ(all[1].observed, 0);
  EXPECT_EQ(all[5].forecasts, 0U);
  EXPECT_EQ(all[9].observed, 0);
}

}  // namespace
}  // namespace mill
