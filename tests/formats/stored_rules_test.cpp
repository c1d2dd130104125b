#include "formats/stored_rules.h"

#include <gtest/gtest.h>

#include "formats/database_file.h"
#include "tests/formats/filler.h"
#include "tests/support/file_contents.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

class StoredRules : public ::testing::Test {
 protected:
  void write(const Variant& variant, const Subspace& subspace = {3, 3}) const {
    write_filler_files(directory_.path(), variant, subspace, Filler::kDraws);
  }
  void damage(const char* name) const {
    std::vector<std::uint8_t> bytes = read_bytes(directory_.path() / name);
    bytes[40] ^= 1;
    write_bytes(directory_.path() / name, bytes);
  }
  Result<Variant> read() const { return stored_rules(directory_.path()); }

  TemporaryDirectory directory_;
};

TEST_F(StoredRules, AreThoseTheDatabaseWasMadeFor) {
  const Variant variant =
      find_variant("three-mens-morris", {{"mayRemoveFromMillsAlways", "true"}}).value();
  write(variant);
  const Result<Variant> rules = read();
  ASSERT_TRUE(succeeds(rules));
  EXPECT_EQ(rules->digest(), variant.digest());
  EXPECT_EQ(rules->name, "three-mens-morris with mayRemoveFromMillsAlways=true");
  EXPECT_EQ(rules->board->rings, variant.board->rings);
}

TEST_F(StoredRules, OfABoardThatIsNotCompiledInAreFoundToo) {
  const Variant variant = three_mens_morris();
  write(variant);
  const Result<Variant> rules = read();
  ASSERT_TRUE(succeeds(rules));
  EXPECT_EQ(rules->digest(), variant.digest());
  EXPECT_TRUE(succeeds(DatabaseFile::open(directory_.path() / "3-3.value", *rules)));
}

/// Three Men's Morris on a board of other groups than the one that is compiled in has.
Variant in_groups(std::vector<int> groups) {
  Variant variant = find_variant("three-mens-morris").value();
  Board board = *variant.board;
  board.rings = std::move(groups);
  variant.board = std::make_shared<const Board>(std::move(board));
  return variant;
}

TEST_F(StoredRules, KeepTheGroupsOfThePositionText) {
  for (const std::vector<int>& groups : {std::vector{3, 3, 3}, {9}, {1, 8}, {8, 1}}) {
    const Variant variant = in_groups(groups);
    write(variant);
    const Result<Variant> rules = read();
    ASSERT_TRUE(succeeds(rules));
    EXPECT_EQ(rules->board->rings, groups);
    EXPECT_EQ(rules->digest(), variant.digest());
  }
  Variant own = three_mens_morris();  // on a board that is not compiled in
  Board board = *own.board;
  board.rings = {4, 5};
  own.board = std::make_shared<const Board>(std::move(board));
  write(own);
  EXPECT_EQ(read().value().board->rings, own.board->rings);
}

TEST_F(StoredRules, TakeNoRoomForGroupsThatFollowFromTheRules) {
  const auto header_of_written = [&](const Variant& variant) {
    write(variant);
    const auto file = DatabaseFile::open(directory_.path() / "3-3.value", variant);
    return file.value().header();
  };
  const Variant preset = find_variant("three-mens-morris").value();
  EXPECT_TRUE(header_of_written(preset).groups.empty());
  const FileHeader other = header_of_written(in_groups({3, 3, 3}));
  EXPECT_EQ(other.groups, (std::vector<std::uint8_t>{3, 3, 3}));
  EXPECT_EQ(other.digest, preset.digest());
  // Who knows the rules reads such a file whatever groups it tells.
  EXPECT_TRUE(succeeds(DatabaseFile::open(directory_.path() / "3-3.value", preset)));
}

TEST_F(StoredRules, WithImpossibleGroupsAreDamaged) {
  const Variant variant = find_variant("three-mens-morris").value();
  const auto write_groups = [&](std::vector<std::uint8_t> groups) {
    write(variant);
    for (const char* name : {"3-3.value", "3-3.distance"}) {
      std::vector<std::uint8_t> bytes = read_bytes(directory_.path() / name);
      const auto file = DatabaseFile::open(directory_.path() / name, variant);
      FileHeader header = file.value().header();
      header.groups = groups;
      std::vector<std::uint8_t> front = encode_header(header);
      header.file_size = front.size() + bytes.size() - file.value().header().size;
      front = encode_header(header);
      bytes.erase(bytes.begin(), bytes.begin() + static_cast<long>(file.value().header().size));
      front.insert(front.end(), bytes.begin(), bytes.end());
      write_bytes(directory_.path() / name, front);
    }
  };
  for (const auto& groups : {std::vector<std::uint8_t>{0, 9}, {200, 200}, {33}, {8}, {8, 2}}) {
    write_groups(groups);
    EXPECT_TRUE(fails_with(read(), ErrorCode::kDamagedFile, "groups")) << groups.size();
  }
}

