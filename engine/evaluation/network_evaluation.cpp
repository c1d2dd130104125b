#include "engine/evaluation/network_evaluation.h"

#include <algorithm>
#include <array>

namespace mill {
namespace {

constexpr int kTableShift = 6;        // powers are kept for each 2^6 of them
constexpr std::size_t kPowers = 640;  // down to e^-10
constexpr std::int64_t kOne = std::int64_t{1} << 16;

/// e^-(i / 64) in steps of 2^-16, by whole numbers, so that it is the same on every machine.
constexpr std::array<std::int32_t, kPowers> make_powers() {
  constexpr std::int64_t kStep = 16517109;  // e^(-1/64) in steps of 2^-24
  std::array<std::int32_t, kPowers> powers{};
  std::int64_t power = kOne << 24;
  for (std::int32_t& each : powers) {
    each = static_cast<std::int32_t>(power >> 24);
    power = (power >> 8) * kStep >> 16;
  }
  return powers;
}
constexpr auto kPowersOfE = make_powers();

std::int32_t power_below(std::int32_t logit, std::int32_t most) {
  const auto index = static_cast<std::size_t>(most - logit) >> kTableShift;
  return index < kPowers ? kPowersOfE[index] : 0;
}

}  // namespace

Score score_of_logits(const NetworkLogits& logits) {
  constexpr std::int64_t kSureWin = 800;
  constexpr std::int32_t kOfLogit = 16;
  const auto [loss, draw, win] = logits;
  const std::int32_t most = std::max({loss, draw, win});
  const std::int64_t lost = power_below(loss, most), drawn = power_below(draw, most);
  const std::int64_t won = power_below(win, most);
  const std::int64_t expected = kSureWin * (won - lost) / (won + drawn + lost);
  const std::int32_t sure =
      kOfLogit * ((win - loss) >> kActivationShift) >> (kLogitShift - kActivationShift);
  return std::clamp(static_cast<Score>(expected) + sure, -kMostEvaluated, kMostEvaluated);
}

}  // namespace mill
