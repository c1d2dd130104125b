#include "engine/search/opening_book.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "builder/database_builder.h"
#include "engine/book/book_checking.h"
#include "engine/book/book_growing.h"
#include "engine/book/book_writing.h"
#include "engine/match/player_factory.h"
#include "engine/protocol/engine_setup.h"
#include "engine/search/book_answer.h"
#include "engine/search/engine.h"
#include "engine/search/shipped_books.h"
#include "engine/search/shipped_endings.h"
#include "prober/position_samples.h"
#include "tests/support/file_contents.h"
#include "tests/support/random_rules.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

using Bytes = std::vector<std::uint8_t>;
using std::chrono::milliseconds;

/// The whole game by some rules, solved.
class WholeGame {
 public:
  explicit WholeGame(const Variant& variant) : variant_(variant) {
    BuildOptions options;
    options.directory = directory_.path();
    options.roots = {subspace_of(variant, start_position(variant))};
    EXPECT_TRUE(succeeds(build_database(variant, options)));
    auto prober = Prober::open(directory_.path(), variant);
    EXPECT_TRUE(succeeds(prober));
    prober_ = std::make_shared<const Prober>(*std::move(prober));
  }

  const Variant& variant() const { return variant_; }
  const Prober& prober() const { return *prober_; }

  Value value(const Position& position) const { return prober_->value(position).value(); }

  GrownBook grow(const BookOptions& options = {}) const {
    auto grown = grow_book(*prober_, options);
    EXPECT_TRUE(succeeds(grown));
    return *std::move(grown);
  }

  std::shared_ptr<const OpeningBook> book(const BookOptions& options = {}) const {
    auto book =
        OpeningBook::parse(variant_, book_bytes(variant_, grow(options).entries), "test.book");
    EXPECT_TRUE(succeeds(book));
    return std::make_shared<const OpeningBook>(*std::move(book));
  }

 private:
  Variant variant_;
  TemporaryDirectory directory_;
  std::shared_ptr<const Prober> prober_;
};

const WholeGame& five_mens_morris() {
  static const WholeGame game(find_variant("five-mens-morris").value());
  return game;
}

/// The turns that keep the value of a position, by what they lead to.
std::vector<Turn> keeping_turns(const WholeGame& game, const Position& position) {
  std::vector<Turn> keeping;
  for (const Turn& turn : generate_turns(game.variant(), position)) {
    const Played played = play(game.variant(), position, turn);
    const Value value = game.value(played.position);
    if ((played.same_side ? value : opposite(value)) == game.value(position))
      keeping.push_back(turn);
  }
  return keeping;
}

/// Plays from the book on one side, and any turn that keeps the value on the other, until the hands
/// are empty.
/// @return how many own turns were not in the book
int turns_outside(const WholeGame& game, const OpeningBook& book, bool is_first,
                  std::mt19937& random) {
  Position position = start_position(game.variant());
  int outside = 0;
  bool own = is_first;
  while (position.own_hand + position.opponent_hand > 0 &&
         status(game.variant(), position) == Status::kOpen) {
    const auto entry = own ? book.find(position) : std::nullopt;
    outside += own && !entry;
    const auto turns = entry ? entry->turns : keeping_turns(game, position);
    const Turn& turn = turns[random() % turns.size()];
    EXPECT_EQ(std::ranges::count(keeping_turns(game, position), turn), 1)
        << shown(game.variant(), position);
    const Played played = play(game.variant(), position, turn);
    position = played.position;
    own = played.same_side == own;
  }
  return outside;
}

std::vector<RuleSetting> rules_with_books() {
  std::vector<RuleSetting> rules = random_rule_settings(16, 31);
  std::erase_if(rules, [](const RuleSetting& each) { return !check_bookable(each.variant); });
  return rules;
}

class BookOfRandomRules : public ::testing::TestWithParam<RuleSetting> {};

TEST_P(BookOfRandomRules, IsNeverLeftWhereItIsComplete) {
  const WholeGame game(GetParam().variant);
  const GrownBook grown = game.grow();
  ASSERT_TRUE(grown.complete);
  const auto book = game.book();
  std::mt19937 random(3);
  for (int i = 0; i < 40; ++i) EXPECT_EQ(turns_outside(game, *book, i % 2 == 0, random), 0);
  const auto checked = check_book(game.prober(), *book);
  ASSERT_TRUE(succeeds(checked));
  EXPECT_EQ(*checked, grown.entries.size());
}

