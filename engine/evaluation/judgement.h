#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/evaluation/feature_evaluation.h"
#include "prober/prober.h"

namespace mill {

/// What became of the probabilities that fell into one tenth of 0 to 1.
struct CalibrationBin {
  std::uint64_t forecasts = 0;
  double forecast = 0;  ///< their mean; 0 if there are none
  double observed = 0;  ///< the share of them whose value was the true one
};

/// By tenths, the least first; a probability of 1 belongs to the last.
using Calibration = std::array<CalibrationBin, 10>;

/// How well an evaluation tells the values of some positions.
struct Agreement {
  double loss = 0;      ///< mean cross-entropy over loss, draw and win, in nats
  double accuracy = 0;  ///< share of positions whose value it holds for the likeliest
  std::array<Calibration, 3> calibration = {};  ///< of loss, draw and win
};

/// How far forecasts are from what is observed: the expected calibration error of each value, the
/// mean over its forecasts of the distance between both in their bin, averaged over the three
/// values ("classwise ECE"; Kull and others, "Beyond temperature scaling", arXiv 1910.12656). 0 if
/// there are no forecasts.
double calibration_error(const std::array<Calibration, 3>& calibration);

/// The forecasts of all three values together.
Calibration pooled(const std::array<Calibration, 3>& calibration);

/// What was found for the positions of one phase that have so many stones on the board.
struct Judgement {
  Phase phase = kMoving;
  int stones = 0;  ///< of both sides; 0: all positions of the phase
  std::uint64_t samples = 0;
  Agreement features;  ///< its scores made into probabilities by a logistic model of the phase
  std::optional<Agreement> network;  ///< none where the variant has no network
};

struct JudgementOptions {
  std::uint64_t samples = 20'000;  ///< held-out positions of each phase; as many others to fit
  std::uint64_t seed = 1;
};

/// Judges the evaluations of a variant by held-out positions of a database, each position of a
/// phase equally likely, in which the side to move takes no stone. What makes probabilities of the
/// features' score is fitted to as many others. Rows by phase, the whole phase first. Errors as
/// Prober::value(), kMissingFile if the database has no such positions.
Result<std::vector<Judgement>> judge_evaluations(const Prober& prober,
                                                 const JudgementOptions& options);

}  // namespace mill
