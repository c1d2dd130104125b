#include "tools/benchmarks/bench_engine.h"

#include <fmt/format.h>

#include <random>

#include "base/timing.h"
#include "engine/positions/move_maker.h"
#include "engine/search/engine.h"

namespace mill {
namespace {

constexpr int kPositions = 6;
constexpr std::uint64_t kNodesEach = 1'000'000;
constexpr double kPerftSeconds = 0.1;  // for each position
constexpr std::uint64_t kTableBytes = std::uint64_t{32} << 20;

/// A position without hands that play at random leads to, open and with enough stones for a fight.
Position moving_position(const Variant& variant, std::mt19937& random) {
  while (true) {
    Position position = start_position(variant);
    while (position.own_hand + position.opponent_hand > 0 || position.removals > 0) {
      const auto actions = generate_actions(variant, position);
      if (actions.empty()) break;
      position = apply(variant, position, actions[random() % actions.size()]);
    }
    if (position.own_hand + position.opponent_hand + position.removals > 0) continue;
    if (generate_turns(variant, position).size() > 4) return position;
  }
}

/// Deeper and deeper until the time is over.
double perft_rate(const MoveMaker& moves, const Position& position) {
  const SearchPosition at = SearchPosition::of(position, 0, 0);
  std::uint64_t turns = 0;
  const double start = process_seconds();
  double spent = 0;
  for (int depth = 4; spent < kPerftSeconds && depth < 12; ++depth) {
    turns += moves.perft_turns(at, depth);
    spent = process_seconds() - start;
  }
  return spent > 0 ? static_cast<double>(turns) / spent : 0;
}

}  // namespace

EngineRates measure_engine(const Variant& variant) {
  std::mt19937 random(1);
  const MoveMaker moves(variant);
  EngineOptions options;
  options.hash_bytes = kTableBytes;
  auto engine = Engine::create(variant, options);
  EngineRates rates;
  double spent = 0;
  std::uint64_t nodes = 0;
  for (int i = 0; engine && i < kPositions; ++i) {
    TextPosition start;
    start.position = moving_position(variant, random);
    const double before = process_seconds();
    nodes += engine->think(Game(variant, start), {{}, kNodesEach, {}}).nodes;
    spent += process_seconds() - before;
    rates.turns_per_second += perft_rate(moves, start.position) / kPositions;
  }
  if (spent > 0) rates.nodes_per_second = static_cast<double>(nodes) / spent;
  return rates;
}

ThemeScore SuiteScore::total() const {
  ThemeScore sum;
  for (const auto& [theme, score] : themes) {
    sum.positions += score.positions;
    sum.solved += score.solved;
  }
  return sum;
}

Result<SuiteScore> solve_suite(const Variant& variant, const std::vector<TestPosition>& suite,
                               const SearchLimits& limits, const TaskControl& control) {
  auto engine = MILLSTONE_TRY(Engine::create(variant));
  SuiteScore score;
  for (std::size_t i = 0; i < suite.size(); ++i) {
    if (control.progress)
      control.progress({static_cast<double>(i) / static_cast<double>(suite.size()),
                        fmt::format("position {} of {}", i + 1, suite.size())});
    const Turn turn = turn_of_engine(engine, suite[i].position, limits);
    if (control.stop.is_set())
      return fail(ErrorCode::kInterrupted, "stopped at position {} of {}", i + 1, suite.size());
    const bool solved = solves(suite[i], turn);
    ThemeScore& of_theme = score.themes[suite[i].theme];
    ++of_theme.positions;
    of_theme.solved += solved;
    if (!solved) score.unsolved.push_back(i);
  }
  return score;
}

}  // namespace mill
