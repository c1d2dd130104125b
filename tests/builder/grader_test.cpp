// Grades of draws against looking at all turns again and again, in every slot.

#include "builder/grader/grader.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "builder/database_builder.h"
#include "builder/grader/block_grader.h"
#include "builder/store/store.h"
#include "formats/subspace_grades.h"
#include "game/numbering.h"
#include "tests/builder/brute_grades.h"
#include "tests/builder/counted_checkpoint.h"
#include "tests/support/random_rules.h"
#include "tests/support/rule_settings.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

namespace fs = std::filesystem;

/// A database of a game with its grades.
class GradedDatabase {
 public:
  GradedDatabase(const Variant& variant, const Subspace& root) : variant_(variant), root_(root) {
    BuildOptions build;
    build.directory = directory();
    build.roots = {root};
    const auto built = build_database(variant, build);
    MILLSTONE_CHECK(built.has_value());
  }

  const fs::path& directory() const { return directory_.path(); }
  Result<std::vector<GradedSubspace>> grade(GradeOptions options = {}) const {
    options.directory = directory();
    return grade_database(variant_, options);
  }

  /// What the table beside the files says, by the names in it.
  std::map<std::string, int> scores() const {
    std::map<std::string, int> scores;
    std::ifstream file(directory() / "grades.scores");
    std::string name;
    for (int score = 0; file >> name >> score;) scores[name] = score;
    return scores;
  }

  /// Compares every slot of every subspace with the plain way.
  void expect_plain_grades() const {
    const BruteGrades expected(variant_, root_, scores());
    std::size_t draws_that_differ = 0;
    for (const Subspace& subspace : closure(variant_, {root_})) {
      const auto grades = SubspaceGrades::load(directory(), variant_, subspace, {});
      ASSERT_TRUE(succeeds(grades));
      EXPECT_EQ(grades->data().score, scores().at(subspace.text()));
      const auto numbering = Numbering::make(variant_, subspace);
      for (std::uint64_t slot = 0; slot < grades->slots(); ++slot) {
        const Position position = numbering.position(subspace, slot);
        const GradedValue found = grades->at(slot);
        const BruteGrades::Worth plain = expected.of(position);
        ASSERT_EQ(found, (GradedValue{plain.value, {plain.gain, plain.steps}}))
            << subspace.text() << " slot " << slot << shown(variant_, position)
            << grade_text(found.grade) << " where it is " << grade_text({plain.gain, plain.steps});
        draws_that_differ += plain.gain != 0;
      }
    }
    graded_draws_ = draws_that_differ;
  }

  /// Slots whose draw is not one that stays, in the last comparison.
  std::size_t graded_draws() const { return graded_draws_; }

 private:
  const Variant variant_;
  Subspace root_;
  TemporaryDirectory directory_;
  mutable std::size_t graded_draws_ = 0;
};

Subspace start_of(const Variant& variant) { return subspace_of(variant, start_position(variant)); }

/// Returns how many draws are not such as stay.
std::size_t expect_plain_grades(const Variant& variant) {
  const GradedDatabase database(variant, start_of(variant));
  EXPECT_TRUE(succeeds(database.grade()));
  database.expect_plain_grades();
  return database.graded_draws();
}

/// Rules of games that take a second or two with the plain way.
std::vector<RuleSetting> all_settings() {
  std::vector<RuleSetting> settings = quick_rule_settings();
  for (RuleSetting& random : random_rule_settings(60, 16))
    if (random.variant.board->points() <= 10 && random.variant.rules.piece_count <= 4)
      settings.push_back(std::move(random));
  return settings;
}

/// One for each way in which turns lead on.
std::vector<RuleSetting> some_settings() {
  const std::set<std::string> names = {
      "Grid", "Lasker", "LaskerPass", "Marked", "CountedDefenderFirst", "MarkedDefenderFirst"};
  std::vector<RuleSetting> settings = all_settings();
  std::erase_if(settings, [&](const RuleSetting& each) { return !names.contains(each.name); });
  return settings;
}

class Grades : public ::testing::TestWithParam<RuleSetting> {};
class LongGrades : public Grades {};

TEST_P(Grades, AreThoseOfThePlainWayInEverySlot) {
  EXPECT_GT(expect_plain_grades(GetParam().variant), 0U);
}
TEST_P(LongGrades, AreThoseOfThePlainWayInEverySlot) { expect_plain_grades(GetParam().variant); }

const auto number_of = [](const auto& setting) { return std::to_string(setting.index); };
INSTANTIATE_TEST_SUITE_P(Some, Grades, ::testing::ValuesIn(some_settings()), number_of);
INSTANTIATE_TEST_SUITE_P(LongAll, LongGrades, ::testing::ValuesIn(all_settings()), number_of);

