#include "prober/prober.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/prober/solved_database.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

/// Six men's morris up to 4-4: small enough to look at every position.
class ProberTest : public ::testing::Test {
 protected:
  static Prober open(const SolvedDatabase& database, const ProberOptions& options = {}) {
    auto prober = Prober::open(database.directory(), database.variant(), options);
    EXPECT_TRUE(succeeds(prober));
    return std::move(*prober);
  }

  const Variant& variant() const { return database_.variant(); }
  const PlainSolution& solution() const { return database_.solution(); }

  /// The turn's outcome for the side that plays it, by the plain solver.
  Outcome solved_outcome(const Position& position, const Turn& turn) const {
    return outcome_before(solution().outcome(apply(variant(), position, turn)));
  }

  SolvedDatabase database_{six_mens_morris(), Subspace{4, 4}};
  Prober prober_ = open(database_);
};

Outcome ranked_outcome(const RankedTurn& turn) { return {turn.value, turn.distance.value_or(0)}; }

bool is_better(const Outcome& left, const Outcome& right) {
  if (left.value != right.value) return left.value > right.value;
  if (left.value == Value::kWin) return left.distance < right.distance;
  return left.distance > right.distance;
}

TEST_F(ProberTest, AgreesWithThePlainSolverOnEveryPosition) {
  const SymmetryGroup& group = variant().board->symmetries;
  std::size_t turn = 0;
  for (Position position : database_.positions()) {
    const Symmetry& symmetry = group.elements[turn++ % group.elements.size()];
    position.own = symmetry(position.own);
    position.opponent = symmetry(position.opponent);
    const Outcome expected = solution().outcome(position);
    const auto value = prober_.value(position);
    ASSERT_TRUE(succeeds(value)) << shown(variant(), position);
    ASSERT_EQ(*value, expected.value) << shown(variant(), position);
    ASSERT_EQ(prober_.outcome(position), expected) << shown(variant(), position);
  }
}

TEST_F(ProberTest, RanksTheTurnsOfEveryPositionBestFirst) {
  for (const Position& position : database_.positions()) {
    const auto ranked = prober_.rank_turns(position);
    ASSERT_TRUE(succeeds(ranked)) << shown(variant(), position);
    ASSERT_EQ(ranked->size(), generate_turns(variant(), position).size());
    for (std::size_t i = 0; i < ranked->size(); ++i) {
      const Outcome outcome = ranked_outcome((*ranked)[i]);
      ASSERT_EQ(outcome, solved_outcome(position, (*ranked)[i].turn)) << shown(variant(), position);
      ASSERT_EQ((*ranked)[i].distance.has_value(), outcome.value != Value::kDraw);
      if (i > 0) {
        ASSERT_FALSE(is_better(outcome, ranked_outcome((*ranked)[i - 1])));
      }
    }
    if (!ranked->empty()) {
      ASSERT_EQ(ranked_outcome(ranked->front()), solution().outcome(position))
          << shown(variant(), position);
    }
  }
}

TEST_F(ProberTest, LeavesEquallyGoodTurnsInTheOrderTheyAreGenerated) {
  const std::vector<Position> positions = solution().positions({3, 3});
  for (std::size_t i = 0; i < positions.size(); i += 100) {
    const std::vector<Turn> generated = generate_turns(variant(), positions[i]);
    const auto place = [&](const RankedTurn& turn) {
      return std::find(generated.begin(), generated.end(), turn.turn) - generated.begin();
    };
    const auto ranked = prober_.rank_turns(positions[i]);
    ASSERT_TRUE(succeeds(ranked));
    for (std::size_t k = 1; k < ranked->size(); ++k)
      if (ranked_outcome((*ranked)[k]) == ranked_outcome((*ranked)[k - 1])) {
        ASSERT_LT(place((*ranked)[k - 1]), place((*ranked)[k]));
      }
  }
}

TEST_F(ProberTest, RanksByValueAloneIfAskedTo) {
  const std::vector<Position> positions = solution().positions({4, 4});
  for (std::size_t i = 0; i < positions.size(); i += 50) {
    const auto ranked = prober_.rank_turns(positions[i], Detail::kValue);
    ASSERT_TRUE(succeeds(ranked));
    for (std::size_t k = 0; k < ranked->size(); ++k) {
      const RankedTurn& turn = (*ranked)[k];
      ASSERT_EQ(turn.value, solved_outcome(positions[i], turn.turn).value);
      ASSERT_FALSE(turn.distance);
      if (k > 0) {
        ASSERT_LE(turn.value, (*ranked)[k - 1].value);
      }
    }
  }
}