TEST_F(StoredRules, AreTakenFromTheFirstFileThatIsWhole) {
  write(find_variant("three-mens-morris").value());
  damage("3-3.distance");
  write_bytes(directory_.path() / "1-1.value", std::vector<std::uint8_t>(100, 'x'));
  EXPECT_TRUE(succeeds(read()));
  damage("3-3.value");
  EXPECT_TRUE(fails_with(read(), ErrorCode::kDamagedFile, "1-1.value"));
}

TEST_F(StoredRules, OfNoDatabaseAreMissing) {
  EXPECT_TRUE(fails_with(read(), ErrorCode::kMissingFile, "there is no database file here"));
  write_bytes(directory_.path() / "3-3.value.partial", {});
  EXPECT_TRUE(fails_with(read(), ErrorCode::kMissingFile, "there is no database file here"));
  EXPECT_TRUE(fails_with(stored_rules(directory_.path() / "none"), ErrorCode::kMissingFile,
                         "there is no such directory"));
  EXPECT_TRUE(fails_with(stored_rules(directory_.path() / "3-3.value.partial"),
                         ErrorCode::kInputOutput, "cannot be read"));
}

TEST_F(StoredRules, ThatThisVersionCannotExpressAreNamed) {
  Variant variant = find_variant("three-mens-morris").value();
  variant.rules.placing_mill_action = static_cast<PlacingMillAction>(6);
  write(variant);
  EXPECT_TRUE(fails_with(
      read(), ErrorCode::kUnsupportedRule,
      "3-3.distance: rule field 'millFormationActionInPlacingPhase' must be 0..5, found 6"));
}

/// The message with which a file of one variant is refused to another.
::testing::AssertionResult refuses(const std::filesystem::path& directory, const Variant& expected,
                                   std::string_view message) {
  return fails_with(DatabaseFile::open(directory / "3-3.value", expected), ErrorCode::kWrongRules,
                    message);
}

TEST_F(StoredRules, OfAnotherGameAreRefusedWithTheFirstFieldThatDiffers) {
  const Variant three = find_variant("three-mens-morris").value();
  write(three);
  const auto with = [&](auto change) {
    Variant variant = three;
    change(variant.rules);
    return variant;
  };
  EXPECT_TRUE(refuses(directory_.path(), with([](Rules& rules) { rules.may_fly = true; }),
                      "'mayFly=0' where 'mayFly=1'"));
  EXPECT_TRUE(refuses(directory_.path(), with([](Rules& rules) { rules.piece_count = 4; }),
                      "'pieceCount=3' where 'pieceCount=4'"));
  EXPECT_TRUE(refuses(directory_.path(),
                      with([](Rules& rules) { rules.stalemate_action = StalemateAction::kPass; }),
                      "'stalemateAction=0' where 'stalemateAction=1'"));
  EXPECT_TRUE(refuses(directory_.path(), with([](Rules& rules) {
                        rules.stalemate_action = StalemateAction::kPass;
                        rules.board_full_action = BoardFullAction::kDraw;
                      }),
                      "'boardFullAction=0' where 'boardFullAction=4'"));
}

TEST_F(StoredRules, OfAnotherBoardAreRefusedWithTheFirstPartThatDiffers) {
  Variant three = find_variant("three-mens-morris").value();
  write(three);
  EXPECT_TRUE(refuses(directory_.path(), nine_mens_morris(),
                      "'three-mens-morris', which have 'board.edges with b3-c3' where 'board.edges "
                      "with d5-e5' of the variant 'nine-mens-morris' is expected"));
  Board board = *three.board;
  board.lines.pop_back();
  three.board = std::make_shared<const Board>(board);
  EXPECT_TRUE(refuses(directory_.path(), three,
                      "'board.lines with c3-a1-b2' where 'board.lines without c3-a1-b2'"));
  EXPECT_TRUE(refuses(directory_.path(), three_mens_morris(), "'board.edges with "));
}

}  // namespace
}  // namespace mill
