#include "builder/verifier/recompute.h"

#include <gtest/gtest.h>

#include <array>
#include <deque>

#include "builder/verifier/block_method.h"
#include "builder/verifier/plain_check.h"
#include "builder/verifier/plain_grades.h"
#include "builder/verifier/position_steps.h"
#include "builder/verifier/verifier.h"
#include "formats/subspace_file.h"
#include "tests/support/rule_settings.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill::verifier {
namespace {

// What a sample leaves to be made on demand, and one that has whole tables made.
constexpr std::array<std::uint64_t, 2> kSamples = {1000, 1};
constexpr std::size_t kMostTableBytes = std::size_t{1} << 26;

/// A number without rhyme or reason, but equal for the slots of one class.
std::uint64_t hash_of_class(const Numbering& numbering, const Subspace& subspace,
                            std::uint64_t slot) {
  const Position position = numbering.position(subspace, slot);
  const Position least = smallest_image(numbering.major().board(), position);
  const std::uint64_t hash = (std::uint64_t{least.own} << 32 | least.opponent) * 0x9e3779b97f4a7c15;
  return (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9;
}

/// What code that recomputes outcomes from others must follow whether they make sense or not. Half
/// of them are long.
Outcome random_outcome(const Numbering& numbering, const Subspace& subspace, std::uint64_t slot) {
  const std::uint64_t hash = hash_of_class(numbering, subspace, slot);
  const int half = static_cast<int>(hash >> 40) % 250;
  if (hash >> 20 & 1) return {Value::kWin, 2 * half + 1};
  return hash >> 21 & 1 ? Outcome{} : Outcome{Value::kLoss, 2 * half};
}

/// Writes both files of a subspace.
void write_outcomes(const std::filesystem::path& directory, const Variant& variant,
                    const Subspace& subspace, const std::vector<Outcome>& outcomes) {
  const Numbering numbering = Numbering::make(variant, subspace);
  ClassCounts counts;
  counts.slots = outcomes.size();
  std::vector<LongDistance> longs;
  for (std::uint64_t slot = 0; slot < outcomes.size(); ++slot) {
    const auto& [value, distance] = outcomes[slot];
    if (is_long(to_byte(outcomes[slot]))) longs.push_back({slot, distance});
    if (!numbering.is_canonical(slot)) continue;
    const bool win = value == Value::kWin;
    ++counts.classes;
    ++(win ? counts.wins : value == Value::kLoss ? counts.losses : counts.draws);
    int& longest = win ? counts.longest_win : counts.longest_loss;
    longest = std::max(longest, distance);
  }
  const auto fill = [&](std::uint64_t first_slot, std::span<OutcomeByte> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = to_byte(outcomes[first_slot + i]);
  };
  for (Metric metric : {Metric::kValue, Metric::kDistance})
    EXPECT_TRUE(succeeds(write_subspace_file(directory, variant, subspace, metric, counts,
                                             WriteOptions{}, fill, LongDistances(longs))));
}

/// A subspace full of random outcomes, written and loaded again.
LoadedSubspace random_subspace(const std::filesystem::path& directory, const Variant& variant,
                               const Subspace& subspace) {
  const Numbering numbering = Numbering::make(variant, subspace);
  std::vector<Outcome> outcomes;
  for (std::uint64_t slot = 0; slot < numbering.slots(); ++slot)
    outcomes.push_back(random_outcome(numbering, subspace, slot));
  write_outcomes(directory, variant, subspace, outcomes);
  auto loaded = LoadedSubspace::load({directory, variant, {}}, subspace, numbering.shared_major());
  EXPECT_TRUE(succeeds(loaded));
  return std::move(*loaded);
}

/// A subspace whose successors hold random outcomes.
class Recomputation {
 public:
  Recomputation(const Variant& variant, const Subspace& subspace)
      : variant_(variant), subspace_(subspace), numbering_(Numbering::make(variant, subspace)) {
    for (const Subspace& next : successors(variant, subspace))
      tables_.push_back(random_subspace(directory_.path(), variant, next));
  }

  /// Compares the recomputation by the method for this subspace with the one move by move in every
  /// slot.
  void expect_equal() const {
    if (method_for(variant_, subspace_) == Method::kActionByAction) return;  // that is move by move
    const SuccessorTables tables = successors_of();
    const Successors<OutcomeByte> successors = outcomes_of(tables);
    for (const std::uint64_t sample : kSamples) {
      const auto recompute = block_method(successors, numbering_, sample);
      ASSERT_TRUE(succeeds(recompute));
      expect_equal(*recompute);
    }
  }

  /// The same by the method that is for all subspaces.
  void expect_equal_by_position() const {
    const SuccessorTables tables = successors_of();
    const Successors<OutcomeByte> successors = outcomes_of(tables);
    const PositionSteps steps(successors, numbering_);
    expect_equal([&](std::uint32_t block, OutcomeByte* out) { steps.recompute(block, out); });
  }

  std::vector<Outcome> outcomes() const {
    const SuccessorTables successors = successors_of();
    std::vector<Outcome> result;
    for (std::uint64_t slot = 0; slot < numbering_.slots(); ++slot)
      result.push_back(recompute_plainly(successors, numbering_, slot));
    return result;
  }

  /// What the verifier says if these are the outcomes of the subspace.
  Result<VerifyReport> verify(const std::vector<Outcome>& outcomes) const {
    write_outcomes(directory_.path(), variant_, subspace_, outcomes);
    VerifyOptions options;
    options.subspaces = {subspace_};
    return verify_database(directory_.path(), variant_, options);
  }

 private:
  SuccessorTables successors_of() const {
    SuccessorTables successors{variant_, subspace_, {}, memory_};
    for (const LoadedSubspace& table : tables_) successors.tables.push_back(&table);
    return successors;
  }

  void expect_equal(const MakeBlock<OutcomeByte>& recompute) const {
    const SuccessorTables successors = successors_of();
    std::vector<OutcomeByte> outcomes(numbering_.block_size());
    for (std::uint32_t block = 0; block < numbering_.blocks(); ++block) {
      recompute(block, outcomes.data());
      for (std::uint32_t rank = 0; rank < outcomes.size(); ++rank) {
        const std::uint64_t slot = std::uint64_t{block} * outcomes.size() + rank;
        const Position position = numbering_.position(subspace_, slot);
        ASSERT_EQ(outcomes[rank], to_byte(recompute_plainly(successors, position)))
            << shown(variant_, position) << variant_.canonical_text();
      }
    }
  }

  Variant variant_;
  Subspace subspace_;
  Numbering numbering_;
  TemporaryDirectory directory_;
  std::vector<LoadedSubspace> tables_;
  mutable TableMemory memory_{kMostTableBytes};
};

/// A subspace whose successors hold random worths of grades.
class WorthRecomputation {
 public:
  WorthRecomputation(const Variant& variant, const Subspace& subspace)
      : numbering_(Numbering::make(variant, subspace)),
        successors_{variant, subspace, memory_, {}, {}} {
    for (const Subspace& next : looked_up(variant, subspace)) tables_.emplace_back(variant, next);
    for (const Table& table : tables_)
      successors_.tables.push_back({table.subspace, &table.numbering, table.worths.data()});
    successors_.plainly = [this](const Position& position) {
      return regrade_plainly(successors_, kDrawn, position);
    };
  }

  /// Compares the recomputation of whole blocks with the one move by move in every slot.
  void expect_equal() const {
    std::vector<GradeWorth> worths(numbering_.block_size());
    for (const std::uint64_t sample : kSamples) {
      const auto recompute = block_method(successors_, numbering_, sample);
      ASSERT_TRUE(succeeds(recompute));
      for (std::uint32_t block = 0; block < numbering_.blocks(); ++block) {
        (*recompute)(block, worths.data());
        for (std::uint32_t rank = 0; rank < worths.size(); ++rank) {
          const std::uint64_t slot = std::uint64_t{block} * worths.size() + rank;
          const Position position = numbering_.position(successors_.subspace, slot);
          ASSERT_EQ(worths[rank], successors_.plainly(position))
              << shown(successors_.variant, position) << successors_.variant.canonical_text();
        }
      }
    }
  }

 private:
  static constexpr GradeWorth kDrawn = 30000;

  struct Table {
    Table(const Variant& variant, const Subspace& of)
        : subspace(of), numbering(Numbering::make(variant, of)) {
      for (std::uint64_t slot = 0; slot < numbering.slots(); ++slot)
        worths.push_back(static_cast<GradeWorth>(hash_of_class(numbering, of, slot) >> 40));
    }

    Subspace subspace;
    Numbering numbering;
    std::vector<GradeWorth> worths{};
  };

  Numbering numbering_;
  std::deque<Table> tables_;
  TableMemory memory_{kMostTableBytes};
  Successors<GradeWorth> successors_;
};

void expect_equal_in(const Variant& variant, const Subspace& subspace) {
  Recomputation(variant, subspace).expect_equal();
  if (grades_compare_as_worths(variant, subspace))
    WorthRecomputation(variant, subspace).expect_equal();
}

void expect_equal_in_all(const Variant& variant, std::initializer_list<Subspace> subspaces) {
  for (const Subspace& subspace : subspaces) expect_equal_in(variant, subspace);
}

TEST(RecomputedBlocks, EqualThePlainRulesOnTwoRings) {
  expect_equal_in_all(six_mens_morris(), {{3, 3, 0, 0},
                                          {3, 5, 0, 0},
                                          {5, 3, 0, 0},
                                          {4, 4, 0, 0},
                                          {4, 5, 0, 0},
                                          {5, 4, 0, 0},
                                          {6, 6, 0, 0}});
}

TEST(RecomputedBlocks, EqualThePlainRulesOnThreeRings) {
  expect_equal_in_all(nine_mens_morris(), {{3, 3, 0, 0}});
}

TEST(RecomputedBlocks, EqualThePlainRulesWhenMillsMayBeBroken) {
  Variant variant = six_mens_morris();
  variant.rules.remove_from_mills = true;
  expect_equal_in_all(variant, {{5, 4, 0, 0}, {4, 5, 0, 0}, {5, 5, 0, 0}});
}

TEST(RecomputedBlocks, EqualThePlainRulesWithoutFlyingAndWithMoreOfIt) {
  Variant variant = six_mens_morris();
  variant.rules.may_fly = false;
  expect_equal_in_all(variant, {{3, 3, 0, 0}, {4, 3, 0, 0}, {3, 4, 0, 0}});
  variant.rules.may_fly = true;
  variant.rules.fly_piece_count = 4;
  expect_equal_in_all(variant, {{4, 4, 0, 0}, {5, 4, 0, 0}, {4, 5, 0, 0}});
}

TEST(RecomputedBlocks, EqualThePlainRulesOnACrowdedBoard) {
  Variant variant = three_mens_morris();
  variant.rules.piece_count = 6;
  expect_equal_in_all(variant, {{4, 4, 0, 0}, {5, 3, 0, 0}, {3, 5, 0, 0}, {5, 4, 0, 0}});
}

TEST(RecomputedBlocks, EqualThePlainRulesWhereBlockedSidesAreHelpedOrDraw) {
  Variant variant = six_mens_morris();
  variant.rules.may_fly = false;
  for (int action : {1, 2, 3, 4}) {
    variant.rules.stalemate_action = static_cast<StalemateAction>(action);
    expect_equal_in_all(variant, {{6, 5, 0, 0}, {4, 6, 0, 0}});
  }
}

TEST(RecomputedBlocks, EqualThePlainRulesWhileStonesArePlaced) {
  Variant variant = six_mens_morris();
  expect_equal_in_all(variant, {{0, 0, 6, 6},
                                {3, 0, 3, 3},
                                {1, 3, 2, 1},
                                {3, 3, 3, 3},
                                {3, 4, 3, 2},
                                {4, 3, 1, 1},
                                {2, 5, 1, 0}});
  variant.rules.remove_from_mills = true;
  expect_equal_in_all(variant, {{4, 3, 1, 1}, {3, 4, 3, 2}});
}

TEST(VerifierOfLongDistances, ComparesWhatKeysCannotTell) {
  for (const Subspace& subspace : {Subspace{3, 3, 1, 1}, Subspace{2, 3, 2, 1}}) {
    const Recomputation recomputation(six_mens_morris(), subspace);
    std::vector<Outcome> outcomes = recomputation.outcomes();
    EXPECT_TRUE(succeeds(recomputation.verify(outcomes)));
    const auto is_long_win = [](const Outcome& outcome) {
      return outcome.value == Value::kWin && outcome.distance > kLongestExactWin;
    };
    const auto place = std::find_if(outcomes.begin(), outcomes.end(), is_long_win);
    ASSERT_NE(place, outcomes.end());
    place->distance += 2;
    EXPECT_TRUE(fails_with(recomputation.verify(outcomes), ErrorCode::kVerificationFailed,
                           fmt::format("stored as a win in {}", place->distance)));
  }
}

void expect_equal_in_whole_game(const Variant& variant) {
  for (const Subspace& subspace :
       closure(variant, {subspace_of(variant, start_position(variant))})) {
    expect_equal_in(variant, subspace);
    if (has_usual_turns(variant, subspace) &&
        method_for(variant, subspace) != Method::kPositionByPosition)
      Recomputation(variant, subspace).expect_equal_by_position();
  }
}

class RecomputedGames : public ::testing::TestWithParam<RuleSetting> {};
class LongRecomputedGames : public ::testing::TestWithParam<RuleSetting> {};

TEST_P(RecomputedGames, EqualThePlainRules) { expect_equal_in_whole_game(GetParam().variant); }
TEST_P(LongRecomputedGames, EqualThePlainRules) { expect_equal_in_whole_game(GetParam().variant); }

INSTANTIATE_TEST_SUITE_P(All, RecomputedGames,
                         ::testing::ValuesIn(sample_for_build(quick_rule_settings())),
                         [](const auto& setting) { return setting.param.name; });
INSTANTIATE_TEST_SUITE_P(LongAll, LongRecomputedGames, ::testing::ValuesIn(slow_rule_settings()),
                         [](const auto& setting) { return setting.param.name; });

TEST(LongRecomputedBlocks, EqualThePlainRulesWhileManyStonesArePlaced) {
  expect_equal_in_all(six_mens_morris(), {{4, 4, 1, 1}, {5, 4, 1, 1}, {4, 5, 2, 1}});
}

TEST(LongRecomputedBlocks, EqualThePlainRulesInNineMensMorris) {
  expect_equal_in_all(nine_mens_morris(), {{3, 4, 0, 0}, {4, 3, 0, 0}, {4, 4, 0, 0}});
}

}  // namespace
}  // namespace mill::verifier
