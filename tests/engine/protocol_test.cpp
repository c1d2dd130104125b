#include "engine/protocol/protocol.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <random>
#include <thread>

#include "game/position_text.h"
#include "tests/engine/transcript.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

/// A front end: keeps the lines that came since it last looked.
class FrontEnd {
 public:
  bool write(std::string_view line) { return protocol_.handle(line); }

  std::vector<std::string> read() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(lines_, {});
  }

  /// What comes back for one command that is answered without an end to wait for.
  std::vector<std::string> ask(std::string_view line) {
    read();
    write(line);
    return read();
  }

  /// ... for one that makes it think.
  std::vector<std::string> ask_and_wait(std::string_view line) {
    read();
    write(line);
    protocol_.wait();
    return read();
  }

  Protocol& protocol() { return protocol_; }

 private:
  std::mutex mutex_;
  std::vector<std::string> lines_;
  Protocol protocol_{[this](std::string_view line) {
    const std::scoped_lock lock(mutex_);
    lines_.emplace_back(line);
  }};
};

/// Whether the answer to a command has an end.
bool is_waited_for(const std::string& command) {
  if (command.find("infinite") != std::string::npos) return false;
  for (const char* word : {"go", "analyze", "stop", "quit"})
    if (command.starts_with(word)) return true;
  return false;
}

class Transcript : public ::testing::TestWithParam<std::string> {};

TEST_P(Transcript, IsWhatAFrontEndSees) {
  const std::string path = MILLSTONE_SOURCE_DIR "/tests/engine/transcripts/" + GetParam() + ".txt";
  FrontEnd front_end;
  for (const Exchange& exchange : read_transcript(path)) {
    const auto lines = is_waited_for(exchange.command) ? front_end.ask_and_wait(exchange.command)
                                                       : front_end.ask(exchange.command);
    ASSERT_TRUE(matches(exchange.answers, lines))
        << path << ":" << exchange.line << "\n> " << exchange.command << "\nexpected\n  "
        << fmt::format("{}", fmt::join(exchange.answers, "\n  ")) << "\nfound\n  "
        << fmt::format("{}", fmt::join(lines, "\n  "));
  }
}

INSTANTIATE_TEST_SUITE_P(Protocol, Transcript,
                         ::testing::Values("analysis", "database", "game_over", "garbage", "hello",
                                           "limits", "no_position", "one_line", "options",
                                           "other_front_end", "passes", "positions", "rules",
                                           "thinking"),
                         [](const auto& name) { return name.param; });

/// The last line of an answer.
std::string last(const std::vector<std::string>& lines) {
  return lines.empty() ? "" : lines.back();
}

TEST(Protocol, StopsEndlessThinkingAndStillHasAMove) {
  FrontEnd front_end;
  front_end.write("go infinite");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_THAT(front_end.ask("isready"), Contains("readyok"));
  EXPECT_THAT(last(front_end.ask_and_wait("stop")), StartsWith("bestmove "));
  EXPECT_THAT(front_end.ask_and_wait("stop"), IsEmpty());
}

TEST(Protocol, ANewSearchEndsTheOneBefore) {
  FrontEnd front_end;
  front_end.write("go infinite");
  const auto lines = front_end.ask_and_wait("go depth 1");
  EXPECT_EQ(std::count_if(lines.begin(), lines.end(),
                          [](const auto& line) { return line.starts_with("bestmove "); }),
            2);
}

TEST(Protocol, PondersWithoutEndUntilThePonderhitAndThenForItsTime) {
  FrontEnd front_end;
  constexpr std::chrono::milliseconds kTime(60);
  front_end.write("go ponder movetime 60");
  std::this_thread::sleep_for(2 * kTime);
  EXPECT_THAT(front_end.read(), Not(Contains(StartsWith("bestmove"))));
  const auto hit = std::chrono::steady_clock::now();
  EXPECT_THAT(last(front_end.ask_and_wait("ponderhit")), StartsWith("bestmove "));
  EXPECT_GE(std::chrono::steady_clock::now() - hit, kTime);
}

TEST(Protocol, AnswersAPonderhitAtOnceIfItHasEnded) {
  FrontEnd front_end;
  front_end.write("go ponder depth 1");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_THAT(front_end.read(), Not(Contains(StartsWith("bestmove"))));
  EXPECT_THAT(last(front_end.ask_and_wait("ponderhit")), StartsWith("bestmove "));
}

TEST(Protocol, PonderingIsStoppedAsAnyThinking) {
  FrontEnd front_end;
  front_end.write("go ponder wtime 60000 btime 60000");
  EXPECT_THAT(last(front_end.ask_and_wait("stop")), StartsWith("bestmove "));
  EXPECT_THAT(front_end.ask("ponderhit"), Contains(HasSubstr("nothing that ponders")));
  front_end.write("go ponder movetime 60000");
  front_end.write("ponderhit");
  EXPECT_THAT(front_end.ask("ponderhit"), Contains(HasSubstr("nothing that ponders")));
  EXPECT_THAT(last(front_end.ask_and_wait("stop")), StartsWith("bestmove "));
  front_end.write("go ponder");
  EXPECT_THAT(last(front_end.ask_and_wait("go depth 1")), StartsWith("bestmove "));
}

