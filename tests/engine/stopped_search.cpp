#include "tests/engine/stopped_search.h"

#include <gtest/gtest.h>

#include <thread>

namespace mill {

SearchReport stop_before_and_within(Engine& engine) {
  const Game game(engine.variant());
  engine.stop();
  EXPECT_FALSE(engine.think(game, {}).lines.front().actions.empty());
  engine.clear_stop();
  std::jthread stopper([&engine] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    engine.stop();
  });
  SearchReport report = engine.think(game, {});
  EXPECT_LT(report.time, std::chrono::seconds(20));
  return report;
}

}  // namespace mill