TEST(LongGradesOfMoves, AreThoseOfThePlainWay) {
  const auto variant = find_variant("five-mens-morris");
  ASSERT_TRUE(succeeds(variant));
  const GradedDatabase database(*variant, Subspace{4, 3});
  ASSERT_TRUE(succeeds(database.grade()));
  database.expect_plain_grades();
  EXPECT_GT(database.graded_draws(), 0U);
}

GradeInputs inputs_from(const fs::path& directory, const Variant& variant) {
  return {[&](const Subspace& side) -> Result<SubspaceGrades> {
            auto values = MILLSTONE_TRY(SubspaceGrades::make(variant, side, {}));
            const auto file = MILLSTONE_TRY(
                DatabaseFile::open(directory / file_name(side, Metric::kValue), variant));
            MILLSTONE_TRY(values.read_values(file, {}));
            return values;
          },
          [&](const Subspace& input) -> Result<std::shared_ptr<const SubspaceGrades>> {
            return std::make_shared<const SubspaceGrades>(
                MILLSTONE_TRY(SubspaceGrades::load(directory, variant, input, {})));
          }};
}

BlockGradeInputs block_inputs_from(const fs::path& directory, const Variant& variant) {
  return {[](const Subspace&) { return GradeData{}; },
          [&](const Subspace& side, const TakeCodes& take) -> Result<void> {
            const auto file = MILLSTONE_TRY(
                DatabaseFile::open(directory / file_name(side, Metric::kValue), variant));
            return read_codes(file, nullptr, {}, take);
          },
          [&](const Subspace& input) -> Result<std::vector<Grade>> {
            const auto files = MILLSTONE_TRY(open_grade_files(directory, variant, input));
            return files.grades.grade_data().grades;
          },
          [&](const Subspace& input, const TakeCodes& take) -> Result<void> {
            const auto files = MILLSTONE_TRY(open_grade_files(directory, variant, input));
            return read_codes(files.values, &files.grades, {}, take);
          }};
}

/// Compares block by block, with all kernels, with turn by turn.
void expect_the_same_by_blocks(const Variant& variant, const Subspace& root) {
  const GradedDatabase database(variant, root);
  ASSERT_TRUE(succeeds(database.grade()));
  const auto scores = read_score_table(database.directory(), variant);
  ASSERT_TRUE(succeeds(scores));
  const GradeInputs inputs = inputs_from(database.directory(), variant);
  const BlockGradeInputs block_inputs = block_inputs_from(database.directory(), variant);
  const auto pool = std::make_shared<ByteArrayPool>();
  std::size_t grades = 0;
  for (const Subspace& subspace : closure(variant, {root})) {
    ASSERT_TRUE(is_graded_by_blocks(variant, subspace)) << subspace.text();
    const auto by_turns = grade_by_turns(variant, subspace, *scores, inputs, {});
    ASSERT_TRUE(succeeds(by_turns));
    for (const Kernels* kernels : available_kernels()) {
      const auto by_blocks =
          grade_by_blocks(variant, subspace, *scores, block_inputs, {pool, kernels});
      ASSERT_TRUE(succeeds(by_blocks));
      ASSERT_EQ(by_blocks->size(), by_turns->size());
      for (const SubspaceGrades& side : *by_turns) {
        const auto blocks = std::ranges::find(*by_blocks, side.subspace(), &GradedCodes::subspace);
        ASSERT_NE(blocks, by_blocks->end());
        EXPECT_EQ(blocks->data.grades, side.data().grades);
        std::vector<GradeCode> codes(side.slots());
        blocks->read(0, codes);
        EXPECT_TRUE(std::equal(codes.begin(), codes.end(), side.codes()))
            << side.subspace().text() << " with " << name_of(*kernels);
        grades = std::max(grades, side.data().grades.size());
      }
    }
  }
  EXPECT_GT(grades, 2U);
}

TEST(BlockGrader, GivesWhatTurnsGive) {
  const auto five = find_variant("five-mens-morris");
  ASSERT_TRUE(succeeds(five));
  expect_the_same_by_blocks(*five, size_for_build<Subspace>({4, 4}, {4, 3}));
  expect_the_same_by_blocks(*five, {3, 3, 1, 1});
}

TEST(BlockGrader, GivesWhatTurnsGiveInLaskerMorris) {
  Variant variant = six_mens_morris();
  variant.rules.move_while_placing = true;
  expect_the_same_by_blocks(variant, size_for_build<Subspace>({3, 3, 1, 1}, {3, 2, 1, 1}));
}

