#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "formats/codecs/prediction/symbol_coder.h"
#include "game/value.h"

namespace mill {

/// Log odds beyond which probabilities do not go, in eighths of a doubling.
inline constexpr int kMostLogOdds = 127;

/// Probabilities of the log odds -kMostLogOdds .. kMostLogOdds, in parts of 65536.
inline constexpr std::array<std::uint16_t, 2 * kMostLogOdds + 1> kProbabilities = [] {
  // 65536 times 2 to the 0, 1/8, .. 7/8.
  constexpr std::array<std::uint64_t, 8> kOdds = {65536, 71468,  77936,  84990,
                                                  92682, 101070, 110218, 120194};
  std::array<std::uint16_t, 2 * kMostLogOdds + 1> table{};
  for (int x = 0; x <= kMostLogOdds; ++x) {
    const std::uint64_t odds = kOdds[x % 8] << (x / 8);
    const std::uint64_t probability = 65536 * odds / (odds + 65536);
    table[kMostLogOdds + x] = static_cast<std::uint16_t>(probability);
    table[kMostLogOdds - x] = static_cast<std::uint16_t>(65536 - probability);
  }
  return table;
}();

/// The probability of any log odds in eighths of a doubling, in parts of 65536.
inline std::uint32_t probability_of(int log_odds) {
  const int index = std::clamp(log_odds, -kMostLogOdds, kMostLogOdds) + kMostLogOdds;
  return kProbabilities[static_cast<std::size_t>(index)];
}

/// The same for log odds that are no whole number: between two entries on a straight line. 0..1.
inline float probability_between(float log_odds) {
  const float most = kMostLogOdds;
  const float place = std::clamp(log_odds, -most, most - 0.01F) + most;
  const auto below = static_cast<std::size_t>(place);
  const float share = place - static_cast<float>(below);
  const float low = kProbabilities[below], high = kProbabilities[below + 1];
  return (low + share * (high - low)) / 65536.0F;
}

/// How likely a draw, a win and a loss are in the place of one slot: the ranges that
/// symbol_coder.h gives them. Draws own the numbers below `draw_end`, wins those from there to
/// `win_end`, losses the rest.
struct ValueRanges {
  std::uint32_t draw_end, win_end;
};

/// @param draw  log odds of a draw, in eighths of a doubling
/// @param win   of a win, if it is no draw
inline ValueRanges ranges_of(int draw, int win) {
  // Every value keeps a range, however unlikely.
  const std::uint32_t draw_end = 1 + (probability_of(draw) * (kRangeTotal - 3) >> 16);
  const std::uint32_t rest = kRangeTotal - draw_end;
  return {draw_end, draw_end + 1 + (probability_of(win) * (rest - 2) >> 16)};
}

/// The range of one of the values.
inline SymbolRange range_of(const ValueRanges& ranges, Value value) {
  const std::array<std::uint32_t, 3> starts = {ranges.win_end, 0, ranges.draw_end};
  const std::array<std::uint32_t, 3> sizes = {kRangeTotal - ranges.win_end, ranges.draw_end,
                                              ranges.win_end - ranges.draw_end};
  const auto number = static_cast<std::size_t>(value);
  return {static_cast<std::uint16_t>(starts[number]), static_cast<std::uint16_t>(sizes[number])};
}

/// Decodes one value, as a number.
inline std::uint8_t take_value(SymbolDecoder& decoder, const ValueRanges& ranges) {
  // No branches: what they would depend on is what could not be predicted.
  const std::uint32_t number = decoder.peek();
  const std::uint32_t no_draw = number >= ranges.draw_end, loss = number >= ranges.win_end;
  const std::uint32_t wins = ranges.win_end - ranges.draw_end;
  const std::uint32_t start = (-no_draw & ranges.draw_end) + (-loss & wins);
  const std::uint32_t end =
      ranges.draw_end + (-no_draw & wins) + (-loss & (kRangeTotal - ranges.win_end));
  decoder.skip(start, end - start);
  return static_cast<std::uint8_t>(1 + no_draw - 2 * loss);
}

/// What is asked about a value, one after the other: what is learned of one does not depend on the
/// other.
enum class Question : std::uint8_t { kDraw, kWinIfNone };
inline constexpr std::uint32_t kQuestions = 2;

/// Whether it is asked about this value, and whether the answer is yes.
inline bool is_asked(Question question, Value value) {
  return question == Question::kDraw || value != Value::kDraw;
}
inline bool is_yes(Question question, Value value) {
  return value == (question == Question::kDraw ? Value::kDraw : Value::kWin);
}

}  // namespace mill