INSTANTIATE_TEST_SUITE_P(Rules, BookOfRandomRules, ::testing::ValuesIn(rules_with_books()),
                         [](const auto& setting) { return fmt::format("Rules{}", setting.index); });

TEST(OpeningBookTest, HoldsWhatWasWritten) {
  const WholeGame& game = five_mens_morris();
  const GrownBook grown = game.grow({.positions = 3000});
  EXPECT_EQ(grown.entries.size(), 3000u);
  EXPECT_FALSE(grown.complete);
  const auto book =
      OpeningBook::parse(game.variant(), book_bytes(game.variant(), grown.entries), "test.book");
  ASSERT_TRUE(succeeds(book));
  EXPECT_EQ(book->positions(), 3000u);
  const auto entries = book->entries();
  ASSERT_TRUE(succeeds(entries));
  EXPECT_THAT(*entries, ::testing::UnorderedElementsAreArray(grown.entries));
}

TEST(OpeningBookTest, IsTheSameOnAnyNumberOfThreads) {
  const WholeGame& game = five_mens_morris();
  const auto bytes = [&](int threads) {
    return book_bytes(game.variant(), game.grow({.positions = 1000, .threads = threads}).entries);
  };
  EXPECT_EQ(bytes(1), bytes(3));
}

TEST(OpeningBookTest, KnowsEveryImageOfAPosition) {
  const WholeGame& game = five_mens_morris();
  const auto book = game.book({.positions = 500});
  const auto entries = book->entries().value();
  for (const BookEntry& entry : entries)
    for (const Symmetry& symmetry : game.variant().board->symmetries.elements) {
      Position image = entry.position;
      image.own = symmetry(image.own);
      image.opponent = symmetry(image.opponent);
      const auto found = book->find(image);
      ASSERT_TRUE(found.has_value());
      EXPECT_EQ(found->value, entry.value);
      const auto keeping = keeping_turns(game, image);
      for (const Turn& turn : found->turns) EXPECT_EQ(std::ranges::count(keeping, turn), 1);
    }
}

TEST(OpeningBookTest, TheLikeliestPositionsComeFirst) {
  const WholeGame& game = five_mens_morris();
  const GrownBook few = game.grow({.positions = 100}), more = game.grow({.positions = 1000});
  EXPECT_EQ(few.entries.front().position, start_position(game.variant()));
  EXPECT_LT(few.turns_expected, more.turns_expected);
  EXPECT_LE(more.turns_expected, game.variant().rules.piece_count);
}

TEST(OpeningBookTest, ReadsNoDamagedFile) {
  const WholeGame& game = five_mens_morris();
  const Bytes whole = book_bytes(game.variant(), game.grow({.positions = 50}).entries);
  const auto parse = [&](Bytes bytes) {
    return OpeningBook::parse(game.variant(), std::move(bytes), "test.book");
  };
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_TRUE(
        fails_with(parse({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}),
                   ErrorCode::kDamagedFile, "test.book: "));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    Bytes changed = whole;
    changed[at] = static_cast<std::uint8_t>(changed[at] ^ 0x10);
    EXPECT_TRUE(fails_with(parse(changed), ErrorCode::kDamagedFile, "test.book: "));
  }
}

/// The checksum made to fit again.
Bytes with_new_sum(Bytes bytes) {
  bytes.resize(bytes.size() - 8);
  const std::uint64_t sum = checksum(bytes);
  append_little_endian<std::uint64_t>(bytes, sum);
  return bytes;
}

TEST(OpeningBookTest, WhatIsWrongUnderAChecksumThatFitsIsFoundOrNotPlayed) {
  const WholeGame& game = five_mens_morris();
  const Bytes whole = book_bytes(game.variant(), game.grow({.positions = 50}).entries);
  constexpr std::size_t kRulesAt = 12;
  for (std::size_t at = 8; at + 8 < whole.size(); ++at)
    for (const int flip : {0x01, 0x80, 0xff}) {
      Bytes changed = whole;
      changed[at] = static_cast<std::uint8_t>(changed[at] ^ flip);
      const auto book = OpeningBook::parse(game.variant(), with_new_sum(changed), "test.book");
      if (at < kRulesAt) {
        EXPECT_TRUE(fails_with(book, ErrorCode::kUnsupportedVersion, "version"));
      } else if (at < kRulesAt + 16) {
        EXPECT_TRUE(
            fails_with(book, ErrorCode::kWrongRules, "test.book: was made for other rules"));
      }
      if (!book) continue;
      const auto found = book->find(start_position(game.variant()));
      if (!found) continue;
      const auto legal = generate_turns(game.variant(), start_position(game.variant()));
      for (const Turn& turn : found->turns) EXPECT_EQ(std::ranges::count(legal, turn), 1);
    }
}

