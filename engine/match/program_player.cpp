#include "engine/match/program_player.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/numbers.h"
#include "base/shown_text.h"
#include "base/words.h"
#include "game/notation.h"
#include "game/rule_table.h"

namespace mill {
namespace {

using std::chrono::milliseconds;
using Clock = ChildProcess::Clock;

// Bytes that are repeated of what a program says.
constexpr std::size_t kLongestMove = 60, kLongestAnswer = 200;

/// Whether the letters of `part` stand somewhere in `text`, small or capital.
bool mentions(std::string_view text, std::string_view part) {
  for (std::size_t at = 0; at + part.size() <= text.size(); ++at)
    if (same_letters(text.substr(at, part.size()), part)) return true;
  return false;
}

/// Whether an answer says that something which a rule needs is not there. What a program says of an
/// option that is at its default does not matter.
bool refuses(std::string_view line, const std::vector<RuleOption>& rules) {
  constexpr std::string_view kRefusals[] = {"unsupported", "not supported", "no such option",
                                            "unknown option"};
  const auto in_line = [&](std::string_view part) { return mentions(line, part); };
  if (std::none_of(std::begin(kRefusals), std::end(kRefusals), in_line)) return false;
  bool named = false, needed = false;
  for (const RuleOption& rule : rules) {
    if (!in_line(rule.name)) continue;
    named = true;
    needed = needed || !rule.is_default;
  }
  return needed || !named;
}

std::string go_line(const SearchLimits& limits) {
  std::string line = "go";
  if (limits.depth) line += fmt::format(" depth {}", *limits.depth);
  if (limits.nodes) line += fmt::format(" nodes {}", *limits.nodes);
  if (limits.time) line += fmt::format(" movetime {}", limits.time->count());
  return line;
}

/// Whether two graphs are the same; the names of boards say nothing.
bool has_board_of(const Variant& variant, std::string_view preset) {
  const auto other = find_variant(preset);
  MILLSTONE_CHECK(other.has_value());
  return same_graph(*variant.board, *other->board);
}

}  // namespace

std::optional<std::string_view> find_best_move(std::string_view line) {
  for (;;) {
    const std::string_view word = take_word(line);
    if (word.empty()) return std::nullopt;
    if (word == "bestmove") return take_word(line);
  }
}

std::string position_line(const Game& game, bool passes) {
  const Variant& variant = game.variant();
  std::string line = game.start() == TextPosition{start_position(variant)}
                         ? "position startpos"
                         : "position fen " + position_text(variant, game.start());
  std::string moves;
  for (const Action& action : game.actions())
    if (passes || action.kind != Action::Kind::kPass)
      moves += " " + action_text(*variant.board, action);
  return moves.empty() ? line : line + " moves" + moves;
}

std::vector<RuleOption> options_of_rules(const Variant& variant, const HistoryRules& history) {
  std::vector<RuleOption> options;
  const auto number = [&](const char* name, int value, int usual_value) {
    options.push_back({name, std::to_string(value), value == usual_value});
  };
  const auto flag = [&](const char* name, bool value, bool usual_value) {
    options.push_back({name, value ? "true" : "false", value == usual_value});
  };
  // Numbers first: that a program lacks the stones says more than that it lacks a flag.
  for (const bool flags : {false, true})
    for (const FieldSpec& spec : field_specs()) {
      if (spec.is_flag() != flags) continue;
      const int value = spec.get(variant.rules);
      options.push_back({spec.option(), spec.value_text(value), value == spec.get(Rules{})});
    }
  const bool plain = has_board_of(variant, "nine-mens-morris");
  const bool diagonal = has_board_of(variant, "twelve-mens-morris");
  options.push_back({"Board", variant.board->name, plain || diagonal});
  if (plain || diagonal) flag("HasDiagonalLines", diagonal, false);
  const HistoryRules usual;
  number("NMoveRule", history.n_move, usual.n_move);
  number("EndgameNMoveRule", history.endgame_n_move, usual.endgame_n_move);
  flag("ThreefoldRepetitionRule", history.threefold, usual.threefold);
  return options;
}

std::optional<DeclaredOption> parse_declared_option(std::string_view line) {
  if (take_word(line) != "option" || take_word(line) != "name") return std::nullopt;
  // Names and choices may have blanks, so that only the next of these words ends them.
  constexpr std::string_view kFields[] = {"type", "default", "min", "max", "var"};
  DeclaredOption option;
  std::string field = "name", value;
  const auto end_field = [&] {
    if (field == "name") option.name = value;
    if (field == "min") option.lowest = number_in<long>(value);
    if (field == "max") option.highest = number_in<long>(value);
    if (field == "var") option.choices.push_back(value);
    value.clear();
  };
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
    const bool is_field =
        std::find(std::begin(kFields), std::end(kFields), word) != std::end(kFields);
    if (is_field) end_field();
    if (is_field)
      field = word;
    else
      value += (value.empty() ? "" : " ") + std::string(word);
  }
  end_field();
  return option;
}

Result<void> DeclaredOption::takes(const std::string& value) const {
  const std::optional<long> number = number_in<long>(value);
  if (number && ((lowest && *number < *lowest) || (highest && *number > *highest)))
    return fail(ErrorCode::kUnsupportedRule,
                "the program's option {} goes from {} to {}, and the match needs {}", name,
                lowest ? std::to_string(*lowest) : "any number",
                highest ? std::to_string(*highest) : "any number", value);
  const auto is_value = [&](const std::string& choice) { return same_letters(choice, value); };
  if (choices.empty() || std::any_of(choices.begin(), choices.end(), is_value)) return {};
  return fail(ErrorCode::kUnsupportedRule,
              "the program's option {} is one of {}, and the match needs {}", name,
              fmt::join(choices, ", "), value);
}

