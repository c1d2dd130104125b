#include "engine/match/player_text.h"

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

Result<void> take_perfect_option(PlayerDescription& player, const NamedValue& option) {
  static constexpr std::pair<std::string_view, DrawChoice> kChoices[] = {
      {"traps", DrawChoice::kTraps},
      {"random", DrawChoice::kRandom},
      {"first", DrawChoice::kFirst}};
  if (option.name == "draws") return read_name(option, kChoices, player.draws);
  return fail(ErrorCode::kInvalidArgument, "there is no option '{}'", option.name);
}

Result<void> take_hash(PlayerDescription& player, const NamedValue& option) {
  std::uint64_t mebibytes = 0;
  constexpr std::uint64_t kMost = 1 << 20;
  MILLSTONE_TRY(read_number<std::uint64_t>(option, 1, kMost, mebibytes));
  player.engine.hash_bytes = mebibytes << 20;
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

Result<void> take_engine_option(PlayerDescription& player, const NamedValue& option) {
  if (option.name == "depth") return read_number(option, 1, kMostSearchPlies, player.limits.depth);
  if (option.name == "nodes")
    return read_number<std::uint64_t>(option, 1, UINT64_MAX, player.limits.nodes);
  if (option.name == "time") return take_time(player, option);
  if (option.name == "threads")
    return read_number(option, 1, kMostSearchThreads, player.engine.threads);
  if (option.name == "hash") return take_hash(player, option);
  if (option.name == "probe-depth")
    return read_number(option, 0, kMostSearchPlies, player.engine.probe_depth);
  if (option.name == "evaluation") {
    static constexpr std::pair<std::string_view, bool> kEvaluations[] = {{"network", true},
                                                                         {"features", false}};
    return read_name(option, kEvaluations, player.engine.network);
  }
  if (option.name == "without") return take_left_out(player, option);
  if (option.name == "algorithm") return read_name(option, kDriverNames, player.engine.driver);
  return fail(ErrorCode::kInvalidArgument, "there is no option '{}'", option.name);
}

Result<void> take_option(PlayerDescription& player, const NamedValue& option) {
  if (option.name == "name" && !option.value.empty()) {
    player.name = option.value;
    return {};
  }
  if (option.name == "db" && player.kind != PlayerKind::kRandom) {
    player.database = option.value;
    player.own_database = true;
    return {};
  }
  if (player.kind == PlayerKind::kPerfect) return take_perfect_option(player, option);
  if (player.kind == PlayerKind::kEngine) return take_engine_option(player, option);
  return fail(ErrorCode::kInvalidArgument, "there is no option '{}'", option.name);
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

}  // namespace mill
