#include "engine/search/hash_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "engine/protocol/protocol.h"
#include "engine/search/engine.h"
#include "tests/support/file_contents.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

using Bytes = std::vector<std::uint8_t>;

KeptResult result_of(std::uint64_t key, int depth, Score score = 0) {
  return {
      key,
      {score, depth, Bound::kLower,
       Action{.kind = Action::Kind::kMove, .from = 3, .to = static_cast<std::int8_t>(key % 24)}}};
}

class HashFileTest : public ::testing::Test {
 protected:
  /// A table that knows these.
  TranspositionTable table_of(const std::vector<KeptResult>& results) const {
    TranspositionTable table(1 << 20);
    for (const auto& [key, entry] : results) table.store(key, entry);
    return table;
  }

  std::map<std::uint64_t, int> depths_in_file() const {
    const Bytes bytes = read_bytes(path_);
    const auto results = parse_hash_file(bytes, ground_, "test.hash");
    EXPECT_TRUE(succeeds(results));
    std::map<std::uint64_t, int> depths;
    for (const auto& [key, entry] : *results) depths[key] = entry.depth;
    return depths;
  }

  const Variant variant_ = nine_mens_morris();
  const ResultsGround ground_{variant_, 77};
  const TemporaryDirectory directory_;
  const std::filesystem::path path_ = directory_.path() / "test.hash";
};

TEST_F(HashFileTest, HoldsWhatWasWritten) {
  const std::vector<KeptResult> results = {
      result_of(1, 6), result_of(UINT64_MAX, 255, -kMate + 4), {5, {31, 9, Bound::kExact, {}}}};
  const auto read = parse_hash_file(hash_file_bytes(results, ground_), ground_, "test.hash");
  ASSERT_TRUE(succeeds(read));
  ASSERT_EQ(read->size(), results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ((*read)[i].key, results[i].key);
    EXPECT_EQ((*read)[i].entry.score, results[i].entry.score);
    EXPECT_EQ((*read)[i].entry.depth, results[i].entry.depth);
    EXPECT_EQ((*read)[i].entry.bound, results[i].entry.bound);
    EXPECT_EQ((*read)[i].entry.best, results[i].entry.best);
  }
}

TEST_F(HashFileTest, NoByteMayDifferAndNoneMayBeMissing) {
  const Bytes whole = hash_file_bytes(std::vector{result_of(1, 6), result_of(2, 7)}, ground_);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    Bytes changed = whole;
    changed[i] ^= 4;
    EXPECT_FALSE(parse_hash_file(changed, ground_, "test.hash")) << i;
    EXPECT_FALSE(parse_hash_file(std::span(whole).first(i), ground_, "test.hash")) << i;
  }
}

TEST_F(HashFileTest, WhatIsImpossibleUnderAChecksumThatFitsIsRefused) {
  const auto refuses = [&](TableEntry entry) {
    const Bytes bytes = hash_file_bytes(std::vector{KeptResult{1, entry}}, ground_);
    return fails_with(parse_hash_file(bytes, ground_, "test.hash"), ErrorCode::kDamagedFile,
                      "test.hash: holds an impossible result");
  };
  EXPECT_TRUE(refuses({kMate + 1, 6, Bound::kExact, {}}));
  EXPECT_TRUE(refuses({0, 0, Bound::kExact, {}}));
  EXPECT_TRUE(refuses({0, 6, Bound::kNone, {}}));
  EXPECT_TRUE(refuses({0, 6, static_cast<Bound>(4), {}}));
  EXPECT_TRUE(refuses({0, 6, Bound::kExact, Action{.kind = Action::Kind::kPlace, .to = 24}}));
}

TEST_F(HashFileTest, OfOtherRulesOrAnotherEvaluationIsRefusedByName) {
  const Bytes bytes = hash_file_bytes(std::vector{result_of(1, 6)}, ground_);
  EXPECT_TRUE(fails_with(parse_hash_file(bytes, {six_mens_morris(), 77}, "test.hash"),
                         ErrorCode::kWrongRules, "made for other rules"));
  EXPECT_TRUE(fails_with(parse_hash_file(bytes, {variant_, 78}, "test.hash"),
                         ErrorCode::kWrongRules, "another evaluation"));
}

TEST_F(HashFileTest, KeepsTheDeepestOfTheTableAndOfTheFile) {
  const auto first = table_of({result_of(1, 6), result_of(2, 9), result_of(3, 5)});
  EXPECT_EQ(save_results(path_, ground_, first).value(), 2U);
  const auto second = table_of({result_of(1, 8), result_of(2, 7), result_of(4, 6)});
  EXPECT_EQ(save_results(path_, ground_, second).value(), 3U);
  EXPECT_EQ(depths_in_file(), (std::map<std::uint64_t, int>{{1, 8}, {2, 9}, {4, 6}}));
  TranspositionTable loaded(1 << 20);
  EXPECT_EQ(load_results(path_, ground_, loaded).value(), 3U);
  EXPECT_EQ(loaded.find(2)->depth, 9);
  EXPECT_EQ(loaded.find(2)->best, result_of(2, 9).entry.best);
  EXPECT_FALSE(loaded.find(3));
}