TEST(OpeningBookTest, AFileIsReadWholeAndNamed) {
  const WholeGame& game = five_mens_morris();
  const TemporaryDirectory directory;
  const auto path = directory.path() / "five.book";
  EXPECT_TRUE(
      fails_with(OpeningBook::open(path, game.variant()), ErrorCode::kMissingFile, "five.book"));
  write_bytes(path, book_bytes(game.variant(), game.grow({.positions = 50}).entries));
  EXPECT_TRUE(succeeds(OpeningBook::open(path, game.variant())));
  EXPECT_TRUE(fails_with(OpeningBook::open(path, nine_mens_morris()), ErrorCode::kWrongRules,
                         "five.book: was made for other rules than those of 'nine-mens-morris'"));
  std::filesystem::resize_file(path, std::uintmax_t{1} << 40);  // takes no room on the disk
  EXPECT_TRUE(fails_with(OpeningBook::open(path, game.variant()), ErrorCode::kDamagedFile,
                         "five.book: is too large for its kind, opening book"));
}

TEST(OpeningBookTest, AnEntryThatThrowsValueAwayIsFound) {
  const WholeGame& game = five_mens_morris();
  GrownBook grown = game.grow({.positions = 400});
  const auto spoil = [&](BookEntry& entry) {
    const auto keeping = keeping_turns(game, entry.position);
    for (const Turn& turn : generate_turns(game.variant(), entry.position))
      if (std::ranges::count(keeping, turn) == 0) return entry.turns = {turn}, true;
    return false;
  };
  ASSERT_TRUE(std::ranges::any_of(grown.entries, spoil));
  const auto book =
      OpeningBook::parse(game.variant(), book_bytes(game.variant(), grown.entries), "test.book");
  ASSERT_TRUE(succeeds(book));
  EXPECT_TRUE(fails_with(check_book(game.prober(), *book), ErrorCode::kVerificationFailed,
                         "the book says draw, the database loss"));
}

TEST(AskBook, GoesOnWithATurnThatHasBegun) {
  const WholeGame& game = five_mens_morris();
  const auto book = game.book();
  const auto entries = book->entries().value();
  int begun = 0;
  for (const BookEntry& entry : entries) {
    if (entry.turns.front().removed == 0) continue;
    const Game start(game.variant(), {entry.position});
    const auto lines = ask_book(*book, start);
    ASSERT_FALSE(lines.empty());
    const SearchLine& line = lines.front();
    ASSERT_EQ(line.actions.size(), 2u);
    Game half = start;
    ASSERT_TRUE(succeeds(half.play(line.actions[0])));
    const auto rest = ask_book(*book, half);
    ASSERT_FALSE(rest.empty());
    EXPECT_EQ(rest.front().actions, std::vector{line.actions[1]});
    ++begun;
  }
  EXPECT_GT(begun, 100);
}

/// A front end's engine with a book.
class EngineWithBook : public ::testing::Test {
 protected:
  /// What it plays at the start of the game, with each of some seeds.
  std::set<int> points_played(EngineOptions options, int seeds) {
    options.book = book_;
    auto engine = Engine::create(game_.variant(), options).value();
    std::set<int> points;
    for (int seed = 0; seed < seeds; ++seed) {
      engine.set_seed(static_cast<std::uint64_t>(seed));
      const auto report = engine.think(Game(game_.variant()), {.time = milliseconds(20)});
      EXPECT_EQ(report.nodes, 0u);
      points.insert(report.lines.front().actions.front().to);
    }
    return points;
  }

  /// Whether the book answers at the start of the game.
  bool is_answered(EngineOptions options, const SearchLimits& limits) {
    options.book = book_;
    auto engine = Engine::create(game_.variant(), options).value();
    return engine.think(Game(game_.variant()), limits).nodes == 0;
  }

  const WholeGame& game_ = five_mens_morris();
  std::shared_ptr<const OpeningBook> book_ = game_.book({.positions = 100, .turns = 5});
};

