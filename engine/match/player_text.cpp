#include "engine/match/player_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "base/numbers.h"
#include "base/suggestion.h"
#include "base/timing.h"
#include "base/words.h"

namespace mill {
namespace {

using PlayerKind = PlayerDescription::Kind;

template <typename Number>
Result<void> read_number(const NamedValue& option, Number lowest, Number highest, Number& number) {
  number = MILLSTONE_TRY(parse_number(option.value, lowest, highest, option.name));
  return {};
}

template <typename Number>
Result<void> read_number(const NamedValue& option, Number lowest, Number highest,
                         std::optional<Number>& number) {
  return read_number(option, lowest, highest, number.emplace());
}

template <typename Choice, std::size_t kSize>
Result<void> read_name(const NamedValue& option,
                       const std::pair<std::string_view, Choice> (&names)[kSize], Choice& choice) {
  std::vector<std::string> known;
  for (const auto& each : names) {
    if (option.value == each.first) {
      choice = each.second;
      return {};
    }
    known.emplace_back(each.first);
  }
  return fail(ErrorCode::kInvalidArgument, "{}: found '{}', expected one of {}{}", option.name,
              option.value, fmt::join(known, ", "), did_you_mean(option.value, known));
}

Result<void> take_draws(PlayerDescription& player, const NamedValue& option) {
  static constexpr std::pair<std::string_view, DrawChoice> kChoices[] = {
      {"best", DrawChoice::kBest},
      {"traps", DrawChoice::kTraps},
      {"grade", DrawChoice::kGrade},
      {"grade-traps", DrawChoice::kGradeThenTraps},
      {"traps-grade", DrawChoice::kTrapsThenGrade},
      {"random", DrawChoice::kRandom},
      {"first", DrawChoice::kFirst}};
  return read_name(option, kChoices, player.draws);
}

Result<void> take_hash(PlayerDescription& player, const NamedValue& option) {
  std::uint64_t mebibytes = 0;
  constexpr std::uint64_t kMost = 1 << 20;
  MILLSTONE_TRY(read_number<std::uint64_t>(option, 1, kMost, mebibytes));
  player.engine.hash_bytes = mebibytes << 20;
  return {};
}

Result<void> take_level(PlayerDescription& player, const NamedValue& option) {
  double level = 0;
  MILLSTONE_TRY(read_number(option, 0.0, double{kFullLevel}, level));
  player.engine.strength = strength_of_level(level);
  return {};
}

Result<void> take_time(PlayerDescription& player, const NamedValue& option) {
  constexpr double kShortest = 0.001, kLongest = 1e6;  // seconds
  double seconds = 0;
  MILLSTONE_TRY(read_number(option, kShortest, kLongest, seconds));
  player.limits.time = milliseconds_of(seconds);
  return {};
}

/// Names of ideas with + between them.
Result<void> take_left_out(PlayerDescription& player, const NamedValue& option) {
  std::vector<std::string> known;
  const auto clear = [&known](std::string_view word, const auto& names, unsigned& ideas) {
    bool found = false;
    for (const auto& [name, idea] : names) {
      known.emplace_back(name);
      if (name != word) continue;
      ideas &= ~static_cast<unsigned>(idea);
      found = true;
    }
    return found;
  };
  for (const std::string_view word : split_at(option.value, '+')) {
    known.clear();
    if (!clear(word, kSearchIdeaNames, player.engine.ideas) &&
        !clear(word, kOrderIdeaNames, player.engine.order))
      return fail(ErrorCode::kInvalidArgument,
                  "{}: found '{}', expected some of {} with + between{}", option.name, word,
                  fmt::join(known, ", "), did_you_mean(word, known));
  }
  return {};
}

Result<void> take_evaluation(PlayerDescription& player, const NamedValue& option) {
  static constexpr std::pair<std::string_view, bool> kEvaluations[] = {{"network", true},
                                                                       {"features", false}};
  return read_name(option, kEvaluations, player.engine.network);
}

Result<void> take_answer(const NamedValue& option, bool& answer) {
  static constexpr std::pair<std::string_view, bool> kAnswers[] = {{"yes", true}, {"no", false}};
  return read_name(option, kAnswers, answer);
}

/// yes, no or the name of a file.
Result<void> take_book(PlayerDescription& player, const NamedValue& option) {
  player.own_book = option.value != "no";
  player.book = player.own_book && option.value != "yes" ? option.value : "";
  return {};
}

Result<void> take_style(PlayerDescription& player, const NamedValue& option) {
  return read_name(option, kStyleNames, player.engine.style);
}

Result<void> take_name(PlayerDescription& player, const NamedValue& option) {
  if (option.value.empty())
    return fail(ErrorCode::kInvalidArgument, "name: found nothing, expected a name");
  player.name = option.value;
  return {};
}

Result<void> take_database(PlayerDescription& player, const NamedValue& option) {
  player.database = option.value;
  player.own_database = true;
  return {};
}

/// An option of some kinds of players, and what its value does.
struct PlayerOption {
  std::string_view name;
  std::initializer_list<PlayerKind> kinds;
  Result<void> (*take)(PlayerDescription& player, const NamedValue& option);
};

constexpr std::initializer_list<PlayerKind> kAnyKind = {PlayerKind::kPerfect, PlayerKind::kRandom,
                                                        PlayerKind::kEngine};
constexpr std::initializer_list<PlayerKind> kWithDatabase = {PlayerKind::kPerfect,
                                                             PlayerKind::kEngine};
constexpr std::initializer_list<PlayerKind> kPerfectOnly = {PlayerKind::kPerfect};
constexpr std::initializer_list<PlayerKind> kEngineOnly = {PlayerKind::kEngine};

constexpr PlayerOption kPlayerOptions[] = {
    {"name", kAnyKind, take_name},
    {"db", kWithDatabase, take_database},
    {"draws", kPerfectOnly, take_draws},
    {"depth", kEngineOnly,
     [](PlayerDescription& player, const NamedValue& option) {
       return read_number(option, 1, kMostSearchPlies, player.limits.depth);
     }},
    {"nodes", kEngineOnly,
     [](PlayerDescription& player, const NamedValue& option) {
       return read_number<std::uint64_t>(option, 1, UINT64_MAX, player.limits.nodes);
     }},
    {"time", kEngineOnly, take_time},
    {"threads", kEngineOnly,
     [](PlayerDescription& player, const NamedValue& option) {
       return read_number(option, 1, kMostSearchThreads, player.engine.threads);
     }},
    {"hash", kEngineOnly, take_hash},
    {"level", kEngineOnly, take_level},
    {"probe-depth", kEngineOnly,
     [](PlayerDescription& player, const NamedValue& option) {
       return read_number(option, 0, kMostSearchPlies, player.engine.probe_depth);
     }},
    {"evaluation", kEngineOnly, take_evaluation},
    {"book", kEngineOnly, take_book},
    {"endings", kEngineOnly,
     [](PlayerDescription& player, const NamedValue& option) {
       return take_answer(option, player.own_endings);
     }},
    {"shuffling", kEngineOnly,
     [](PlayerDescription& player, const NamedValue& option) {
       return take_answer(option, player.engine.shuffling);
     }},
    {"style", kEngineOnly, take_style},
    {"without", kEngineOnly, take_left_out},
    {"algorithm", kEngineOnly,
     [](PlayerDescription& player, const NamedValue& option) {
       return read_name(option, kAlgorithmNames, player.engine.algorithm);
     }},
};

Result<void> take_option(PlayerDescription& player, const NamedValue& option) {
  std::vector<std::string> known;
  for (const PlayerOption& each : kPlayerOptions) {
    if (std::ranges::find(each.kinds, player.kind) == each.kinds.end()) continue;
    if (each.name == option.name) return each.take(player, option);
    known.emplace_back(each.name);
  }
  return fail(ErrorCode::kInvalidArgument, "there is no option '{}'{}", option.name,
              did_you_mean(option.name, known));
}

Result<void> take_options(PlayerDescription& player, std::string_view options) {
  while (!options.empty()) {
    const std::string_view text = take_part(options, ',');
    const auto setting = split_named_value(text);
    if (!setting)
      return fail(ErrorCode::kInvalidArgument, "found '{}', expected OPTION=VALUE", text);
    MILLSTONE_TRY(take_option(player, *setting));
  }
  return {};
}

bool is_digit(std::string_view text, std::size_t index) {
  return index < text.size() && '0' <= text[index] && text[index] <= '9';
}

Result<void> take_command(PlayerDescription& player, std::string_view command) {
  if (command.find_first_not_of(' ') == std::string_view::npos)
    return fail(ErrorCode::kInvalidArgument, "expected a command behind the colon");
  player.program.command_line = command;
  return {};
}

}  // namespace

Result<PlayerDescription> parse_player(std::string_view text) {
  static constexpr std::pair<std::string_view, PlayerKind> kKinds[] = {
      {"perfect", PlayerKind::kPerfect},
      {"random", PlayerKind::kRandom},
      {"engine", PlayerKind::kEngine},
      {"program", PlayerKind::kProgram}};
  std::string_view rest = text;
  const std::string_view kind = take_part(rest, ':');
  PlayerDescription player;
  player.name = text;
  auto read = read_name({"player", kind}, kKinds, player.kind);
  if (read)
    read = player.kind == PlayerKind::kProgram ? take_command(player, rest)
                                               : take_options(player, rest);
  if (!read) return fail(read.error().code, "player '{}': {}", text, read.error().message);
  return player;
}

Result<std::vector<std::string>> expanded_players(std::string_view text) {
  constexpr std::string_view kTo = "..";
  constexpr int kMostPlayers = 200, kLargest = 1'000'000;
  const auto refuse = [&](const Error& error) {
    return fail(error.code, "player '{}': {}", text, error.message);
  };
  const std::size_t to = text.find(kTo);
  const std::size_t begin = text.rfind('=', to) + 1;
  if (to == text.npos || text.starts_with("program:") || !is_digit(text, begin) ||
      !is_digit(text, to + kTo.size()))
    return std::vector{std::string(text)};
  const std::size_t end = std::min(text.find(',', to), text.size());
  const std::size_t second = to + kTo.size();
  const auto lowest = parse_number(text.substr(begin, to - begin), 0, kLargest, "from");
  if (!lowest) return refuse(lowest.error());
  const auto highest =
      parse_number(text.substr(second, end - second), *lowest, *lowest + kMostPlayers - 1, "to");
  if (!highest) return refuse(highest.error());
  std::vector<std::string> players;
  for (int number = *lowest; number <= *highest; ++number)
    players.push_back(fmt::format("{}{}{}", text.substr(0, begin), number, text.substr(end)));
  return players;
}

}  // namespace mill
