#include "builder/verifier/verifier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "formats/database_file.h"
#include "tests/builder/plain_database.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

using ::testing::HasSubstr;

constexpr Subspace kRoot{4, 4, 0, 0};

/// 4-4 on two rings: small, with all of sliding, flying, taking and being blocked.
const PlainDatabase& right_database() {
  static const PlainDatabase database(six_mens_morris(), kRoot);
  return database;
}

/// A right database on disk, for a test to spoil, and what the verifier says of it.
class Verifier : public ::testing::Test {
 protected:
  Verifier() {
    right_database().write(path());
    options_.finished = [this](const SubspaceReport& report) { reports_.push_back(report); };
  }

  const std::filesystem::path& path() const { return directory_.path(); }

  Result<VerifyReport> verify() {
    reports_.clear();
    return verify_database(path(), right_database().variant(), options_);
  }

  const SubspaceReport& report(const Subspace& subspace) const {
    for (const SubspaceReport& report : reports_)
      if (report.subspace == subspace) return report;
    ADD_FAILURE() << "no report of " << subspace.text();
    return reports_.front();
  }

  TemporaryDirectory directory_;
  VerifyOptions options_;
  std::vector<SubspaceReport> reports_;
};

/// Changes one slot only.
Forgery forge_slot(std::uint64_t forged, OutcomeByte byte) {
  return [=](std::uint64_t slot, OutcomeByte right) { return slot == forged ? byte : right; };
}

/// The lowest slot whose outcome byte is `wanted`.
std::uint64_t slot_with(const Subspace& subspace, OutcomeByte wanted) {
  std::uint64_t slot = 0;
  while (right_database().byte(subspace, slot) != wanted) ++slot;
  return slot;
}

void expect_accepted(const Variant& variant, const Subspace& root) {
  const TemporaryDirectory directory;
  PlainDatabase(variant, root).write(directory.path());
  const auto report = verify_database(directory.path(), variant, {});
  ASSERT_TRUE(succeeds(report)) << variant.canonical_text();
  EXPECT_EQ(report->subspaces.size(), closure(variant, {root}).size());
  for (const SubspaceReport& subspace : report->subspaces) {
    EXPECT_EQ(subspace.slots_checked, subspace.slots) << subspace.subspace.text();
    EXPECT_TRUE(subspace.ok() && subspace.distances) << subspace.subspace.text();
  }
}

TEST(VerifierOfPlainSolutions, AcceptsNineMensMorris) {
  expect_accepted(nine_mens_morris(), {3, 3, 0, 0});
}

TEST(LongVerifierOfPlainSolutions, AcceptsMoreOfNineMensMorris) {
  expect_accepted(nine_mens_morris(), {4, 4, 0, 0});
}

TEST(VerifierOfPlainSolutions, AcceptsOtherRules) {
  Variant variant = six_mens_morris();
  variant.rules.may_fly = false;
  expect_accepted(variant, {4, 4, 0, 0});
  variant.rules.may_fly = true;
  variant.rules.fly_piece_count = 4;
  variant.rules.remove_from_mills = true;
  expect_accepted(variant, {4, 4, 0, 0});
  variant.rules.pieces_at_least_count = 4;
  expect_accepted(variant, {5, 4, 0, 0});
}

TEST(VerifierOfPlainSolutions, AcceptsFullBoards) {
  Variant variant = three_mens_morris();
  variant.rules.piece_count = 6;
  for (const auto action : {BoardFullAction::kFirstPlayerLoses, BoardFullAction::kDraw}) {
    variant.rules.board_full_action = action;
    expect_accepted(variant, {5, 4, 0, 0});
    expect_accepted(variant, {6, 3, 0, 0});
  }
}

TEST_F(Verifier, AcceptsValueFilesAlone) {
  for (const Subspace& subspace : closure(right_database().variant(), {kRoot}))
    std::filesystem::remove(path() / file_name(subspace, Metric::kDistance));
  EXPECT_TRUE(succeeds(verify()));
  EXPECT_FALSE(report(kRoot).distances);
}

TEST_F(Verifier, ChecksOnlyTheSubspacesAskedFor) {
  options_.subspaces = {{4, 3, 0, 0}, {3, 3, 0, 0}};
  EXPECT_TRUE(succeeds(verify()));
  ASSERT_EQ(reports_.size(), 2u);
  EXPECT_EQ(reports_[0].subspace.text(), "3-3");
  EXPECT_EQ(reports_[1].subspace.text(), "4-3");
}