TEST_F(ProberTest, AnswersAPendingRemovalWithTheBestOne) {
  int answered = 0;
  for (const Position& before : solution().positions({3, 4})) {
    for (const Action& action : generate_actions(variant(), before)) {
      const Position pending = apply(variant(), before, action);
      if (!pending.removals) continue;
      Outcome best{Value::kLoss, -1};
      for (const Turn& removal : generate_turns(variant(), pending)) {
        const Outcome outcome = solved_outcome(pending, removal);
        if (is_better(outcome, best)) best = outcome;
      }
      ASSERT_EQ(prober_.outcome(pending), best) << shown(variant(), pending);
      ASSERT_EQ(prober_.value(pending), best.value) << shown(variant(), pending);
      const auto ranked = prober_.rank_turns(pending);
      ASSERT_TRUE(succeeds(ranked));
      ASSERT_EQ(ranked_outcome(ranked->front()), best) << shown(variant(), pending);
      ++answered;
    }
  }
  EXPECT_GT(answered, 1000);
}

TEST_F(ProberTest, ReportsAPositionWithItsTurns) {
  const std::vector<Position> positions = database_.positions();
  for (std::size_t i = 0; i < positions.size(); i += 40) {
    const auto report = prober_.probe(positions[i]);
    ASSERT_TRUE(succeeds(report)) << shown(variant(), positions[i]);
    const Outcome expected = solution().outcome(positions[i]);
    EXPECT_EQ(report->value, expected.value);
    EXPECT_EQ(report->distance.has_value(), expected.value != Value::kDraw);
    EXPECT_EQ(report->distance.value_or(0), expected.distance);
    const auto ranked = prober_.rank_turns(positions[i]);
    ASSERT_TRUE(succeeds(ranked));
    EXPECT_EQ(report->turns, *ranked);
  }
}

TEST_F(ProberTest, AnswersTheSameByPositionedReads) {
  const Prober positioned = open(database_, {.access = FileAccess::kPositioned});
  const std::vector<Position> positions = database_.positions();
  for (std::size_t i = 0; i < positions.size(); i += 10)
    ASSERT_EQ(positioned.outcome(positions[i]), solution().outcome(positions[i]));
}

TEST_F(ProberTest, AnswersTheSameWithoutACache) {
  const Prober uncached = open(database_, {.cache_bytes = 0});
  const std::vector<Position> positions = database_.positions();
  for (std::size_t i = 0; i < positions.size(); i += 500)
    ASSERT_EQ(uncached.outcome(positions[i]), solution().outcome(positions[i]));
  EXPECT_EQ(uncached.counters().cache_hits, 0u);
}

TEST_F(ProberTest, AnswersFromTheCacheAloneOnceABlockIsDecoded) {
  const Position position = solution().positions({4, 3}).front();
  EXPECT_FALSE(prober_.cached_value(position));
  const auto value = prober_.value(position);
  ASSERT_TRUE(succeeds(value));
  EXPECT_EQ(prober_.cached_value(position), *value);
}

TEST_F(ProberTest, CountsWhatItDoes) {
  const Position position = solution().positions({4, 4}).back();
  EXPECT_EQ(prober_.counters().probes, 0u);
  ASSERT_TRUE(succeeds(prober_.value(position)));
  ProbeCounters counters = prober_.counters();
  EXPECT_EQ(counters.cache_misses, 1u);
  EXPECT_EQ(counters.cache_hits, 0u);
  EXPECT_GT(counters.decoded_bytes, 0u);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(succeeds(prober_.value(position)));
  Position lost = position;
  lost.own &= lost.own - 1, lost.own &= lost.own - 1;
  ASSERT_TRUE(succeeds(prober_.value(lost)));
  const std::uint64_t decoded = counters.decoded_bytes;
  counters = prober_.counters();
  EXPECT_EQ(counters.cache_misses, 1u);
  EXPECT_EQ(counters.cache_hits, 10u);
  EXPECT_EQ(counters.by_rules, 1u);
  EXPECT_EQ(counters.probes, 12u);
  EXPECT_EQ(counters.decoded_bytes, decoded);
}

TEST_F(ProberTest, ListsTheSubspacesThatAreThere) {
  EXPECT_THAT(prober_.subspaces(), ::testing::ElementsAre(Subspace{3, 3}, Subspace{3, 4},
                                                          Subspace{4, 3}, Subspace{4, 4}));
  EXPECT_TRUE(succeeds(prober_.open_all()));
}

/// The same against all of 4-3 and 3-4 of the real game.
TEST(LongProber, AgreesWithThePlainSolverOnNineMensMorris) {
  const SolvedDatabase database(nine_mens_morris(), {4, 3});
  const auto prober = Prober::open(database.directory(), database.variant());
  ASSERT_TRUE(succeeds(prober));
  for (const Position& position : database.positions()) {
    const Outcome expected = database.solution().outcome(position);
    ASSERT_EQ(prober->value(position), expected.value) << shown(database.variant(), position);
    ASSERT_EQ(prober->outcome(position), expected) << shown(database.variant(), position);
    const auto ranked = prober->rank_turns(position);
    ASSERT_TRUE(succeeds(ranked)) << shown(database.variant(), position);
    if (ranked->empty()) continue;
    ASSERT_EQ(ranked_outcome(ranked->front()), expected) << shown(database.variant(), position);
  }
}

}  // namespace
}  // namespace mill
