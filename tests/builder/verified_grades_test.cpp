// The verifier on graded databases: right grades hold, and each wrong one is found.

#include <gtest/gtest.h>

#include <random>

#include "builder/database_builder.h"
#include "builder/grader/grader.h"
#include "builder/verifier/verifier.h"
#include "formats/subspace_grades.h"
#include "game/numbering.h"
#include "tests/support/rule_settings.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

/// A graded database in which a grade can be changed, in files that are whole all the same.
class GradedGame {
 public:
  GradedGame(const Variant& variant, const Subspace& root) : variant_(variant) {
    BuildOptions build;
    build.directory = directory_.path();
    build.roots = {root};
    EXPECT_TRUE(succeeds(build_database(variant_, build)));
    GradeOptions grade;
    grade.directory = directory_.path();
    EXPECT_TRUE(succeeds(grade_database(variant_, grade)));
  }

  Result<VerifyReport> verify(const std::vector<Subspace>& subspaces = {}) const {
    VerifyOptions options;
    options.subspaces = subspaces;
    return verify_database(directory_.path(), variant_, options);
  }

  void expect_accepted() const {
    const auto report = verify();
    ASSERT_TRUE(succeeds(report)) << variant_.canonical_text();
    for (const SubspaceReport& subspace : report->subspaces)
      EXPECT_TRUE(subspace.grades) << subspace.subspace.text();
  }

  /// Changes some draws of a subspace, one at a time.
  /// @return how many
  int expect_forgeries_caught(const Subspace& subspace, int how_many) const {
    const auto grades = SubspaceGrades::load(directory_.path(), variant_, subspace, {});
    EXPECT_TRUE(succeeds(grades));
    if (grades->data().grades.size() < 2) return 0;
    std::mt19937_64 random(static_cast<std::uint64_t>(subspace.own * 100 + subspace.opponent));
    int forged = 0;
    for (int tries = 0; forged < how_many && tries < 1000; ++tries) {
      const std::uint64_t slot = random() % grades->slots();
      if (grades->at(slot).value != Value::kDraw) continue;
      forge(*grades, slot, another_code(*grades, slot, random()));
      EXPECT_TRUE(fails_with(verify({subspace}), ErrorCode::kVerificationFailed, ".grade: slot "))
          << subspace.text() << " slot " << slot << " of " << variant_.canonical_text();
      ++forged;
    }
    forge(*grades, 0, grades->codes()[0]);
    return forged;
  }

  std::vector<Subspace> subspaces(const Subspace& root) const { return closure(variant_, {root}); }

 private:
  static GradeCode another_code(const SubspaceGrades& grades, std::uint64_t slot,
                                std::uint64_t random) {
    const std::uint64_t others = grades.data().grades.size() - 1;
    const auto other = static_cast<GradeCode>(random % others);
    return other < grades.codes()[slot] ? other : static_cast<GradeCode>(other + 1);
  }

  void forge(const SubspaceGrades& grades, std::uint64_t slot, GradeCode code) const {
    const auto values = DatabaseFile::open(
        directory_.path() / file_name(grades.subspace(), Metric::kValue), variant_);
    ASSERT_TRUE(succeeds(values));
    const GradedCodes right = grades.view();
    const GradedCodes forged{right.subspace, right.data,
                             [&](std::uint64_t first_slot, std::span<GradeCode> codes) {
                               right.read(first_slot, codes);
                               if (first_slot <= slot && slot < first_slot + codes.size())
                                 codes[slot - first_slot] = code;
                             }};
    EXPECT_TRUE(
        succeeds(write_grade_file(directory_.path(), variant_, forged, values->header(), {})));
  }

  const Variant variant_;
  TemporaryDirectory directory_;
};

class VerifierOfGrades : public ::testing::TestWithParam<RuleSetting> {};

TEST_P(VerifierOfGrades, FindsWrongOnesOfWholeGames) {
  const Variant& variant = GetParam().variant;
  const Subspace root = subspace_of(variant, start_position(variant));
  const GradedGame game(variant, root);
  game.expect_accepted();
  for (const Subspace& subspace : game.subspaces(root)) game.expect_forgeries_caught(subspace, 1);
}

INSTANTIATE_TEST_SUITE_P(All, VerifierOfGrades,
                         ::testing::ValuesIn(sample_for_build(quick_rule_settings())),
                         [](const auto& setting) { return setting.param.name; });

void expect_forgeries_caught(const Variant& variant, const Subspace& root, int how_many) {
  const GradedGame game(variant, root);
  game.expect_accepted();
  int forged = 0;
  for (const Subspace& subspace : game.subspaces(root))
    forged += game.expect_forgeries_caught(subspace, how_many);
  EXPECT_GT(forged, how_many);
}

TEST(VerifierOfForgedGrades, FindsThemByWholeBlocks) {
  const Variant variant = six_mens_morris();
  expect_forgeries_caught(variant, size_for_build<Subspace>({4, 4}, {4, 3}), 3);
  expect_forgeries_caught(variant, {3, 3, 1, 1}, 1);
}

TEST(VerifierOfForgedGrades, FindsThemWhereGamesAreStrange) {
  Variant variant = six_mens_morris();
  variant.rules.move_while_placing = true;
  expect_forgeries_caught(variant, {3, 3, 1, 0}, 1);
}

TEST(LongVerifierOfForgedGrades, FindsThemOn24Points) {
  expect_forgeries_caught(nine_mens_morris(), {5, 4}, 3);
}

}  // namespace
}  // namespace mill
