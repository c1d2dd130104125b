// The database of Three Men's Morris that comes with the sources: it must read as long as the
// format has this version, and nothing has to be built for it.

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "game/notation.h"
#include "prober/prober.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

Result<Prober> open_shipped(const std::string& name) {
  const Variant variant = find_variant(name).value();
  return Prober::open(fmt::format("{}/data/databases/{}", MILLSTONE_SOURCE_DIR, name), variant);
}

/// Value and distance of each first move as published: "b2" -> "win,9".
std::map<std::string, std::string> published_moves(const std::string& name) {
  std::ifstream file(fmt::format("{}/data/reference/{}.moves.csv", MILLSTONE_SOURCE_DIR, name));
  MILLSTONE_CHECK(file.is_open());
  std::map<std::string, std::string> moves;
  for (std::string line; std::getline(file, line);)
    if (line[0] != '#' && line.rfind("move,", 0) != 0)
      moves[line.substr(0, line.find(','))] = line.substr(line.find(',') + 1);
  return moves;
}

TEST(ShippedDatabase, KnowsTheStartOfThreeMensMorris) {
  const auto prober = open_shipped("three-mens-morris");
  ASSERT_TRUE(succeeds(prober));
  const Position start = start_position(prober->variant());
  const auto report = prober->probe(start);
  ASSERT_TRUE(succeeds(report));
  std::map<std::string, std::string> found;
  const auto text = [](Value value, std::optional<int> distance) {
    return fmt::format("{},{}", value_name(value), distance.value_or(0));
  };
  found["start"] = text(report->value, report->distance);
  for (const RankedTurn& ranked : report->turns)
    found[turn_text(*prober->variant().board, ranked.turn)] = text(ranked.value, ranked.distance);
  EXPECT_EQ(found, published_moves("three-mens-morris"));
}

TEST(ShippedDatabase, PlaysFromTheStartToTheEndFromItsPack) {
  const auto variant = find_variant("three-mens-morris").value();
  const auto packed =
      Prober::open(MILLSTONE_SOURCE_DIR "/tests/data/three-mens-morris.pack", variant);
  const auto prober = open_shipped("three-mens-morris");
  ASSERT_TRUE(succeeds(packed));
  Position position = start_position(variant);
  for (;;) {
    const auto turns = packed->rank_turns(position), expected = prober->rank_turns(position);
    ASSERT_TRUE(succeeds(turns));
    ASSERT_EQ(turns->size(), expected->size());
    for (std::size_t i = 0; i < turns->size(); ++i) {
      EXPECT_EQ((*turns)[i].turn, (*expected)[i].turn);
      EXPECT_EQ((*turns)[i].distance, (*expected)[i].distance);
    }
    if (turns->empty()) break;
    position = apply(variant, position, turns->front().turn);
  }
}

TEST(ShippedDatabase, PlaysFromTheStartToTheEnd) {
  const auto prober = open_shipped("three-mens-morris");
  ASSERT_TRUE(succeeds(prober));
  Position position = start_position(prober->variant());
  int plies = 0;
  for (;; ++plies) {
    const auto turns = prober->rank_turns(position);
    ASSERT_TRUE(succeeds(turns));
    if (turns->empty()) break;
    position = apply(prober->variant(), position, turns->front().turn);
  }
  EXPECT_EQ(plies, 9) << "the first player wins in nine plies";
}

}  // namespace
}  // namespace mill
