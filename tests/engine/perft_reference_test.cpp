// Perft of every preset, from the start and from positions in which each of its rules acts, as
// data/reference/perft.csv has it: by the rules of the game, and by the search's move maker.
// tests/tools/perft_reference_test.py compares it with the plain rules.

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "engine/positions/move_maker.h"
#include "game/perft.h"
#include "game/position_text.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

constexpr int kQuickDepth = 4;
constexpr std::uint64_t kQuickNodes = 1'000'000;

struct PerftRow {
  std::string variant, acts, position;
  std::vector<std::uint64_t> nodes;  ///< by depth, from 1
};

std::vector<PerftRow> read_rows() {
  std::ifstream file(std::string(MILLSTONE_SOURCE_DIR) + "/data/reference/perft.csv");
  std::vector<PerftRow> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#") || line.starts_with("variant,")) continue;
    std::istringstream parts(line);
    PerftRow row;
    std::string moves, number;
    std::getline(parts, row.variant, ',');
    std::getline(parts, moves, ',');
    std::getline(parts, row.acts, ',');
    std::getline(parts, row.position, ',');
    while (std::getline(parts, number, ',') && !number.empty())
      row.nodes.push_back(std::stoull(number));
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Sequences of actions, counted with the moves of the search.
std::uint64_t count_by_moves(const MoveMaker& moves, const SearchPosition& at, int depth) {
  if (moves.has_too_few(at)) return 0;
  ActionList actions;
  moves.generate(at, actions);
  if (depth == 1) return actions.size();
  std::uint64_t nodes = 0;
  for (const Action& action : actions)
    nodes += count_by_moves(moves, moves.play(at, action), depth - 1);
  return nodes;
}

void expect_counts(const PerftRow& row, int deepest, std::uint64_t most_nodes) {
  const auto variant = find_variant(row.variant);
  ASSERT_TRUE(succeeds(variant));
  const MoveMaker moves(*variant);
  const bool from_start = row.position == "startpos";
  const auto read = parse_position_text(*variant, row.position);
  ASSERT_TRUE(from_start || succeeds(read)) << row.position;
  const Position position = from_start ? start_position(*variant) : read->position;
  const SearchPosition at = SearchPosition::of(position, 0, 0);
  const int last = std::min(deepest, static_cast<int>(row.nodes.size()));
  for (int depth = 1; depth <= last; ++depth) {
    const std::uint64_t expected = row.nodes[static_cast<std::size_t>(depth) - 1];
    if (expected > most_nodes) return;
    EXPECT_EQ(count_by_moves(moves, at, depth), expected) << row.variant << " " << row.position;
    EXPECT_EQ(perft_actions(*variant, position, depth), expected)
        << row.variant << " " << row.position;
  }
}

TEST(PerftReference, HasEveryPresetAndTenPositionsOfEach) {
  std::map<std::string, int> positions;
  for (const PerftRow& row : read_rows()) ++positions[row.variant];
  for (const Preset& preset : list_presets()) EXPECT_EQ(positions[preset.name], 11) << preset.name;
}

TEST(PerftReference, IsWhatRulesAndSearchCount) {
  for (const PerftRow& row : read_rows()) expect_counts(row, kQuickDepth, kQuickNodes);
}

TEST(LongPerftReference, IsWhatRulesAndSearchCount) {
  for (const PerftRow& row : read_rows()) expect_counts(row, INT32_MAX, UINT64_MAX);
}

}  // namespace
}  // namespace mill
