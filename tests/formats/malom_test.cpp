// Malom's sector files: numbers, entries, scores, and what is refused.

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "base/text_file.h"
#include "formats/malom/sector_directory.h"
#include "tests/support/file_contents.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

const MalomGame& std_game() { return malom_games().front(); }

const MalomPoints& points() {
  static const MalomPoints points(*nine_mens_morris().board);
  return points;
}

TEST(MalomPoints, SymmetriesAreThoseOfTheBoardAndTheIdentityIsTheLast) {
  const Variant variant = nine_mens_morris();
  const Board& board = *variant.board;
  std::set<std::vector<int>> images;
  for (const Symmetry& symmetry : points().symmetries()) {
    std::vector<int> image;
    for (int point = 0; point < board.points(); ++point) image.push_back(symmetry(point));
    images.insert(image);
    for (const Mask line : board.lines) {
      const Mask moved = points().from_malom(symmetry(points().to_malom(line)));
      EXPECT_NE(std::ranges::find(board.lines, moved), board.lines.end());
    }
  }
  EXPECT_EQ(images.size(), 16U);
  EXPECT_EQ(points().symmetries().back()(Mask{0xABCDEF}), Mask{0xABCDEF});
  // The first is the rotation by 90 degrees.
  const auto bit_of = [&](const char* name) {
    return points().to_malom(bit(board.find_point(name)));
  };
  EXPECT_EQ(points().symmetries()[0](bit_of("a4")), bit_of("d7"));
  EXPECT_EQ(points().symmetries()[5](bit_of("b4")), bit_of("d6"));
  EXPECT_EQ(points().symmetries()[7](bit_of("a7")), bit_of("c5"));
}

TEST(SectorIndex, GivesEachPositionTheNumberOfAnImage) {
  const SectorIndex index(points(), 2, 2);
  EXPECT_EQ(index.size(), index.orbits().size() * 231);
  EXPECT_EQ(index.size(), sector_size(*nine_mens_morris().board, {2, 2}));
  EXPECT_TRUE(std::ranges::is_sorted(index.orbits()));
  for (std::uint32_t number = 0; number < index.size(); ++number) {
    const SectorStones stones = index.stones(number);
    ASSERT_EQ(index.index(stones), number);
    for (const Symmetry& symmetry : points().symmetries()) {
      const SectorStones image{symmetry(stones.own), symmetry(stones.opponent)};
      const SectorStones found = index.stones(index.index(image));
      const bool is_image = std::ranges::any_of(points().symmetries(), [&](const Symmetry& back) {
        return SectorStones{back(image.own), back(image.opponent)} == found;
      });
      ASSERT_TRUE(is_image);
    }
  }
}

TEST(SectorIndex, OneOfTheImagesHoldsTheValueAndAllLeadToIt) {
  const SectorIndex index(points(), 4, 3);
  std::uint64_t holders = 0;
  for (std::uint32_t orbit = 0; orbit < index.orbits().size(); ++orbit) {
    const std::vector<int> stabilizer = index.stabilizer(orbit);
    for (std::uint32_t rank = 0; rank < index.opponent().size(); ++rank) {
      const SectorStones stones = index.stones(orbit * index.opponent().size() + rank);
      const int holder = index.holder(stabilizer, stones.opponent);
      if (holder == SectorIndex::kItself) {
        ++holders;
        continue;
      }
      const Symmetry& symmetry = points().symmetries()[static_cast<std::size_t>(holder)];
      ASSERT_EQ(symmetry(stones.own), stones.own);
      ASSERT_EQ(index.holder(stabilizer, symmetry(stones.opponent)), SectorIndex::kItself);
    }
  }
  EXPECT_EQ(holders, class_count(*nine_mens_morris().board, {4, 3, 0, 0}));
}

/// A file of a few entries, and what is written of it.
class SectorFileTest : public ::testing::Test {
 protected:
  Result<SectorFile> open(std::uint32_t entries = 0) const {
    return SectorFile::open(path(), std_game(), entries == 0 ? count() : entries);
  }
  void write(const std::vector<SectorEntry>& entries) {
    auto writer = SectorWriter::create(path(), std_game()).value();
    ASSERT_TRUE(succeeds(writer.append(encode_entries(std_game(), 0, entries))));
    ASSERT_TRUE(succeeds(writer.finish()));
  }
  void change(std::size_t offset, std::uint8_t byte) {
    std::vector<std::uint8_t> bytes = read_bytes(path());
    bytes.at(offset) = byte;
    write_bytes(path(), bytes);
  }
  std::filesystem::path path() const { return directory_.path() / "std_3_3_0_0.sec2"; }
  static std::uint32_t count() { return static_cast<std::uint32_t>(kEntries.size()); }

