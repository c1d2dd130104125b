#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "engine/games/played_turns.h"
#include "engine/match/openings.h"
#include "engine/match/perfect_player.h"
#include "engine/match/player_factory.h"
#include "engine/match/random_player.h"
#include "game/notation.h"
#include "game/numbering.h"
#include "tests/engine/shipped_match.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

Game game_of(const Variant& variant, std::initializer_list<const char*> turns) {
  Game game(variant);
  for (const char* turn : turns) EXPECT_TRUE(succeeds(game.play(turn)));
  return game;
}

std::unique_ptr<Player> player_of(std::string_view description) {
  auto player = factory_of(description).make();
  MILLSTONE_CHECK(player.has_value());
  return std::move(*player);
}

/// The actions that a player chooses with these seeds, as text.
std::set<std::string> choices(Player& player, const Game& game, std::uint64_t seeds) {
  std::set<std::string> chosen;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    EXPECT_TRUE(succeeds(player.new_game(game, seed)));
    const auto choice = player.choose(game, {});
    EXPECT_TRUE(succeeds(choice));
    if (choice) chosen.insert(action_text(*game.variant().board, *choice->action));
  }
  return chosen;
}

TEST(RandomPlayerTest, PlaysEveryLegalActionAndTheSameWithTheSameSeed) {
  const auto player = player_of("random");
  const Game game = game_of(shipped_variant(), {"b2", "a1"});
  EXPECT_EQ(choices(*player, game, 200).size(), 7u);
  EXPECT_EQ(choices(*player, game, 1), choices(*player, game, 1));
}

TEST(PerfectPlayerTest, WinsInTheFewestPliesAndLosesInTheMost) {
  const auto player = player_of("perfect");
  const Variant variant = shipped_variant();
  EXPECT_EQ(choices(*player, Game(variant), 20), std::set<std::string>{"b2"});
  Game game(variant);
  ASSERT_TRUE(succeeds(player->new_game(game, 5)));
  while (game.result().ending == Ending::kOpen) {
    const auto choice = player->choose(game, {});
    ASSERT_TRUE(succeeds(choice));
    ASSERT_TRUE(succeeds(game.play(*choice->action)));
  }
  EXPECT_EQ(game.result().winner, Side::kWhite);
  EXPECT_EQ(played_turns(game).size(), 9u);
}

/// The turns that keep a draw, and those of them after which most replies lose; as text.
struct Draws {
  std::set<std::string> all, trapping;
};

Draws draws_of(const Prober& prober, const Game& game) {
  Draws draws;
  std::ptrdiff_t most = 0;
  const auto ranked = prober.rank_turns(game.position());
  MILLSTONE_CHECK(ranked.has_value());
  for (const RankedTurn& each : *ranked) {
    if (each.value != Value::kDraw) continue;
    const auto replies = prober.rank_turns(apply(game.variant(), game.position(), each.turn));
    MILLSTONE_CHECK(replies.has_value());
    const auto losing =
        std::count_if(replies->begin(), replies->end(),
                      [](const RankedTurn& reply) { return reply.value == Value::kLoss; });
    const std::string text = turn_text(*game.variant().board, each.turn);
    draws.all.insert(text);
    if (losing > most) draws.trapping.clear();
    most = std::max(most, losing);
    if (losing == most) draws.trapping.insert(text);
  }
  return draws;
}

TEST(PerfectPlayerTest, AmongDrawsTakesTheTurnThatLeavesMostWaysToGoWrong) {
  const auto prober = shipped_prober();
  const auto openings = all_openings(shipped_variant(), {}, 3);
  ASSERT_TRUE(succeeds(openings));
  const auto traps = player_of("perfect"), any = player_of("perfect:draws=random"),
             first = player_of("perfect:draws=first");
  int told_apart = 0;
  for (const Game& game : *openings) {
    if (*prober->value(game.position()) != Value::kDraw) continue;
    const Draws draws = draws_of(*prober, game);
    told_apart += draws.trapping.size() < draws.all.size();
    EXPECT_EQ(choices(*traps, game, 100), draws.trapping);
    EXPECT_EQ(choices(*any, game, 200), draws.all);
    EXPECT_EQ(choices(*first, game, 10).size(), 1u);
  }
  EXPECT_GT(told_apart, 0);
}

