#include "engine/evaluation/feature_evaluation.h"

#include <algorithm>

#include "base/checksum.h"
#include "base/little_endian.h"

namespace mill {
namespace {

/// Lines of one side and what it can do with them.
struct LineFeatures {
  int mills = 0, open_twos = 0, ready_twos = 0, double_mills = 0;
};

/// @param anywhere  the side may bring a stone to any empty point: it places or flies
LineFeatures count_lines(const BoardTables& board, const HeldLines& held, Mask stones, Mask empty,
                         bool anywhere) {
  LineFeatures features;
  Mask in_mills = 0;
  board.lines().for_each(held.mills, [&](Mask line) {
    ++features.mills;
    in_mills |= line;
  });
  board.lines().for_each(held.twos, [&](Mask line) {
    const Mask near = anywhere ? stones : stones & board.neighbours(lowest(line & empty));
    const Mask movers = near & ~line;
    ++features.open_twos;
    features.ready_twos += movers != 0;
    features.double_mills += (movers & in_mills) != 0;
  });
  return features;
}

}  // namespace

std::string_view feature_name(Feature feature) {
  static constexpr std::array<std::string_view, kFeatureCount> kNames = {
      "stones", "mills", "open twos", "ready twos", "double mills", "blocked", "mobility", "tempo"};
  return kNames[feature];
}

std::string_view phase_name(Phase phase) {
  static constexpr std::array<std::string_view, kPhaseCount> kNames = {
      "placing early", "placing middle", "placing late", "moving", "flying"};
  return kNames[phase];
}

// clang-format off
const Weights kDefaultWeights = {{
    // stones mills twos ready double blocked mobility tempo
    {{ 464, -350,  -37,    3,    0,  -46,    5,   12}},
    {{ 400, -158,   92,  -33,  -25,  -44,   26,   73}},
    {{ 271,    8,   -6,  146,   -9,  -49,   39,  134}},
    {{ 100,  100,   27,  155,  119,  -38,   14,   73}},
    {{  -4,   52,   10,  188,    0,    0,    0,  126}},
}};
// clang-format on

Phase FeatureEvaluation::phase(const SearchPosition& at) const {
  const int in_hand = at.position.own_hand + at.position.opponent_hand;
  if (in_hand > 0) {
    const int all = 2 * moves_.variant().rules.piece_count;
    return 3 * in_hand > 2 * all ? kPlacingEarly
           : 3 * in_hand > all   ? kPlacingMiddle
                                 : kPlacingLate;
  }
  return moves_.flies(at) || moves_.opponent_flies(at) ? kFlying : kMoving;
}

Phase FeatureEvaluation::phase(const Subspace& subspace) const {
  SearchPosition at;
  at.own_count = static_cast<std::uint8_t>(subspace.own);
  at.opponent_count = static_cast<std::uint8_t>(subspace.opponent);
  at.position.own_hand = static_cast<std::uint8_t>(subspace.own_hand);
  at.position.opponent_hand = static_cast<std::uint8_t>(subspace.opponent_hand);
  return phase(at);
}

Features FeatureEvaluation::features(const SearchPosition& at) const {
  const Position& position = at.position;
  const BoardTables& board = moves_.board();
  const Mask empty = board.all() & ~position.occupied();
  const Mask next_to_empty = board.neighbours_of(empty);
  const auto [own_lines, other_lines] =
      board.lines().held_by_each(position.own, position.opponent, empty);
  const LineFeatures own =
      count_lines(board, own_lines, position.own, empty, moves_.moves_anywhere(at));
  const LineFeatures other =
      count_lines(board, other_lines, position.opponent, empty, moves_.opponent_moves_anywhere(at));
  const PairCount blocked =
      pair_count(position.own & ~next_to_empty, position.opponent & ~next_to_empty);
  const PairCount targets = pair_count(board.neighbours_of(position.own) & empty,
                                       board.neighbours_of(position.opponent) & empty);
  Features features;
  features[kStones] = at.own_total() - at.opponent_total();
  features[kMills] = own.mills - other.mills;
  features[kOpenTwos] = own.open_twos - other.open_twos;
  features[kReadyTwos] = own.ready_twos - other.ready_twos;
  features[kDoubleMills] = own.double_mills - other.double_mills;
  features[kBlocked] = blocked.first - blocked.second;
  features[kMobility] = targets.first - targets.second;
  features[kTempo] = 1;
  return features;
}

Score FeatureEvaluation::score(const SearchPosition& at) const {
  const Features found = features(at);
  const auto& weights = weights_[phase(at)];
  Score sum = 0;
  for (int i = 0; i < kFeatureCount; ++i) sum += found[i] * weights[i];
  return std::clamp(sum, -kMostEvaluated, kMostEvaluated);
}

std::uint64_t FeatureEvaluation::identity() const {
  std::vector<std::uint8_t> bytes;
  for (const auto& phase : weights_)
    for (const int weight : phase) append_little_endian(bytes, static_cast<std::uint32_t>(weight));
  return checksum(bytes);
}

}  // namespace mill