  static inline const std::vector<SectorEntry> kEntries = {
      {299, 13},  {-299, 26},  {0, 0},     {0, -16},  {-21, 2},
      {17, 2047}, {18, -2048}, {19, 4000}, {2047, 1}, {-2048, -2047}};

 private:
  TemporaryDirectory directory_;
};

TEST_F(SectorFileTest, HoldsWhatWasWritten) {
  write(kEntries);
  EXPECT_EQ(std::filesystem::file_size(path()), sector_file_size(count()) + 2 * kWideEntrySize);
  const auto file = open();
  ASSERT_TRUE(succeeds(file));
  for (std::uint32_t i = 0; i < count(); ++i) EXPECT_EQ(file->entry(i).value(), kEntries[i]) << i;
}

TEST_F(SectorFileTest, HasTheBytesOfTheFormat) {
  write({{299, 13}, {-1, -1}});
  std::vector<std::uint8_t> expected(64);
  expected[0] = 2, expected[4] = 3, expected[8] = 12;
  for (const int byte : {0x2B, 0xD1, 0x00, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0})
    expected.push_back(static_cast<std::uint8_t>(byte));
  EXPECT_EQ(read_bytes(path()), expected);
}

TEST_F(SectorFileTest, RefusesOthersAndCutOnes) {
  EXPECT_TRUE(fails_with(open(), ErrorCode::kMissingFile, "std_3_3_0_0.sec2"));
  write(kEntries);
  EXPECT_TRUE(fails_with(open(count() + 20), ErrorCode::kDamagedFile, "are expected"));
  EXPECT_TRUE(fails_with(open(count() - 1), ErrorCode::kDamagedFile, "wide entries make"));
  for (std::size_t offset = 0; offset < 64; ++offset) {
    write(kEntries);
    change(offset, 77);
    EXPECT_TRUE(fails_with(open(), ErrorCode::kDamagedFile, "of its header")) << offset;
  }
  write(kEntries);
  const auto whole = read_bytes(path());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_bytes(path(), std::span(whole).first(size));
    EXPECT_TRUE(fails_with(open(), ErrorCode::kDamagedFile, "has ")) << size;
  }
}

TEST_F(SectorFileTest, RefusesWideEntriesThatAreNone) {
  write(kEntries);
  const std::size_t tail = sector_file_size(count());
  change(tail, 200);  // the index of the first
  EXPECT_TRUE(fails_with(open(), ErrorCode::kDamagedFile, "out of order"));
  change(tail, 1);
  EXPECT_TRUE(fails_with(open(), ErrorCode::kDamagedFile, "whose own second field is 26"));
  write(kEntries);
  change(64 + 2, 0x80);  // the first entry is now marked as wide
  change(64 + 1, 0x01);
  EXPECT_TRUE(fails_with(open().value().entry(0), ErrorCode::kDamagedFile, "lacks the wide entry"));
}

TEST(SectorScores, AreReadBackFromTheirText) {
  const Variant variant = nine_mens_morris();
  const SectorScores zeros = zero_scores(std_game(), variant);
  EXPECT_EQ(zeros.scores.size(), 498U);
  const PlaceText place{"std.secval", "std.secval"};
  EXPECT_EQ(parse_scores(std_game(), variant, scores_text(zeros), place).value(), zeros);
  const auto some = parse_scores(std_game(), variant,
                                 "virt_loss_val: -299\nvirt_win_val: 299\n2\n3 4 0 0  -7\n"
                                 "0 0 9 9  -21\n",
                                 place);
  ASSERT_TRUE(succeeds(some));
  EXPECT_EQ(some->scores.at(Subspace{3, 4}), -7);
}

