#include "builder/blocks/team_stream.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "tests/builder/thread_team.h"

namespace mill {
namespace {

/// A message of which every byte tells from whom it is, to whom, and the how manieth.
SolverTeam::Message message_of(int from, int to, int number) {
  const auto byte = static_cast<std::uint8_t>(64 * from + 16 * to + number % 16);
  return SolverTeam::Message(static_cast<std::size_t>(1 + 100 * number), byte);
}

/// Sends `count` messages to every other member and expects as many of each, in order.
void stream_to_all(SolverTeam& team, int count, std::size_t most_under_way) {
  std::vector<int> taken(static_cast<std::size_t>(team.size()));
  TeamStream stream(team, most_under_way, [&](int from, std::span<const std::uint8_t> message) {
    const auto expected = message_of(from, team.member(), taken[static_cast<std::size_t>(from)]++);
    EXPECT_EQ(SolverTeam::Message(message.begin(), message.end()), expected);
  });
  for (int number = 0; number < count; ++number)
    for (int to = 0; to < team.size(); ++to) {
      if (to == team.member()) continue;
      ASSERT_TRUE(stream.send(to, message_of(team.member(), to, number)));
    }
  ASSERT_TRUE(stream.finish());
  for (int from = 0; from < team.size(); ++from)
    EXPECT_EQ(taken[static_cast<std::size_t>(from)], from == team.member() ? 0 : count);
}

TEST(TeamStream, KeepsTheOrderOfEverySender) {
  ThreadTeamHub hub(4);
  run_as_team(hub, [](SolverTeam& team) { stream_to_all(team, 50, std::size_t{1} << 30); });
}

TEST(TeamStream, SendersTakeWhatArrivesWhereTooMuchIsUnderWay) {
  ThreadTeamHub hub(4);
  run_as_team(hub, [](SolverTeam& team) { stream_to_all(team, 50, 1); });
}

TEST(TeamStream, MessagesOfTheNextAreNotTakenBefore) {
  ThreadTeamHub hub(3);
  run_as_team(hub, [](SolverTeam& team) {
    for (int round = 0; round < 20; ++round) stream_to_all(team, round % 3, 1 << 10);
  });
}

TEST(TeamStream, EndsWhereAMemberIsGone) {
  ThreadTeamHub hub(2);
  ThreadTeam team(hub, 0);
  TeamStream stream(team, 1, [](int, std::span<const std::uint8_t>) {});
  std::thread other([&] { hub.give_up(); });
  const auto sent = stream.send(1, {1, 2, 3});
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().code, ErrorCode::kInterrupted);
  other.join();
  EXPECT_FALSE(stream.finish());
}

}  // namespace
}  // namespace mill