TEST(BlockGrader, GivesWhatTurnsGiveWhereABoardFills) {
  Variant variant = three_mens_morris();
  variant.rules = {};
  variant.rules.piece_count = 4;
  variant.rules.may_fly = false;
  variant.rules.board_full_action = BoardFullAction::kDraw;
  expect_the_same_by_blocks(variant, {0, 0, 4, 4});
}

TEST(LongBlockGrader, GivesWhatTurnsGiveOn24Points) {
  expect_the_same_by_blocks(nine_mens_morris(), {4, 4});
  const auto morabaraba = find_variant("morabaraba");
  ASSERT_TRUE(succeeds(morabaraba));
  expect_the_same_by_blocks(*morabaraba, {3, 3, 1, 1});
}

TEST(Grading, HasItsDirectoryAlone) {
  const GradedDatabase database(three_mens_morris(), {3, 3, 0, 0});
  {
    const auto other = claim_job(database.directory());
    ASSERT_TRUE(succeeds(other));
    EXPECT_TRUE(fails_with(database.grade(), ErrorCode::kBusy, "another job is at work in "));
    EXPECT_TRUE(database.scores().empty());
  }
  EXPECT_TRUE(succeeds(database.grade()));
  EXPECT_TRUE(succeeds(claim_job(database.directory())));  // it is not kept
}

std::vector<GradeCode> codes_of(const Variant& variant, const GradedCodes& graded) {
  std::vector<GradeCode> codes(slot_count(*variant.board, graded.subspace));
  graded.read(0, codes);
  return codes;
}

TEST(BlockGrader, GoesOnFromWhereItWasStopped) {
  const Variant variant = six_mens_morris();
  const Subspace subspace{4, 3};
  const GradedDatabase database(variant, subspace);
  ASSERT_TRUE(succeeds(database.grade()));
  const auto scores = read_score_table(database.directory(), variant);
  ASSERT_TRUE(succeeds(scores));
  const BlockGradeInputs inputs = block_inputs_from(database.directory(), variant);
  const std::uint32_t blocks = block_count(variant, subspace);
  const TemporaryDirectory kept;
  const auto checkpoint_for = [&](std::uint64_t task) {
    return Checkpoint(kept.path() / "grades.checkpoint", variant, subspace, 0, {},
                      {{0, blocks}, blocks, nullptr, task});
  };
  std::vector<SolveStage> stages;
  for (bool done = false; !done;) {
    ASSERT_LT(stages.size(), 100U);
    std::atomic<bool> stop = false;
    Checkpoint checkpoint = checkpoint_for(1);
    CountedCheckpoint counted(checkpoint, 1, stop);
    const BlockGradeOptions options{std::make_shared<ByteArrayPool>(), nullptr, stop, &counted};
    const auto graded = grade_by_blocks(variant, subspace, *scores, inputs, options);
    if (counted.found) {
      EXPECT_TRUE(counted.loaded);
      if (!stages.empty()) {
        EXPECT_NE(*counted.found, stages.back());
      }
      stages.push_back(*counted.found);
    } else {
      EXPECT_TRUE(stages.empty());
    }
    done = graded.has_value();
    if (!done) {
      EXPECT_TRUE(fails_with(graded, ErrorCode::kInterrupted, "stopped"));
      continue;
    }
    for (const GradedCodes& side : *graded) {
      const auto whole = SubspaceGrades::load(database.directory(), variant, side.subspace, {});
      ASSERT_TRUE(succeeds(whole));
      EXPECT_EQ(side.data.grades, whole->data().grades);
      EXPECT_EQ(codes_of(variant, side), codes_of(variant, whole->view()));
    }
  }
  EXPECT_EQ(stages.size(), 2U) << "with one side started, and with both";
  EXPECT_TRUE(checkpoint_for(1).find());
  EXPECT_FALSE(checkpoint_for(2).find()) << "one of other scores";
}

TEST(BlockGrader, LeavesOtherTurnsToTheGraderOfTurns) {
  Variant variant = nine_mens_morris();
  variant.rules.stalemate_action = StalemateAction::kPass;
  EXPECT_FALSE(is_graded_by_blocks(variant, {4, 4}));
  variant.rules.stalemate_action = StalemateAction::kRemove;
  EXPECT_FALSE(is_graded_by_blocks(variant, {4, 4}));
  variant.rules.stalemate_action = StalemateAction::kLoss;
  EXPECT_TRUE(is_graded_by_blocks(variant, {4, 4}));
}

}  // namespace
}  // namespace mill
