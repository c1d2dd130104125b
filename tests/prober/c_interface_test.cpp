#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "prober/include/millstone/millstone.hpp"
#include "tests/support/temporary_directory.h"

namespace {

using millstone::TemporaryDirectory;
namespace api = millstone_api;
namespace fs = std::filesystem;

const std::string kShipped =
    std::string(MILLSTONE_SOURCE_DIR) + "/data/databases/three-mens-morris";

TEST(CInterface, ErrorCodesNeverChange) {
  EXPECT_EQ(MILLSTONE_OK, 0);
  EXPECT_EQ(MILLSTONE_ERROR_INVALID_ARGUMENT, 1);
  EXPECT_EQ(MILLSTONE_ERROR_INVALID_POSITION, 2);
  EXPECT_EQ(MILLSTONE_ERROR_MISSING, 3);
  EXPECT_EQ(MILLSTONE_ERROR_DAMAGED, 4);
  EXPECT_EQ(MILLSTONE_ERROR_UNSUPPORTED_VERSION, 5);
  EXPECT_EQ(MILLSTONE_ERROR_WRONG_RULES, 6);
  EXPECT_EQ(MILLSTONE_ERROR_UNSUPPORTED_RULE, 7);
  EXPECT_EQ(MILLSTONE_ERROR_INPUT_OUTPUT, 8);
  EXPECT_EQ(MILLSTONE_ERROR_OUT_OF_MEMORY, 9);
  EXPECT_EQ(MILLSTONE_ERROR_NOT_CACHED, 10);
  EXPECT_EQ(MILLSTONE_ERROR_BUFFER_TOO_SMALL, 11);
  EXPECT_EQ(MILLSTONE_ERROR_INCONSISTENT, 12);
  EXPECT_EQ(MILLSTONE_ERROR_INTERNAL, 13);
  for (int status = 0; status <= 13; ++status)
    EXPECT_STRNE(millstone_strerror(static_cast<millstone_status>(status)), "unknown error");
  EXPECT_STREQ(millstone_strerror(static_cast<millstone_status>(15)), "unknown error");
}

TEST(CInterface, AnswersFromTheRulesThatTheFilesWereMadeFor) {
  const api::Prober prober(kShipped);
  EXPECT_EQ(prober.variant_name(), "three-mens-morris");
  EXPECT_EQ(prober.variant_digest().size(), 32u);
  const api::Position start = prober.start_position();
  EXPECT_EQ(prober.value(start), MILLSTONE_WIN);
  EXPECT_EQ(prober.probe(start).distance, 9);
  const std::vector<api::Move> moves = prober.moves(start);
  ASSERT_EQ(moves.size(), 9u);
  EXPECT_EQ(prober.text(moves.front()), "b2");
  EXPECT_EQ(moves.front().outcome.value, MILLSTONE_WIN);
  EXPECT_EQ(moves[1].outcome.distance, -1) << "a draw has no distance";
}

TEST(CInterface, PlaysAGameToItsEndByTheBestMoves) {
  const api::Prober prober(kShipped);
  api::Position position = prober.start_position();
  int plies = 0;
  for (;; ++plies) {
    const std::vector<api::Move> moves = prober.moves(position);
    if (moves.empty()) break;
    EXPECT_EQ(moves.front().outcome.distance, 9 - plies);
    position = prober.play(position, moves.front());
    EXPECT_EQ(position.black_to_move, (plies + 1) % 2);
  }
  EXPECT_EQ(plies, 9);
}

TEST(CInterface, ReadsAndWritesPositions) {
  const api::Prober prober(kShipped);
  const std::string text = "O@******/* b p p 1 2 1 2 0 0 0 0 0 0 0 0 1";
  const api::Position position = prober.parse(text);
  EXPECT_EQ(position.own, 2u);
  EXPECT_EQ(position.opponent, 1u);
  EXPECT_EQ(position.black_to_move, 1);
  EXPECT_EQ(prober.text(position), text);
  EXPECT_STREQ(millstone_point_name(prober.get(), 8), "b2");
  EXPECT_EQ(millstone_point_name(prober.get(), 9), nullptr);
}

TEST(CInterface, ACachedAnswerComesOnlyFromMemory) {
  const api::Prober prober(kShipped);
  const api::Position start = prober.start_position();
  EXPECT_FALSE(prober.probe_cached(start));
  EXPECT_EQ(prober.value(start), MILLSTONE_WIN);
  EXPECT_EQ(prober.probe_cached(start), MILLSTONE_WIN);
  api::Options options{{kShipped}, {}};
  options.preload = true;
  EXPECT_EQ(api::Prober(options).probe_cached(start), MILLSTONE_WIN);
}

/// Positions of a few plies from the start, all that moves lead to.
std::vector<api::Position> first_positions(const api::Prober& prober, std::size_t at_least) {
  std::vector<api::Position> found{prober.start_position()};
  for (std::size_t next = 0; found.size() < at_least; ++next)
    for (const api::Move& move : prober.moves(found[next]))
      found.push_back(prober.play(found[next], move));
  return found;
}

TEST(CInterface, ManyValuesAtOnceAreThoseOfOneByOne) {
  for (const std::uint64_t cache_bytes : {0, 1 << 20}) {
    api::Options options{{kShipped}, {}};
    options.cache_bytes = cache_bytes;
    const api::Prober prober(options);
    const std::vector<api::Position> positions = first_positions(prober, 1000);
    const std::vector<api::Value> values = prober.values(positions);
    ASSERT_EQ(values.size(), positions.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      EXPECT_EQ(values[i], prober.value(positions[i])) << prober.text(positions[i]);
    EXPECT_TRUE(prober.values({}).empty());
  }
}

TEST(CInterface, ManyValuesAtOnceTellTheFirstErrorAndAnswerTheOthers) {
  const api::Prober prober(kShipped);
  std::vector<api::Position> positions(5, prober.start_position());
  positions[1].own = positions[1].opponent = 1;
  positions[3].own_hand = 9;
  std::vector<std::int8_t> values(positions.size(), 99);
  EXPECT_EQ(millstone_probe_values(prober.get(), positions.data(), positions.size(), values.data()),
            MILLSTONE_ERROR_INVALID_POSITION);
  EXPECT_NE(std::string(millstone_last_error(prober.get())).find("two stones"), std::string::npos);
  EXPECT_EQ(values,
            (std::vector<std::int8_t>{MILLSTONE_WIN, -1, MILLSTONE_WIN, -1, MILLSTONE_WIN}));
  EXPECT_EQ(millstone_probe_values(prober.get(), nullptr, 1, values.data()),
            MILLSTONE_ERROR_INVALID_ARGUMENT);
}

TEST(CInterface, StatisticsCountWhatWasDone) {
  const api::Prober prober(kShipped);
  prober.value(prober.start_position());
  prober.value(prober.start_position());
  const api::Statistics statistics = prober.statistics();
  EXPECT_EQ(statistics.probes, 2u);
  EXPECT_EQ(statistics.cache_hits, 1u);
  EXPECT_EQ(statistics.cache_misses, 1u);
  std::uint64_t timed = 0;
  for (std::uint64_t count : statistics.latency) timed += count;
  EXPECT_EQ(timed, 1u);
}

millstone_status status_of_open(const api::Options& options, std::string& message) {
  try {
    const api::Prober prober(options);
  } catch (const api::Error& error) {
    message = error.what();
    return error.status();
  }
  return MILLSTONE_OK;
}

TEST(CInterface, OpeningTellsWhatIsWrong) {
  const TemporaryDirectory empty;
  std::string message;
  EXPECT_EQ(status_of_open({{empty.path().string()}, {}}, message), MILLSTONE_ERROR_MISSING);
  EXPECT_NE(message.find(empty.path().string()), std::string::npos) << message;
  EXPECT_EQ(status_of_open({{kShipped}, "six-mens-morris"}, message), MILLSTONE_ERROR_WRONG_RULES);
  EXPECT_EQ(status_of_open({{kShipped}, "no-such-game"}, message),
            MILLSTONE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(status_of_open({{kShipped}, "russian-mill"}, message),
            MILLSTONE_ERROR_UNSUPPORTED_RULE);
  EXPECT_NE(message.find("oneTimeUseMill"), std::string::npos) << message;
  EXPECT_EQ(status_of_open({{}, {}}, message), MILLSTONE_ERROR_INVALID_ARGUMENT);
}

TEST(CInterface, NullPointersAreErrors) {
  const api::Prober prober(kShipped);
  millstone_prober* handle = prober.get();
  const millstone_position start = prober.start_position();
  millstone_value value;
  std::size_t count = 0;
  EXPECT_EQ(millstone_probe_value(nullptr, &start, &value), MILLSTONE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(millstone_probe_value(handle, nullptr, &value), MILLSTONE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(millstone_probe_value(handle, &start, nullptr), MILLSTONE_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(millstone_last_error(handle), "value is NULL");
  EXPECT_EQ(millstone_probe_moves(handle, &start, nullptr, 3, &count),
            MILLSTONE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(millstone_open(nullptr, nullptr, nullptr, 0), MILLSTONE_ERROR_INVALID_ARGUMENT);
  millstone_close(nullptr);
  EXPECT_STREQ(millstone_last_error(nullptr), "");
  EXPECT_STREQ(millstone_variant_name(nullptr), "");
}

TEST(CInterface, ASmallBufferGetsTheBestMoves) {
  const api::Prober prober(kShipped);
  const millstone_position start = prober.start_position();
  millstone_move best;
  std::size_t count = 0;
  EXPECT_EQ(millstone_probe_moves(prober.get(), &start, &best, 1, &count),
            MILLSTONE_ERROR_BUFFER_TOO_SMALL);
  EXPECT_EQ(count, 9u);
  EXPECT_EQ(prober.text(best), "b2");
}

class DamagedCopy : public ::testing::Test {
 protected:
  void SetUp() override { fs::copy(kShipped, directory_.path(), fs::copy_options::recursive); }
  millstone_status probe(const std::string& text, std::string& message) const {
    const api::Prober prober(api::Options{{directory_.path().string()}, "three-mens-morris"});
    try {
      prober.probe(prober.parse(text));
    } catch (const api::Error& error) {
      message = error.what();
      return error.status();
    }
    return MILLSTONE_OK;
  }
  const TemporaryDirectory directory_;
};

TEST_F(DamagedCopy, AMissingFileAndADamagedOneAreDifferentErrors) {
  const std::string text = "O@O@O@**/* w";
  std::string message;
  EXPECT_EQ(probe(text, message), MILLSTONE_OK);
  const fs::path file = directory_.path() / "3-3.value";
  const auto size = fs::file_size(file);
  {
    std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekp(static_cast<std::streamoff>(size - 1));
    bytes.put('\x7f');
  }
  EXPECT_EQ(probe(text, message), MILLSTONE_ERROR_DAMAGED);
  EXPECT_NE(message.find("3-3.value"), std::string::npos) << message;
  EXPECT_NE(message.find("bytes"), std::string::npos) << "the place is told: " << message;
  fs::remove(file);
  EXPECT_EQ(probe(text, message), MILLSTONE_ERROR_MISSING);
  EXPECT_EQ(probe("O@O@O@O@/O w", message), MILLSTONE_ERROR_INVALID_POSITION);
}

TEST(CInterface, OneHandleServesManyThreads) {
  const api::Prober prober(kShipped);
  const api::Position start = prober.start_position();
  std::array<std::thread, 4> threads;
  std::atomic<int> wrong = 0;
  for (std::thread& thread : threads)
    thread = std::thread([&] {
      api::Position position = start;
      for (int game = 0; game < 20; ++game, position = start)
        for (int left = 9;; --left) {
          const std::vector<api::Move> moves = prober.moves(position);
          if (moves.empty()) break;
          if (moves.front().outcome.distance != left) ++wrong;
          position = prober.play(position, moves.front());
        }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