TEST_F(Verifier, FindsOneWrongValue) {
  const std::uint64_t slot = slot_with(kRoot, kDrawByte);
  right_database().forge(path(), kRoot, forge_slot(slot, win_byte(1)));
  EXPECT_TRUE(fails_with(verify(), ErrorCode::kVerificationFailed, "4-4.distance: slot"));
  EXPECT_GE(report(kRoot).differences, 1u);
  EXPECT_THAT(report(kRoot).first_difference, HasSubstr("OO"));
  EXPECT_TRUE(report({4, 3, 0, 0}).ok());
}

TEST_F(Verifier, NamesTheSlotAndBothOutcomes) {
  right_database().forge(path(), kRoot, forge_slot(0, win_byte(99)));
  const Outcome right = to_outcome(right_database().byte(kRoot, 0));
  const auto verified = verify();
  EXPECT_TRUE(fails_with(verified, ErrorCode::kVerificationFailed, "slot 0 ("));
  EXPECT_TRUE(fails_with(verified, ErrorCode::kVerificationFailed, "stored as a win in 99"));
  EXPECT_TRUE(fails_with(verified, ErrorCode::kVerificationFailed,
                         std::string("it is a ") + std::string(value_name(right.value))));
}

TEST_F(Verifier, FindsOneWrongValueWithoutDistances) {
  const Subspace forged{4, 3, 0, 0};
  const std::uint64_t slot = slot_with(forged, win_byte(1));
  for (const Subspace& subspace : closure(right_database().variant(), {kRoot}))
    std::filesystem::remove(path() / file_name(subspace, Metric::kDistance));
  right_database().forge(path(), forged, Metric::kValue, forge_slot(slot, kLostNowByte),
                         right_database().counts(forged));
  options_.subspaces = {forged};
  EXPECT_TRUE(fails_with(verify(), ErrorCode::kVerificationFailed,
                         fmt::format("4-3.value: slot {} (", slot)));
  EXPECT_EQ(report(forged).differences, 1u);
}

TEST_F(Verifier, FindsOneDistanceThatIsTwoTooLarge) {
  const OutcomeByte right = win_byte(5);
  right_database().forge(path(), kRoot, forge_slot(slot_with(kRoot, right), win_byte(7)));
  EXPECT_TRUE(fails_with(verify(), ErrorCode::kVerificationFailed, "4-4.distance"));
  EXPECT_FALSE(report(kRoot).ok());
}

TEST_F(Verifier, FindsWrongCountsInEitherFile) {
  ClassCounts counts = right_database().counts(kRoot);
  ++counts.wins, --counts.draws;
  const auto right = [](std::uint64_t, OutcomeByte byte) { return byte; };
  right_database().forge(path(), kRoot, Metric::kDistance, right, counts);
  EXPECT_FALSE(verify().has_value());
  right_database().forge(path(), kRoot, Metric::kValue, right, counts);
  EXPECT_TRUE(fails_with(verify(), ErrorCode::kVerificationFailed, "wins"));
  counts = right_database().counts(kRoot);
  counts.longest_loss += 2;
  right_database().forge(path(), kRoot, Metric::kValue, right, counts);
  right_database().forge(path(), kRoot, Metric::kDistance, right, counts);
  EXPECT_TRUE(fails_with(verify(), ErrorCode::kVerificationFailed, "plies in the longest loss"));
  EXPECT_EQ(report(kRoot).differences, 0u);
}

TEST_F(Verifier, RefusesAValueFileThatContradictsTheDistanceFile) {
  right_database().forge(path(), kRoot, Metric::kValue,
                         forge_slot(slot_with(kRoot, kDrawByte), win_byte(1)),
                         right_database().counts(kRoot));
  EXPECT_TRUE(fails_with(verify(), ErrorCode::kDamagedFile, "4-4"));
}

TEST_F(Verifier, NamesTheFileThatIsMissing) {
  options_.subspaces = {{3, 4, 0, 0}};
  std::filesystem::remove(path() / "3-3.distance");
  EXPECT_TRUE(fails_with(verify(), ErrorCode::kMissingFile, "3-3.distance"));
  std::filesystem::remove(path() / "3-3.value");
  EXPECT_TRUE(fails_with(verify(), ErrorCode::kMissingFile, "3-3.value"));
  options_.subspaces = {{3, 3, 0, 0}};
  EXPECT_TRUE(fails_with(verify(), ErrorCode::kMissingFile, "3-3.value"));
  options_.subspaces = {{3, 3, 1, 1}};
  EXPECT_TRUE(fails_with(verify(), ErrorCode::kMissingFile, "3-3+1-1.value"));
}

