// Whole games from the empty board against published counts (data/reference).

#include <gtest/gtest.h>

#include "tests/builder/solved_closure.h"
#include "tests/support/reference_data.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

std::int64_t at(const ReferenceRow& row, const std::string& column) { return row.at(column); }

/// What a reference row says of the counts, in its own columns: some files have the longest
/// distance of both sides only, -1 where all are draws.
ReferenceRow row_of(const SolvedSubspace& solved, const ReferenceRow& like) {
  const auto& [subspace, outcomes, counts] = solved;
  ReferenceRow row{{"own", subspace.own},           {"opponent", subspace.opponent},
                   {"own_hand", subspace.own_hand}, {"opponent_hand", subspace.opponent_hand},
                   {"classes", counts.classes},     {"wins", counts.wins},
                   {"draws", counts.draws},         {"losses", counts.losses}};
  if (like.contains("max_depth")) {
    row["max_depth"] =
        counts.draws == counts.classes ? -1 : std::max(counts.longest_win, counts.longest_loss);
  } else {
    row["longest_win"] = counts.longest_win;
    row["longest_loss"] = counts.longest_loss;
  }
  return row;
}

/// Solves the whole game and compares every subspace with the file, which must list just those.
void expect_reference_game(const Variant& variant, std::string_view file) {
  const Position start = start_position(variant);
  const SolvedClosure solved = solve_closure(variant, subspace_of(variant, start), best_kernels());
  const std::vector<ReferenceRow> rows = read_reference(file);
  EXPECT_EQ(solved.size(), rows.size());
  for (const ReferenceRow& row : rows) {
    const Subspace subspace{static_cast<int>(at(row, "own")), static_cast<int>(at(row, "opponent")),
                            static_cast<int>(at(row, "own_hand")),
                            static_cast<int>(at(row, "opponent_hand"))};
    const auto found = solved.find(subspace);
    ASSERT_NE(found, solved.end()) << subspace.text() << " is missing";
    EXPECT_EQ(row_of(found->second, row), row) << subspace.text();
  }
}

Variant with_stones(Variant variant, int stones) {
  variant.rules.piece_count = stones;
  return variant;
}

TEST(WholeGame, OfNineMensMorrisWith3Stones) {
  expect_reference_game(with_stones(nine_mens_morris(), 3), "nine-mens-morris-3-stones.csv");
}

TEST(WholeGame, OfNineMensMorrisWith4Stones) {
  expect_reference_game(with_stones(nine_mens_morris(), 4), "nine-mens-morris-4-stones.csv");
}

TEST(WholeGame, OfNineMensMorrisWith3StonesThatNeverFly) {
  Variant variant = with_stones(nine_mens_morris(), 3);
  variant.rules.may_fly = false;
  expect_reference_game(variant, "nine-mens-morris-3-stones-no-flying.csv");
}

TEST(WholeGame, OfLaskerMorrisWith3Stones) {
  Variant variant = with_stones(nine_mens_morris(), 3);
  variant.rules.move_while_placing = true;
  expect_reference_game(variant, "lasker-3-stones.csv");
}

TEST(WholeGame, OfMorabarabaWith3Stones) {
  expect_reference_game(with_stones(find_variant("morabaraba").value(), 3),
                        "morabaraba-3-stones.csv");
}

TEST(WholeGame, OfThreeMensMorris) {
  Variant variant = three_mens_morris();
  expect_reference_game(variant, "three-mens-morris-flying.csv");
  variant.rules.may_fly = false;
  expect_reference_game(variant, "three-mens-morris.csv");
}

TEST(WholeGame, OfSixMensMorris) {
  expect_reference_game(six_mens_morris(), "six-mens-morris.csv");
}

TEST(WholeGame, OfSixMensMorrisWithoutFlying) {
  Variant variant = six_mens_morris();
  variant.rules.may_fly = false;
  expect_reference_game(variant, "six-mens-morris-no-flying.csv");
}

TEST(WholeGame, OfSixMensMorrisWhereABlockedSidePasses) {
  Variant variant = six_mens_morris();
  variant.rules.stalemate_action = StalemateAction::kPass;
  expect_reference_game(variant, "six-mens-morris-pass.csv");
}

TEST(WholeGame, OfSixMensMorrisWhereStonesMoveWhileOthersAreInHand) {
  Variant variant = six_mens_morris();
  variant.rules.move_while_placing = true;
  expect_reference_game(variant, "six-mens-morris-lasker.csv");
}

}  // namespace
}  // namespace mill
