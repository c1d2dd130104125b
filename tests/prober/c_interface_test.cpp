#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <thread>

#include "prober/include/millstone/millstone.hpp"
#include "tests/support/temporary_directory.h"

namespace {

using mill::TemporaryDirectory;
namespace api = millstone;
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
  EXPECT_EQ(prober.variant().name(), "three-mens-morris");
  EXPECT_EQ(prober.variant().digest().size(), 32u);
  const api::Position start = prober.variant().start_position();
  EXPECT_EQ(prober.value(start), MILLSTONE_WIN);
  EXPECT_EQ(prober.probe(start).distance, 9);
  const std::vector<api::Move> moves = prober.moves(start);
  ASSERT_EQ(moves.size(), 9u);
  EXPECT_EQ(prober.variant().text(moves.front()), "b2");
  EXPECT_EQ(moves.front().outcome.value, MILLSTONE_WIN);
  EXPECT_EQ(moves[1].outcome.distance, -1) << "a draw has no distance";
}

TEST(CInterface, PlaysAGameToItsEndByTheBestMoves) {
  const api::Prober prober(kShipped);
  api::Position position = prober.variant().start_position();
  int plies = 0;
  for (;; ++plies) {
    const std::vector<api::Move> moves = prober.moves(position);
    if (moves.empty()) break;
    EXPECT_EQ(moves.front().outcome.distance, 9 - plies);
    position = prober.variant().play(position, moves.front());
    EXPECT_EQ(position.black_to_move, (plies + 1) % 2);
  }
  EXPECT_EQ(plies, 9);
}

TEST(CInterface, ReadsAndWritesPositions) {
  const api::Prober prober(kShipped);
  const std::string text = "O@******/* b p p 1 2 1 2 0 0 0 0 0 0 0 0 1";
  const api::Position position = prober.variant().parse_position(text);
  EXPECT_EQ(position.own, 2u);
  EXPECT_EQ(position.opponent, 1u);
  EXPECT_EQ(position.black_to_move, 1);
  EXPECT_EQ(prober.variant().text(position), text);
  EXPECT_STREQ(millstone_point_name(prober.variant().get(), 8), "b2");
  EXPECT_EQ(millstone_point_name(prober.variant().get(), 9), nullptr);
}

TEST(CInterface, ACachedAnswerComesOnlyFromMemory) {
  const api::Prober prober(kShipped);
  const api::Position start = prober.variant().start_position();
  EXPECT_FALSE(prober.probe_cached(start));
  EXPECT_EQ(prober.value(start), MILLSTONE_WIN);
  EXPECT_EQ(prober.probe_cached(start), MILLSTONE_WIN);
  api::Options options{{kShipped}, {}};
  options.preload = true;
  EXPECT_EQ(api::Prober(options).probe_cached(start), MILLSTONE_WIN);
}

/// Positions of a few plies from the start, all that moves lead to.
std::vector<api::Position> first_positions(const api::Prober& prober, std::size_t at_least) {
  std::vector<api::Position> found{prober.variant().start_position()};
  for (std::size_t next = 0; found.size() < at_least; ++next)
    for (const api::Move& move : prober.moves(found[next]))
      found.push_back(prober.variant().play(found[next], move));
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
      EXPECT_EQ(values[i], prober.value(positions[i])) << prober.variant().text(positions[i]);
    EXPECT_TRUE(prober.values({}).empty());
  }
}

TEST(CInterface, ManyValuesAtOnceTellTheFirstErrorAndAnswerTheOthers) {
  const api::Prober prober(kShipped);
  std::vector<api::Position> positions(5, prober.variant().start_position());
  positions[1].own = positions[1].opponent = 1;
  positions[3].own_hand = 9;
  std::vector<std::int8_t> values(positions.size(), 99);
  EXPECT_EQ(millstone_probe_values(prober.get(), positions.data(), positions.size(), values.data()),
            MILLSTONE_ERROR_INVALID_POSITION);
  EXPECT_NE(std::string(millstone_last_error()).find("two stones"), std::string::npos);
  EXPECT_EQ(values,
            (std::vector<std::int8_t>{MILLSTONE_WIN, -1, MILLSTONE_WIN, -1, MILLSTONE_WIN}));
  EXPECT_EQ(millstone_probe_values(prober.get(), nullptr, 1, values.data()),
            MILLSTONE_ERROR_INVALID_ARGUMENT);
}