TEST_F(Verifier, RefusesAnEmptyDirectory) {
  std::filesystem::remove_all(path());
  EXPECT_TRUE(fails_with(verify(), ErrorCode::kMissingFile, path().filename().string()));
  std::filesystem::create_directories(path());
  EXPECT_TRUE(fails_with(verify(), ErrorCode::kMissingFile, "there is no database file"));
}

TEST_F(Verifier, RefusesSubspacesWithoutAFile) {
  options_.subspaces = {{3, 3, 4, 1}};
  EXPECT_TRUE(fails_with(verify(), ErrorCode::kInvalidArgument, "3-3+4-1"));
  options_.subspaces = {{3, 2, 0, 0}};
  EXPECT_TRUE(fails_with(verify(), ErrorCode::kInvalidArgument, "3-2"));
}

TEST_F(Verifier, FindsADamagedByte) {
  const std::filesystem::path file = path() / "3-3.distance";
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekg(-1, std::ios::end);
  const int last = stream.get();
  stream.seekp(-1, std::ios::end);
  stream.put(static_cast<char>(last ^ 1));
  stream.close();
  EXPECT_TRUE(fails_with(verify(), ErrorCode::kDamagedFile, "3-3.distance"));
}

TEST_F(Verifier, ChecksOneBlockOfEveryNWhenSampling) {
  options_.sample = 10;
  EXPECT_TRUE(succeeds(verify()));
  const SubspaceReport& sampled = report(kRoot);
  EXPECT_GT(sampled.slots_checked, sampled.slots / 15);
  EXPECT_LT(sampled.slots_checked, sampled.slots / 8);
  options_.sample = 1'000'000'000;
  EXPECT_TRUE(succeeds(verify()));
  EXPECT_GT(report(kRoot).slots_checked, 0u);
}

TEST_F(Verifier, SamplesDifferentBlocksWithAnotherSeed) {
  right_database().forge(path(), kRoot, forge_slot(1, win_byte(99)));
  options_.sample = 8;
  std::set<std::uint64_t> differences;
  for (options_.seed = 1; options_.seed < 10; ++options_.seed) {
    (void)verify();
    differences.insert(report(kRoot).differences);
    EXPECT_FALSE(report(kRoot).ok());  // the plain check looks at every slot of a small subspace
  }
  EXPECT_GT(differences.size(), 1u);
}

TEST_F(Verifier, SaysTheSameWithOneThreadAndWithTwo) {
  right_database().forge(path(), kRoot, [](std::uint64_t slot, OutcomeByte right) {
    return slot % 1000 != 999 ? right : right == kDrawByte ? win_byte(99) : kDrawByte;
  });
  options_.threads = 1;
  const auto one = verify();
  const std::uint64_t differences = report(kRoot).differences;
  options_.threads = 2;
  const auto two = verify();
  ASSERT_FALSE(one.has_value() || two.has_value());
  EXPECT_EQ(one.error().message, two.error().message);
  EXPECT_EQ(report(kRoot).differences, differences);
}

TEST_F(Verifier, KeepsToItsMemoryBudget) {
  const std::uint64_t slots = slot_count(*right_database().variant().board, kRoot);
  options_.memory = slots;
  const auto refused = verify();
  EXPECT_TRUE(fails_with(refused, ErrorCode::kNotEnoughMemory, "the budget is"));
  const std::string advice = "give --memory ";
  const std::size_t found = refused.error().message.find(advice);
  ASSERT_NE(found, std::string::npos);
  options_.memory = std::stoull(refused.error().message.substr(found + advice.size())) << 20;
  EXPECT_TRUE(succeeds(verify()));
  options_.memory -= std::uint64_t{1} << 20;
  EXPECT_TRUE(fails_with(verify(), ErrorCode::kNotEnoughMemory, "the budget is"));
}

TEST_F(Verifier, StopsWhenAsked) {
  std::atomic<bool> stop = false;
  options_.control.stop = stop;
  options_.finished = [&](const SubspaceReport&) { stop = true; };
  EXPECT_TRUE(fails_with(verify(), ErrorCode::kInterrupted, "stopped"));
}

TEST_F(Verifier, ReportsProgressUpToTheEnd) {
  double last = 0;
  options_.control.progress = [&](const Progress& progress) {
    EXPECT_GE(progress.share, 0);
    EXPECT_LE(progress.share, 1);
    EXPECT_TRUE(progress.what.starts_with("checking ")) << progress.what;
    last = std::max(last, progress.share);
  };
  EXPECT_TRUE(succeeds(verify()));
  EXPECT_GT(last, 0.99);
}

}  // namespace
}  // namespace mill