TEST(SectorScores, RefuseWhatMakesNoSense) {
  const Variant variant = nine_mens_morris();
  const auto refuses = [&](std::string_view text, std::string_view part) {
    return fails_with(parse_scores(std_game(), variant, text, {"here/std.secval", "std.secval"}),
                      ErrorCode::kDamagedFile, part);
  };
  const std::string head = "virt_loss_val: -299\nvirt_win_val: 299\n";
  EXPECT_TRUE(refuses("", "line 0: 'virt_loss_val: NUMBER'"));
  EXPECT_TRUE(refuses("virt_loss_val: -299\nwin: 299\n", "line 2: 'virt_win_val: NUMBER'"));
  EXPECT_TRUE(refuses("virt_loss_val: -298\nvirt_win_val: 299\n", "line 2: "));
  EXPECT_TRUE(refuses("virt_loss_val: -1022\nvirt_win_val: 1022\n", "no room in 12 bits"));
  EXPECT_TRUE(refuses(head + "499\n", "line 3: a number of sectors up to 498"));
  EXPECT_TRUE(refuses(head + "1\n3 4 0  7\n", "line 4: four counts and a score"));
  EXPECT_TRUE(refuses(head + "1\n3 4 0 0  x\n", "line 4: four counts and a score"));
  EXPECT_TRUE(refuses(head + "1\n9 9 1 0  7\n", "line 4: the game has no such sector"));
  EXPECT_TRUE(refuses(head + "1\n3 4 0 0  299\n", "line 4: the score is not between"));
  EXPECT_TRUE(refuses(head + "2\n3 4 0 0  7\n3 4 0 0  7\n", "line 5: the sector stands twice"));
  EXPECT_TRUE(refuses(head + "2\n3 4 0 0  7\n", "line 4: four counts and a score"));
}

/// A sector of 1-1, small enough to write by hand, beside scores of its own.
class SectorReaderTest : public ::testing::Test {
 protected:
  Result<SectorOutcome> outcome_of(SectorEntry entry, int score) const {
    const SectorIndex index(points(), 1, 1);
    std::vector<SectorEntry> entries(index.size(), entry);
    const auto path = directory_.path() / "std_1_1_2_2.sec2";
    auto writer = SectorWriter::create(path, std_game()).value();
    EXPECT_TRUE(succeeds(writer.append(encode_entries(std_game(), 0, entries))));
    EXPECT_TRUE(succeeds(writer.finish()));
    const Subspace subspace{1, 1, 2, 2};
    const auto reader = MILLSTONE_TRY(
        SectorReader::open(path, std_game(), points(), subspace, {299, {{subspace, score}}}));
    return reader.outcome(bit(0), bit(1));
  }

 private:
  TemporaryDirectory directory_;
};

TEST_F(SectorReaderTest, TellsOutcomesWhateverTheScore) {
  for (const int score : {0, 17, -298}) {
    const SectorScores scores{299, {}};
    for (const SectorOutcome& held :
         {SectorOutcome{{Value::kWin, 31}}, SectorOutcome{{Value::kLoss, 0}}, SectorOutcome{},
          SectorOutcome{{}, {score > 0 ? -9 : 9, 2}}, SectorOutcome{{}, {1, -7}}})
      EXPECT_TRUE(outcome_of(entry_of(scores, score, held), score).value() == held);
    EXPECT_TRUE(outcome_of({0, 12}, score).value() == SectorOutcome{});  // a left-over
  }
}

TEST_F(SectorReaderTest, RefusesWhatMakesNoSense) {
  const auto refuses = [&](SectorEntry entry, std::string_view part) {
    return fails_with(outcome_of(entry, 0), ErrorCode::kDamagedFile, part);
  };
  EXPECT_TRUE(refuses({0, -17}, "names symmetry 16"));
  EXPECT_TRUE(refuses(redirect_to(3), "which leads elsewhere"));
  EXPECT_TRUE(refuses({300, 5}, "beyond a win or a loss"));
  EXPECT_TRUE(refuses({299, 4}, "a win in 4 plies"));
  EXPECT_TRUE(refuses({-299, 3}, "a loss in 3 plies"));
  EXPECT_TRUE(refuses({299, -1}, "a win in -1 plies"));
}

TEST(MalomGames, AreKnownByTheirRulesWhateverTheName) {
  EXPECT_EQ(malom_game(nine_mens_morris()).value()->name, "std");
  EXPECT_EQ(malom_game(find_variant("lasker-morris").value()).value()->name, "lask");
  EXPECT_EQ(malom_game(find_variant("morabaraba").value()).value()->name, "mora");
  EXPECT_TRUE(
      fails_with(malom_game(find_variant("nine-mens-morris", {{"mayFly", "false"}}).value()),
                 ErrorCode::kUnsupportedRule, "'mayFly=0' where 'nine-mens-morris'"));
  EXPECT_TRUE(fails_with(malom_game(find_variant("twelve-mens-morris").value()),
                         ErrorCode::kUnsupportedRule, "'boardFullAction=0' where 'morabaraba'"));
}

}  // namespace
}  // namespace mill