TEST(PerfectPlayerTest, SaysWhichFileIsMissing) {
  const TemporaryDirectory directory;
  const std::filesystem::path shipped = MILLSTONE_SOURCE_DIR "/data/databases/three-mens-morris";
  std::filesystem::copy(shipped / "3-3.value", directory.path());
  auto prober = Prober::open(directory.path(), shipped_variant());
  ASSERT_TRUE(succeeds(prober));
  PerfectPlayer player("perfect", std::make_shared<const Prober>(std::move(*prober)),
                       DrawChoice::kTraps);
  EXPECT_TRUE(
      fails_with(player.choose(Game(shipped_variant()), {}), ErrorCode::kMissingFile, ".value"));
}

/// The shipped database without some of its files.
std::shared_ptr<const Prober> shipped_without(const TemporaryDirectory& directory,
                                              std::initializer_list<const char*> names) {
  const std::filesystem::path shipped = MILLSTONE_SOURCE_DIR "/data/databases/three-mens-morris";
  std::filesystem::copy(shipped, directory.path());
  for (const char* name : names) std::filesystem::remove(directory.path() / name);
  auto prober = Prober::open(directory.path(), shipped_variant());
  MILLSTONE_CHECK(prober.has_value());
  return std::make_shared<const Prober>(std::move(*prober));
}

/// Whether a game is won by one turn, as its position stands.
bool can_win_at_once(const Game& game) {
  for (const Turn& turn : generate_turns(game.variant(), game.position()))
    if (status(game.variant(), apply(game.variant(), game.position(), turn)) != Status::kOpen)
      return true;
  return false;
}

TEST(PerfectPlayerTest, WinsAtOnceWhereItCanAlsoWithoutDistances) {
  const TemporaryDirectory directory;
  const auto prober = shipped_without(directory, {"3-3.distance"});
  const auto whole = shipped_prober();
  int won = 0, kept = 0;
  const Numbering numbering = Numbering::make(shipped_variant(), Subspace{3, 3});
  for (std::uint64_t slot = 0; slot < numbering.slots(); slot += 11) {
    const Position position = numbering.position(Subspace{3, 3}, slot);
    const Game game(shipped_variant(), TextPosition{position, Side::kWhite});
    if (game.result().ending != Ending::kOpen) continue;
    const auto best = best_turns(*prober, position, DrawChoice::kRandom);
    ASSERT_TRUE(succeeds(best));
    for (const Turn& turn : *best) {
      const Position after = apply(game.variant(), position, turn);
      EXPECT_EQ(opposite(*whole->value(after)), *whole->value(position));
      ++kept;
      if (!can_win_at_once(game) || *whole->value(position) != Value::kWin) continue;
      EXPECT_NE(status(game.variant(), after), Status::kOpen);
      ++won;
    }
  }
  EXPECT_GT(kept, 0);
  EXPECT_GT(won, 0);
}

TEST(PerfectPlayerTest, SaysBeforeTheFirstGameWhichFilesItLacks) {
  const std::vector<Game> start = {Game(shipped_variant())};
  PerfectPlayer whole("perfect", shipped_prober(), DrawChoice::kTraps);
  EXPECT_TRUE(succeeds(whole.can_play(start)));
  const TemporaryDirectory directory, other;
  PerfectPlayer last("last", shipped_without(directory, {"3-3.value"}), DrawChoice::kTraps);
  EXPECT_TRUE(fails_with(last.can_play(start), ErrorCode::kMissingFile, "lacks 1 of the files"));
  PerfectPlayer first("first", shipped_without(other, {"0-0+3-3.value", "0-1+3-2.value"}),
                      DrawChoice::kTraps);
  EXPECT_TRUE(fails_with(first.can_play(start), ErrorCode::kMissingFile,
                         "lacks 2 of the files that these games need; 0-0+3-3.value: there is no "
                         "such file in " +
                             other.path().string() + "; `millstone build --db " +
                             other.path().string() +
                             " --variant three-mens-morris 0-0+3-3` makes it"));
  EXPECT_TRUE(succeeds(first.can_play({game_of(shipped_variant(), {"b2", "a1"})})))
      << "nothing that comes after two turns is missing";
}