TEST(CInterface, StatisticsCountWhatWasDone) {
  const api::Prober prober(kShipped);
  prober.value(prober.variant().start_position());
  prober.value(prober.variant().start_position());
  const api::Statistics statistics = prober.statistics();
  EXPECT_EQ(statistics.probes, 2u);
  EXPECT_EQ(statistics.cache_hits, 1u);
  EXPECT_EQ(statistics.cache_misses, 1u);
  std::uint64_t timed = 0;
  for (std::uint64_t count : statistics.latency) timed += count;
  EXPECT_EQ(timed, 1u);
}

millstone_status status_of_open(const std::vector<std::string>& paths, const char* variant,
                                std::string& message) {
  try {
    api::Options options{paths, {}};
    if (variant) options.variant = api::Variant::find(variant);
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
  EXPECT_EQ(status_of_open({empty.path().string()}, nullptr, message), MILLSTONE_ERROR_MISSING);
  EXPECT_NE(message.find(empty.path().string()), std::string::npos) << message;
  EXPECT_EQ(status_of_open({kShipped}, "six-mens-morris", message), MILLSTONE_ERROR_WRONG_RULES);
  EXPECT_EQ(status_of_open({kShipped}, "no-such-game", message), MILLSTONE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(status_of_open({kShipped}, "russian-mill", message), MILLSTONE_ERROR_UNSUPPORTED_RULE);
  EXPECT_NE(message.find("oneTimeUseMill"), std::string::npos) << message;
  EXPECT_EQ(status_of_open({}, nullptr, message), MILLSTONE_ERROR_INVALID_ARGUMENT);
}

TEST(CInterface, OptionsThatMakeNoSenseAreRefused) {
  for (const std::int32_t access : {77, 2, -1}) {
    api::Options options{{kShipped}, {}};
    options.access = access;
    try {
      const api::Prober prober(options);
      FAIL() << "access " << access << " is taken";
    } catch (const api::Error& error) {
      EXPECT_EQ(error.status(), MILLSTONE_ERROR_INVALID_ARGUMENT);
      EXPECT_NE(std::string(error.what()).find("access"), std::string::npos) << error.what();
    }
  }
}

/// Options as a program has them that was compiled with a header in which they were `size` bytes.
class OtherOptions {
 public:
  explicit OtherOptions(std::size_t size) : bytes_(size + 16, 0xAA) {
    millstone_options_init(get(), size);
    get()->paths = &path_;
    get()->path_count = 1;
  }
  millstone_options* get() { return reinterpret_cast<millstone_options*>(bytes_.data()); }
  std::uint8_t& operator[](std::size_t at) { return bytes_[at]; }
  std::size_t room() const { return bytes_.size() - 16; }
  bool wrote_behind_the_end() const {
    return std::any_of(bytes_.end() - 16, bytes_.end(), [](auto byte) { return byte != 0xAA; });
  }
  millstone_status open() {
    millstone_prober* prober = nullptr;
    const millstone_status status = millstone_open(get(), &prober);
    EXPECT_EQ(prober != nullptr, status == MILLSTONE_OK);
    millstone_close(prober);
    return status;
  }

 private:
  const char* path_ = kShipped.c_str();
  std::vector<std::uint8_t> bytes_;
};

TEST(CInterface, OptionsOfOtherVersionsAreUnderstood) {
  const std::size_t smallest = offsetof(millstone_options, variant);
  for (const std::size_t size :
       {smallest, offsetof(millstone_options, cache_bytes), offsetof(millstone_options, preload),
        sizeof(millstone_options), sizeof(millstone_options) + 40}) {
    OtherOptions options(size);
    EXPECT_FALSE(options.wrote_behind_the_end()) << size;
    EXPECT_EQ(options.get()->size, size);
    EXPECT_EQ(options.open(), MILLSTONE_OK) << size << ": " << millstone_last_error();
  }
  OtherOptions newer(sizeof(millstone_options) + 40);
  newer[sizeof(millstone_options) + 39] = 1;
  EXPECT_EQ(newer.open(), MILLSTONE_ERROR_INVALID_ARGUMENT) << "it asks for what we do not know";
  OtherOptions never_set(sizeof(millstone_options));
  for (const std::uint64_t size :
       {std::uint64_t{0}, std::uint64_t{smallest - 1}, ~std::uint64_t{0}}) {
    never_set.get()->size = size;
    EXPECT_EQ(never_set.open(), MILLSTONE_ERROR_INVALID_ARGUMENT) << size;
  }
}

TEST(CInterface, StatisticsOfOtherVersionsAreFilledIn) {
  const api::Prober prober(kShipped);
  prober.value(prober.variant().start_position());
  for (const std::size_t size :
       {offsetof(millstone_statistics, cache_hits), sizeof(millstone_statistics) + 24}) {
    std::vector<std::uint8_t> bytes(size + 16, 0xAA);
    auto* statistics = reinterpret_cast<millstone_statistics*>(bytes.data());
    statistics->size = size;
    ASSERT_EQ(millstone_get_statistics(prober.get(), statistics), MILLSTONE_OK);
    EXPECT_EQ(statistics->probes, 1u);
    for (std::size_t i = sizeof(millstone_statistics); i < size; ++i) EXPECT_EQ(bytes[i], 0) << i;
    for (std::size_t i = size; i < bytes.size(); ++i) EXPECT_EQ(bytes[i], 0xAA) << i;
  }
  millstone_statistics unset{};
  EXPECT_EQ(millstone_get_statistics(prober.get(), &unset), MILLSTONE_ERROR_INVALID_ARGUMENT);
}

TEST(CInterface, MembersThatTheRulesDoNotAskForMustBeZero) {
  const api::Prober prober(kShipped);
  const millstone_position start = prober.variant().start_position();
  prober.value(start);
  for (int member = 0; member < 9; ++member) {
    millstone_position position = start;
    if (member == 0) position.marked = 1u << 31;
    if (member == 1) position.together = 1;
    if (member == 2) position.own_mill_to = 1;
    if (member == 3) position.targets = 1;
    if (member == 4) position.opponent_removals = 1;
    if (member == 5) position.cause = 0x80;
    if (member == 6) position.out_of_turn = 2;
    if (member == 7) position.black_to_move = 2;
    if (member == 8) position.goes_on = 3;
    millstone_value value = 99;
    std::int8_t values[2];
    const millstone_position both[] = {start, position};
    EXPECT_EQ(millstone_probe_value(prober.get(), &position, &value),
              MILLSTONE_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(millstone_probe_cached(prober.get(), &position, &value),
              MILLSTONE_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(millstone_probe_values(prober.get(), both, 2, values),
              MILLSTONE_ERROR_INVALID_ARGUMENT);
    EXPECT_THROW(prober.moves(position), api::Error);
    EXPECT_THROW(prober.probe(position), api::Error);
    EXPECT_THROW(prober.variant().legal_moves(position), api::Error);
    EXPECT_THROW(prober.variant().legal_actions(position), api::Error);
    EXPECT_THROW(prober.variant().text(position), api::Error);
    EXPECT_THROW(prober.variant().state(position), api::Error);
    EXPECT_EQ(value, 99) << "nothing is stored";
  }
}

TEST(CInterface, NullPointersAreErrors) {
  const api::Prober prober(kShipped);
  const millstone_prober* handle = prober.get();
  const millstone_position start = prober.variant().start_position();
  millstone_value value;
  std::size_t count = 0;
  EXPECT_EQ(millstone_probe_value(nullptr, &start, &value), MILLSTONE_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(millstone_last_error(), "prober is NULL");
  EXPECT_EQ(millstone_probe_value(handle, nullptr, &value), MILLSTONE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(millstone_probe_value(handle, &start, nullptr), MILLSTONE_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(millstone_last_error(), "value is NULL");
  EXPECT_EQ(millstone_probe_moves(handle, &start, nullptr, 3, &count),
            MILLSTONE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(millstone_open(nullptr, nullptr), MILLSTONE_ERROR_INVALID_ARGUMENT);
  millstone_close(nullptr);
  millstone_free_variant(nullptr);
  EXPECT_EQ(millstone_prober_variant(nullptr), nullptr);
  EXPECT_STREQ(millstone_variant_name(nullptr), "");
  EXPECT_EQ(millstone_point_count(nullptr), 0);
}

TEST(CInterface, ASmallBufferGetsTheBestMoves) {
  const api::Prober prober(kShipped);
  const millstone_position start = prober.variant().start_position();
  millstone_move best;
  std::size_t count = 0;
  EXPECT_EQ(millstone_probe_moves(prober.get(), &start, &best, 1, &count),
            MILLSTONE_ERROR_BUFFER_TOO_SMALL);
  EXPECT_EQ(count, 9u);
  EXPECT_EQ(prober.variant().text(best), "b2");
}

class DamagedCopy : public ::testing::Test {
 protected:
  void SetUp() override { fs::copy(kShipped, directory_.path(), fs::copy_options::recursive); }
  millstone_status probe(const std::string& text, std::string& message) const {
    const api::Prober prober(
        api::Options{{directory_.path().string()}, api::Variant::find("three-mens-morris")});
    try {
      prober.probe(prober.variant().parse_position(text));
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
  const api::Position start = prober.variant().start_position();
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
          position = prober.variant().play(position, moves.front());
        }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