ProgramPlayer::ProgramPlayer(std::string name, ProgramSettings settings)
    : Player(std::move(name)), settings_(std::move(settings)) {}

Result<void> ProgramPlayer::can_play(const std::vector<Game>& openings) {
  return new_game(openings.front(), 0);
}

Result<void> ProgramPlayer::new_game(const Game& start, std::uint64_t) {
  if (!process_)
    if (auto started = this->start(start.variant(), start.history_rules()); !started) {
      process_.reset();
      return started;
    }
  MILLSTONE_TRY(send("ucinewgame"));
  return wait_until_ready(options_of_rules(start.variant(), start.history_rules()));
}

Result<Choice> ProgramPlayer::choose(const Game& game, const SearchLimits& limits) {
  if (!process_) return fail(ErrorCode::kInputOutput, "the program is not running");
  const bool passes = has_pass_token();
  if (!passes && game.must_pass()) return Choice{Action{Action::Kind::kPass, -1, -1}};
  for (const std::string& line : {position_line(game, passes), go_line(limits)})
    MILLSTONE_TRY(send(line));
  const auto token = MILLSTONE_TRY(wait_for_move(limits.time.value_or(settings_.longest_think)));
  if (token == "draw") return Choice{};
  if (token == "none" || token.empty())
    return fail(ErrorCode::kInvalidArgument, "the program knows no move");
  const auto action = MILLSTONE_TRY(parse_action(*game.variant().board, token));
  return Choice{action};
}

Result<void> ProgramPlayer::start(const Variant& variant, const HistoryRules& history) {
  process_ = MILLSTONE_TRY(ChildProcess::start(settings_.command_line));
  MILLSTONE_TRY(read_declared_options());
  const std::vector<RuleOption> rules = options_of_rules(variant, history);
  MILLSTONE_TRY(set_rules(rules));
  MILLSTONE_TRY(set_own_options());
  return wait_until_ready(rules);
}

Result<void> ProgramPlayer::read_declared_options() {
  declared_.clear();
  MILLSTONE_TRY(send("uci"));
  const auto deadline = Clock::now() + settings_.start_time;
  for (;;) {
    const auto line = MILLSTONE_TRY(process_->read_line(deadline));
    if (line.find("uciok") != std::string::npos) return {};
    if (auto option = parse_declared_option(line)) declared_.push_back(std::move(*option));
  }
}

/// A program that tells its options must have all that the rules need; one that tells none is
/// believed to know them.
Result<void> ProgramPlayer::set_rules(const std::vector<RuleOption>& rules) {
  for (const RuleOption& rule : rules) {
    const DeclaredOption* declared = find_declared(rule.name);
    if (!declared_.empty() && !declared) {
      if (rule.is_default) continue;
      return fail(ErrorCode::kUnsupportedRule,
                  "the program has no option {}, which the rules need to be {}", rule.name,
                  rule.value);
    }
    // It may have a name of its own for what is usual, such as a board.
    const bool has_names = declared && !declared->choices.empty();
    if (has_names && rule.is_default && !declared->takes(rule.value)) continue;
    MILLSTONE_TRY(set_option(rule.name, rule.value));
  }
  return {};
}

Result<void> ProgramPlayer::set_own_options() {
  for (const auto& [name, value] : settings_.options) MILLSTONE_TRY(set_option(name, value));
  return {};
}

Result<void> ProgramPlayer::set_option(const std::string& name, const std::string& value) {
  const DeclaredOption* declared = find_declared(name);
  if (declared) MILLSTONE_TRY(declared->takes(value));
  return send(fmt::format("setoption name {} value {}", name, value));
}

/// What the program has to say about its options comes before its answer.
Result<void> ProgramPlayer::wait_until_ready(const std::vector<RuleOption>& rules) {
  MILLSTONE_TRY(send("isready"));
  std::vector<RuleOption> wanted = rules;
  for (const auto& [name, value] : settings_.options) wanted.push_back({name, value, false});
  const auto deadline = Clock::now() + settings_.start_time;
  for (;;) {
    const auto line = MILLSTONE_TRY(process_->read_line(deadline));
    if (line.find("readyok") != std::string::npos) return {};
    if (refuses(line, wanted))
      return fail(ErrorCode::kUnsupportedRule, "the program answers '{}'",
                  shown_text(line, kLongestAnswer));
  }
}

/// A program that does not mind its time is told to stop, once, before it has lost.
Result<std::string> ProgramPlayer::wait_for_move(milliseconds time) {
  auto deadline = Clock::now() + time;
  bool told_to_stop = false;
  for (;;) {
    const auto line = process_->read_line(deadline);
    if (line) {
      if (const auto move = find_best_move(*line)) return shown_text(*move, kLongestMove);
      continue;
    }
    if (line.error().code != ErrorCode::kInterrupted) return tl::unexpected(line.error());
    if (told_to_stop)
      return fail(ErrorCode::kInterrupted, "the program gives no move within {} ms",
                  (time + settings_.grace).count());
    told_to_stop = true;
    deadline += settings_.grace;
    MILLSTONE_TRY(send("stop"));
  }
}

Result<void> ProgramPlayer::send(std::string_view line) {
  return process_->write_line(line, Clock::now() + settings_.start_time);
}

const DeclaredOption* ProgramPlayer::find_declared(std::string_view option) const {
  for (const DeclaredOption& declared : declared_)
    if (same_letters(declared.name, option)) return &declared;
  return nullptr;
}

}  // namespace mill