TEST(Protocol, TellsTheAnswerItExpectsIfThereIsOneAndItIsAskedFor) {
  FrontEnd front_end;
  EXPECT_THAT(last(front_end.ask_and_wait("go depth 3")), Not(HasSubstr("ponder")));
  front_end.write("setoption name Ponder value true");
  EXPECT_THAT(last(front_end.ask_and_wait("go depth 3")), HasSubstr(" ponder "));
  // The turn goes on: a stone is to be taken.
  const Variant variant = nine_mens_morris();
  const TextPosition mill{.position = placed(variant, "a1 a7 b4 f4", "g1 g4 b6")};
  front_end.write("position fen " + position_text(variant, mill));
  EXPECT_EQ(last(front_end.ask_and_wait("go depth 3")), "bestmove b4-a4");
}

TEST(Protocol, QuitEndsThinking) {
  FrontEnd front_end;
  front_end.write("go infinite");
  EXPECT_FALSE(front_end.write("quit"));
  EXPECT_THAT(last(front_end.read()), StartsWith("bestmove "));
}

TEST(Protocol, MayBeDestroyedWhileItThinks) {
  FrontEnd front_end;
  front_end.write("analyze");
  front_end.write("go infinite");
}

TEST(Protocol, TheEndOfTheInputWaitsForAnAnswerThatComesInTime) {
  FrontEnd front_end;
  front_end.write("go movetime 50");
  front_end.protocol().finish();
  EXPECT_THAT(last(front_end.read()), StartsWith("bestmove "));
  front_end.write("go infinite");
  front_end.protocol().finish();
  EXPECT_THAT(last(front_end.read()), StartsWith("bestmove "));
}

/// A game that goes on after placing without a mill, the same four plies again and again.
std::string long_game(int plies) {
  std::string moves =
      "position startpos moves d6 f4 d2 b4 f6 f2 b2 b6 d7 d1 g4 a4 c5 e5 c3 e3 g7 a1";
  const char* const kRound[] = {"d7-a7", "d1-g1", "a7-d7", "g1-d1"};
  for (int ply = 0; ply < plies; ++ply) moves += std::string(" ") + kRound[ply % 4];
  return moves;
}

TEST(Protocol, TakesAGameOfTwoThousandMoves) {
  FrontEnd front_end;
  EXPECT_THAT(front_end.ask(long_game(2000)), IsEmpty());
  EXPECT_THAT(front_end.ask("d"), Contains("result: a draw: repetition"));
  front_end.write("setoption name ThreefoldRepetitionRule value false");
  EXPECT_THAT(front_end.ask("d"), Contains("result: a draw: n-move rule"));
  front_end.write("setoption name NMoveRule value 0");
  EXPECT_THAT(last(front_end.ask_and_wait("go depth 1")), StartsWith("bestmove "));
}

/// Everything that tells the state: options with their values, and the game.
std::vector<std::string> state_of(FrontEnd& front_end) {
  std::vector<std::string> state = front_end.ask("uci");
  for (std::string& line : front_end.ask("d")) state.push_back(std::move(line));
  return state;
}

TEST(Protocol, AnswersAnyBytesAndKeepsItsState) {
  FrontEnd front_end;
  front_end.write("position startpos moves d6 f4");
  const auto before = state_of(front_end);
  std::mt19937_64 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string line(random() % 80, ' ');
    for (char& character : line) character = static_cast<char>(random());
    ASSERT_TRUE(front_end.write(line));
    for (const std::string& answer : front_end.read()) {
      ASSERT_THAT(answer, StartsWith("info string "));
      ASSERT_EQ(answer.find_first_of("\n\r\t"), std::string::npos);
    }
  }
  EXPECT_EQ(state_of(front_end), before);
}

TEST(Protocol, AnswersKnownWordsInAnyOrder) {
  const std::vector<std::string> words = {"position", "startpos",  "fen",
                                          "moves",    "d6",        "f4",
                                          "a1-a4",    "xg7",       "setoption",
                                          "name",     "value",     "Hash",
                                          "true",     "-1",        "go",
                                          "depth",    "1",         "nodes",
                                          "movetime", "wtime",     "btime",
                                          "d",        "analyze",   "stop",
                                          "ponder",   "ponderhit", "2",
                                          "pass",     "isready",   "********/********/********",
                                          "w",        "MultiPV",   "99999999999999999999"};
  FrontEnd front_end;
  front_end.write("setoption name MoveTime value 0");
  front_end.write("setoption name SkillLevel value 1");
  std::mt19937_64 random(2);
  for (int round = 0; round < 3000; ++round) {
    std::string line;
    for (std::uint64_t left = 1 + random() % 7; left > 0; --left)
      line += words[random() % words.size()] + " ";
    ASSERT_TRUE(front_end.write(line)) << line;
    front_end.write("stop");
  }
  EXPECT_THAT(front_end.ask("isready"), Contains("readyok"));
}

TEST(Protocol, RepeatsOnlyTheBeginningOfALongLineThatMakesNoSense) {
  FrontEnd front_end;
  const auto answer = front_end.ask(std::string(100'000, 'q'));
  ASSERT_EQ(answer.size(), 1);
  EXPECT_LT(answer.front().size(), 1000);
}

}  // namespace
}  // namespace mill