TEST(PlayerText, DescribesEveryKindOfPlayer) {
  EXPECT_EQ(parse_player("random")->kind, PlayerDescription::Kind::kRandom);
  const auto perfect = parse_player("perfect:draws=first,db=some/where,name=Oracle");
  ASSERT_TRUE(succeeds(perfect));
  EXPECT_EQ(perfect->name, "Oracle");
  EXPECT_EQ(perfect->draws, DrawChoice::kFirst);
  EXPECT_EQ(perfect->database, "some/where");
  const auto engine = parse_player(
      "engine:depth=8,nodes=1000,time=0.5,threads=2,hash=16,probe-depth=0,algorithm=mtdf,db=");
  ASSERT_TRUE(succeeds(engine));
  EXPECT_EQ(engine->limits.depth, 8);
  EXPECT_EQ(engine->limits.nodes, 1000u);
  EXPECT_EQ(engine->limits.time, std::chrono::milliseconds(500));
  EXPECT_EQ(engine->engine.threads, 2);
  EXPECT_EQ(engine->engine.hash_bytes, std::uint64_t{16} << 20);
  EXPECT_EQ(engine->engine.probe_depth, 0);
  EXPECT_EQ(engine->engine.algorithm, Algorithm::kMtdf);
  EXPECT_FALSE(engine->engine.strength);
  EXPECT_TRUE(parse_player("engine")->own_book);
  EXPECT_FALSE(parse_player("engine:book=no")->own_book);
  EXPECT_EQ(parse_player("engine:book=yes")->book, "");
  EXPECT_EQ(parse_player("engine:book=some.book")->book, "some.book");
  EXPECT_TRUE(parse_player("engine:level=29.5")->engine.strength);
  EXPECT_FALSE(parse_player("engine:level=30")->engine.strength);
  EXPECT_TRUE(engine->own_database);
  const auto program = parse_player("program:./other --level=3, 'a b'");
  ASSERT_TRUE(succeeds(program));
  EXPECT_EQ(program->program.command_line, "./other --level=3, 'a b'");
}

TEST(PlayerText, NamesWhatIsWrong) {
  const struct {
    const char* text;
    const char* message;
  } mistakes[] = {
      {"", "player: found '', expected one of perfect, random, engine, program"},
      {"human", "found 'human'"},
      {"random:seed=1", "there is no option 'seed'"},
      {"perfect:draws=any", "draws: found 'any', expected one of best, traps, grade, grade-traps,"},
      {"perfect:depth=2", "there is no option 'depth'"},
      {"engine:dept=3", "there is no option 'dept' (did you mean 'depth'?)"},
      {"engine:draws=traps", "there is no option 'draws'"},
      {"random:name=", "name: found nothing"},
      {"engine:depth", "found 'depth', expected OPTION=VALUE"},
      {"engine:depth=0", "depth: found '0', expected a number from 1 to 1000"},
      {"engine:depth=8x", "depth: found '8x'"},
      {"engine:time=nan", "time: found 'nan'"},
      {"engine:hash=99999999999", "hash: found"},
      {"engine:algorithm=uct", "expected one of alpha-beta, pvs, mtdf, mcts"},
      {"engine:level=31", "level: found '31', expected a number from 0 to 30"},
      {"engine:without=futility+late-reduction", "did you mean 'late-reductions'"},
      {"program:", "expected a command"},
      {"program", "expected a command"}};
  for (const auto& each : mistakes)
    EXPECT_TRUE(fails_with(parse_player(each.text), ErrorCode::kInvalidArgument, each.message));
}

TEST(PlayerText, APerfectPlayerNeedsADatabase) {
  const auto player = parse_player("perfect");
  EXPECT_TRUE(fails_with(PlayerFactory::create(*player, shipped_variant(), nullptr),
                         ErrorCode::kInvalidArgument, "needs a database"));
  const auto elsewhere = parse_player("perfect:db=/nowhere");
  EXPECT_TRUE(fails_with(PlayerFactory::create(*elsewhere, shipped_variant(), nullptr),
                         ErrorCode::kMissingFile, "/nowhere"));
}

}  // namespace
}  // namespace mill
