#include "engine/protocol/protocol_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <span>

#include "base/numbers.h"
#include "game/notation.h"

namespace mill {
namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kLongestTime = std::int64_t{1000} * 3600 * 24 * 365;  // milliseconds

/// Words joined by single blanks.
std::string joined(std::span<const std::string_view> words) {
  return fmt::format("{}", fmt::join(words, " "));
}

/// How `go` stores the number behind one of its words.
struct GoWord {
  std::string_view word;
  std::int64_t lowest, highest;
  void (*store)(GoRequest&, std::int64_t);
};

constexpr auto kWhite = static_cast<std::size_t>(Side::kWhite);
constexpr auto kBlack = static_cast<std::size_t>(Side::kBlack);

// A clock may have fallen below zero before the front end tells.
constexpr GoWord kGoWords[] = {
    {"depth", 0, 10'000, [](GoRequest& go, auto n) { go.depth = static_cast<int>(n); }},
    {"nodes", 1, std::numeric_limits<std::int64_t>::max(),
     [](GoRequest& go, auto n) { go.nodes = static_cast<std::uint64_t>(n); }},
    {"movetime", 1, kLongestTime, [](GoRequest& go, auto n) { go.move_time = milliseconds(n); }},
    {"wtime", -kLongestTime, kLongestTime,
     [](GoRequest& go, auto n) { go.time[kWhite] = milliseconds(n); }},
    {"btime", -kLongestTime, kLongestTime,
     [](GoRequest& go, auto n) { go.time[kBlack] = milliseconds(n); }},
    {"winc", 0, kLongestTime,
     [](GoRequest& go, auto n) { go.increment[kWhite] = milliseconds(n); }},
    {"binc", 0, kLongestTime,
     [](GoRequest& go, auto n) { go.increment[kBlack] = milliseconds(n); }},
    {"movestogo", 1, 10'000, [](GoRequest& go, auto n) { go.moves_to_go = static_cast<int>(n); }},
};

/// The part of an analysis line behind the token, such as `win(29969 in 31 steps)`.
std::string value_text(const ActionValue& found) {
  if (!found.is_known) return "unknown(0)";
  const std::string_view word = found.value        ? value_name(*found.value)
                                : found.score >= 0 ? "advantage"
                                                   : "disadvantage";
  if (found.value && found.distance)
    return fmt::format("{}({} in {} steps)", word, found.score, *found.distance);
  return fmt::format("{}({})", word, found.score);
}

}  // namespace

Result<OptionRequest> parse_setoption(const Words& arguments) {
  if (arguments.empty() || arguments.front() != "name")
    return fail(ErrorCode::kInvalidArgument, "setoption: expected name N value V");
  const auto first = arguments.begin() + 1;
  const auto value = std::find(first, arguments.end(), "value");
  if (value == first)
    return fail(ErrorCode::kInvalidArgument, "setoption: there is no name behind 'name'");
  OptionRequest request{joined({first, value}), {}};
  if (value != arguments.end()) request.value = text_of({value + 1, arguments.end()});
  return request;
}

Result<PositionRequest> parse_position(const Words& arguments) {
  const auto moves = std::find(arguments.begin(), arguments.end(), "moves");
  PositionRequest request;
  if (moves != arguments.end()) request.moves.assign(moves + 1, arguments.end());
  const std::span<const std::string_view> start(arguments.begin(), moves);
  if (start.empty() || (start[0] != "startpos" && start[0] != "fen"))
    return fail(ErrorCode::kInvalidArgument, "position: expected startpos or fen, found '{}'",
                start.empty() ? "" : start[0]);
  if (start[0] == "fen")
    request.fen = joined(start.subspan(1));
  else if (start.size() > 1)
    return fail(ErrorCode::kInvalidArgument, "position: found '{}' where moves may stand",
                start[1]);
  return request;
}

Result<GoRequest> parse_go(const Words& arguments) {
  GoRequest request;
  for (auto word = arguments.begin(); word != arguments.end(); ++word) {
    if (*word == "infinite" || *word == "ponder") {
      (*word == "ponder" ? request.ponder : request.infinite) = true;
      continue;
    }
    const auto* known = std::find_if(std::begin(kGoWords), std::end(kGoWords),
                                     [&](const GoWord& each) { return each.word == *word; });
    if (known == std::end(kGoWords))
      return fail(ErrorCode::kInvalidArgument, "go: '{}' is not known", *word);
    const std::string who = fmt::format("go {}", *word);
    const std::string_view text = word + 1 == arguments.end() ? "" : *++word;
    const auto number = MILLSTONE_TRY(parse_number(text, known->lowest, known->highest, who));
    known->store(request, number);
  }
  return request;
}

std::string score_text(Score score) {
  const std::optional<int> plies = plies_to_end(score);
  if (!plies) return fmt::format("cp {}", score);
  return fmt::format("mate {}", score > 0 ? (*plies + 1) / 2 : -(*plies / 2));
}

std::string info_line(const Board& board, const SearchReport& report, std::size_t line) {
  const SearchLine& found = report.lines.at(line);
  const auto nanoseconds = static_cast<std::uint64_t>(report.time.count());
  const double seconds = static_cast<double>(nanoseconds) * 1e-9;
  const double rate = seconds > 0 ? static_cast<double>(report.nodes) / seconds : 0;
  std::string text = fmt::format(
      "info depth {} seldepth {} multipv {} score {} nodes {} nps {:.0f} hashfull {} tbhits {} "
      "time {} pv",
      report.depth, report.selective_depth, line + 1, score_text(found.score), report.nodes, rate,
      report.hash_permille, report.table_hits, nanoseconds / 1'000'000);
  for (const Action& action : found.actions) text += " " + action_text(board, action);
  return text;
}

std::string analysis_line(const Board& board, const std::vector<ActionValue>& values) {
  std::string text = "info analysis";
  for (const ActionValue& found : values)
    text += fmt::format(" {}={}", action_text(board, found.action), value_text(found));
  return text;
}

}  // namespace mill