TEST_F(EngineWithBook, AsksItWhereOnlyTimeLimitsAPlayerThatDoesItsBest) {
  const SearchLimits time{.time = milliseconds(20)};
  EXPECT_TRUE(is_answered({}, time));
  EXPECT_TRUE(is_answered({.algorithm = Algorithm::kTreeSearch}, time));
  EXPECT_FALSE(is_answered({}, {.depth = 2}));
  EXPECT_FALSE(is_answered({}, {.depth = 2, .time = milliseconds(20)}));
  EXPECT_FALSE(is_answered({}, {.nodes = 100}));
  EXPECT_FALSE(is_answered({.lines = 2}, time));
  EXPECT_FALSE(is_answered({.strength = strength_of_level(20)}, time));
  EXPECT_FALSE(is_answered({}, {.time = milliseconds(20), .full_strength = true}));
}

TEST_F(EngineWithBook, PlaysTheFirstOfItsTurnsUnlessItShuffles) {
  const auto first = ask_book(*book_, Game(game_.variant())).front().actions.front().to;
  EXPECT_EQ(points_played({}, 20), std::set<int>{first});
  EXPECT_EQ(points_played({.shuffling = true, .best_book_turn = true}, 20), std::set<int>{first});
  const auto turns = book_->find(start_position(game_.variant()))->turns.size();
  EXPECT_EQ(points_played({.shuffling = true}, 50).size(), turns);
}

TEST_F(EngineWithBook, RefusesABookOfOtherRules) {
  EXPECT_TRUE(fails_with(Engine::create(nine_mens_morris(), {.book = book_}),
                         ErrorCode::kWrongRules, "opening book was made for other rules"));
}

TEST(ShippedBook, HoldsDrawsAlone) {
  const auto book = shipped_book(nine_mens_morris());
  ASSERT_TRUE(book);
  const auto entries = book->entries();  // all legal
  ASSERT_TRUE(succeeds(entries));
  EXPECT_EQ(entries->size(), book->positions());
  EXPECT_GT(entries->size(), 100'000U);
  // So is the game (Gasser 1996), and who plays from the book does not throw that away.
  for (const BookEntry& entry : *entries) ASSERT_EQ(entry.value, Value::kDraw);
}

TEST(ShippedBook, TwoWhoPlayFromItHardlyLeaveIt) {
  const auto book = shipped_book(nine_mens_morris());
  std::mt19937 random(7);
  int turns = 0, outside = 0;
  for (int game = 0; game < 200; ++game) {
    Position position = start_position(book->variant());
    while (position.own_hand + position.opponent_hand > 0) {
      ++turns;
      const auto entry = book->find(position);
      outside += !entry;
      if (!entry) break;
      position =
          play(book->variant(), position, entry->turns[random() % entry->turns.size()]).position;
    }
  }
  EXPECT_GT(turns, 200 * 15);
  EXPECT_LT(outside, 20);
}

TEST(ShippedBook, IsThereForItsRulesAlone) {
  EXPECT_FALSE(shipped_book(six_mens_morris()));
  EXPECT_FALSE(shipped_book(find_variant("lasker-morris").value()));
  EXPECT_EQ(chosen_book("", nine_mens_morris()).value(), shipped_book(nine_mens_morris()));
  EXPECT_TRUE(
      fails_with(chosen_book("no.book", nine_mens_morris()), ErrorCode::kMissingFile, "no.book"));
}

TEST(ShippedEndings, AreTheFilesThatAreBuiltToday) {
  const Variant variant = nine_mens_morris();
  const TemporaryDirectory directory;
  BuildOptions options;
  options.directory = directory.path();
  options.roots = {{4, 4, 0, 0}};
  ASSERT_TRUE(succeeds(build_database(variant, options)));
  const auto built = Prober::open(directory.path(), variant);
  ASSERT_TRUE(succeeds(built));
  ProberOptions shipped_alone;
  shipped_alone.compiled_in = shipped_endings(variant);
  const auto shipped = Prober::open(std::vector<std::filesystem::path>(), variant, shipped_alone);
  ASSERT_TRUE(succeeds(shipped));
  ASSERT_TRUE(succeeds(shipped->open_all()));
  std::mt19937_64 random(5);
  for (const Subspace& subspace : built->subspaces()) {
    ASSERT_EQ(std::ranges::count(shipped->subspaces_with_distances(), subspace), 1);
    for (int i = 0; i < 2000; ++i) {
      const Position position = random_position(*variant.board, subspace, random);
      EXPECT_EQ(shipped->outcome(position).value(), built->outcome(position).value());
    }
  }
  EXPECT_TRUE(shipped_endings(six_mens_morris()).empty());
}

}  // namespace
}  // namespace mill