TEST_F(HashFileTest, HoldsNoMoreThanItMay) {
  TranspositionTable table(std::uint64_t{64} << 20);
  for (std::uint64_t i = 0; i < kMostKeptResults + 5000; ++i)
    table.store(i, result_of(i, i < 7000 ? 7 : 8).entry);
  EXPECT_EQ(save_results(path_, ground_, table).value(), kMostKeptResults);
  const auto depths = depths_in_file();
  EXPECT_EQ(std::ranges::count(depths, 7, [](const auto& each) { return each.second; }), 2000);
}

TEST_F(HashFileTest, WhatIsNoHashFileStaysAsItWas) {
  std::ofstream(path_) << "a letter to somebody";
  const auto table = table_of({result_of(1, 6)});
  EXPECT_TRUE(fails_with(save_results(path_, ground_, table), ErrorCode::kDamagedFile,
                         "test.hash: is no hash file"));
  const Bytes now = read_bytes(path_);
  EXPECT_EQ(std::string(now.begin(), now.end()), "a letter to somebody");
}

class EngineHashFile : public HashFileTest {
 protected:
  /// What a session says to these commands.
  std::vector<std::string> session(const std::vector<std::string>& commands) const {
    std::vector<std::string> said;
    Protocol protocol([&](std::string_view line) { said.emplace_back(line); });
    for (const std::string& command : commands)
      if (protocol.handle(command)) protocol.wait();
    protocol.finish();
    return said;
  }

  std::size_t results_kept() const {
    auto engine = Engine::create(variant_, {.hash_bytes = 1 << 24});
    return engine->load_results(path_).value_or(0);
  }

  /// The nodes of the last search, by its last `info`.
  static std::uint64_t nodes(const std::vector<std::string>& said) {
    std::uint64_t nodes = 0;
    for (const std::string& line : said)
      if (const auto at = line.find(" nodes "); at != line.npos)
        nodes = std::stoull(line.substr(at + 7));
    return nodes;
  }

  static std::string told(const std::vector<std::string>& said) {
    const auto line = std::ranges::find_if(
        said, [](const std::string& each) { return each.starts_with("info string"); });
    return line == said.end() ? "" : *line;
  }

  const std::string set_file_ = "setoption name HashFile value " + path_.string();
};

TEST_F(EngineHashFile, TheNextSessionKnowsWhatTheLastHasFound) {
  const std::vector<std::string> search = {set_file_, "position startpos moves d6 f4", "go depth 9",
                                           "quit"};
  const std::uint64_t first = nodes(session(search));
  const std::uint64_t second = nodes(session(search));
  EXPECT_GT(first, 10'000U);
  EXPECT_LT(second, first / 10);
}

TEST_F(EngineHashFile, IsKeptWhenAGameEndsAndWhenTheInputDoes) {
  session({set_file_, "position startpos moves d6 f4", "go depth 8"});
  const std::size_t after_input = results_kept();
  EXPECT_GT(after_input, 10U);
  const auto said = session({set_file_, "position startpos moves b4 b6", "go depth 8", "ucinewgame",
                             "position startpos moves b4 b6", "go depth 8", "quit"});
  const auto last =
      std::ranges::find(said, "bestmove", [](const auto& line) { return line.substr(0, 8); });
  const std::uint64_t before = nodes({said.begin(), last});
  const std::uint64_t after = nodes({last, said.end()});
  EXPECT_LT(after, before / 10);  // a new game knows it, too
  EXPECT_GT(results_kept(), after_input);
}

TEST_F(EngineHashFile, WhatCannotBeUsedIsToldAndLeftAlone) {
  std::ofstream(path_) << "a letter to somebody";
  const auto said = session({set_file_, "go depth 7", "quit"});
  EXPECT_NE(told(said).find("doing without the hash file"), std::string::npos);
  EXPECT_NE(told(said).find("is no hash file"), std::string::npos);
  EXPECT_EQ(read_bytes(path_).size(), 20U);
  const auto tree =
      session({"setoption name Algorithm value mcts",
               "setoption name HashFile value " + path_.string() + ".new", "go nodes 100", "quit"});
  EXPECT_NE(told(tree).find("no transposition table"), std::string::npos);
}

TEST_F(EngineHashFile, AnotherEvaluationIsNotMixedUp) {
  auto network = Engine::create(variant_, {.hash_bytes = 1 << 20});
  auto features = Engine::create(variant_, {.hash_bytes = 1 << 20, .network = false});
  (void)network->think(Game(variant_), {.depth = 7});
  ASSERT_TRUE(succeeds(network->save_results(path_)));
  EXPECT_TRUE(
      fails_with(features->load_results(path_), ErrorCode::kWrongRules, "another evaluation"));
}

}  // namespace
}  // namespace mill
