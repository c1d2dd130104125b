#include "engine/match/program_player.h"

#include <algorithm>
#include <cctype>

#include "engine/words.h"
#include "game/notation.h"

namespace millstone {
namespace {

using std::chrono::milliseconds;
using Clock = ChildProcess::Clock;

bool same_letters(std::string_view left, std::string_view right) {
  const auto lower = [](char letter) { return std::tolower(static_cast<unsigned char>(letter)); };
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [&](char a, char b) { return lower(a) == lower(b); });
}

/// The name in `option name SkillLevel type spin ...`, which may have spaces; none in other lines.
std::optional<std::string> declared_option(std::string_view line) {
  if (take_word(line) != "option" || take_word(line) != "name") return std::nullopt;
  std::string name;
  for (std::string_view word = take_word(line); !word.empty() && word != "type";
       word = take_word(line))
    name += (name.empty() ? "" : " ") + std::string(word);
  return name;
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

std::string position_line(const Game& game) {
  const Variant& variant = game.variant();
  std::string line = game.start() == TextPosition{start_position(variant)}
                         ? "position startpos"
                         : "position fen " + position_text(variant, game.start());
  if (game.actions().empty()) return line;
  line += " moves";
  for (const Action& action : game.actions()) line += " " + action_text(*variant.board, action);
  return line;
}

std::vector<RuleOption> rule_options(const Variant& variant, const HistoryRules& history) {
  std::vector<RuleOption> options;
  const Rules& rules = variant.rules;
  const Rules usual;
  const HistoryRules usual_history;
  const auto number = [&](const char* name, int value, int usual_value) {
    options.push_back({name, std::to_string(value), value == usual_value});
  };
  const auto flag = [&](const char* name, bool value, bool usual_value) {
    options.push_back({name, value ? "true" : "false", value == usual_value});
  };
  number("PiecesCount", rules.piece_count, usual.piece_count);
  number("flyPieceCount", rules.fly_piece_count, usual.fly_piece_count);
  number("PiecesAtLeastCount", rules.pieces_at_least_count, usual.pieces_at_least_count);
  const bool plain = has_board_of(variant, "nine-mens-morris");
  const bool diagonal = has_board_of(variant, "twelve-mens-morris");
  options.push_back({"Board", variant.board->name, plain || diagonal});
  if (plain || diagonal) flag("HasDiagonalLines", diagonal, false);
  number("MillFormationActionInPlacingPhase", rules.placing_mill_action, usual.placing_mill_action);
  flag("MayMoveInPlacingPhase", rules.move_while_placing, usual.move_while_placing);
  flag("IsDefenderMoveFirst", rules.defender_moves_first, usual.defender_moves_first);
  flag("MayRemoveMultiple", rules.remove_multiple, usual.remove_multiple);
  flag("MayRemoveFromMillsAlways", rules.remove_from_mills, usual.remove_from_mills);
  flag("RestrictRepeatedMillsFormation", false, false);
  flag("OneTimeUseMill", false, false);
  number("BoardFullAction", rules.board_full_action, usual.board_full_action);
  flag("StopPlacingWhenTwoEmptySquares", rules.stop_at_two_empty, usual.stop_at_two_empty);
  number("StalemateAction", rules.stalemate_action, usual.stalemate_action);
  flag("MayFly", rules.may_fly, usual.may_fly);
  flag("flyCountsHand", rules.fly_counts_hand, usual.fly_counts_hand);
  number("NMoveRule", history.n_move, usual_history.n_move);
  number("EndgameNMoveRule", history.endgame_n_move, usual_history.endgame_n_move);
  flag("ThreefoldRepetitionRule", history.threefold, usual_history.threefold);
  return options;
}

ProgramPlayer::ProgramPlayer(std::string name, ProgramSettings settings)
    : Player(std::move(name)), settings_(std::move(settings)) {}

Result<void> ProgramPlayer::new_game(const Game& start, std::uint64_t) {
  if (!process_)
    if (auto started = this->start(start.variant(), start.history_rules()); !started) {
      process_.reset();
      return started;
    }
  if (auto sent = send("ucinewgame"); !sent) return sent;
  return wait_until_ready();
}

Result<Choice> ProgramPlayer::choose(const Game& game, const SearchLimits& limits) {
  if (!process_) return fail(ErrorCode::kInputOutput, "the program is not running");
  for (const std::string& line : {position_line(game), go_line(limits)})
    if (auto sent = send(line); !sent) return tl::unexpected(sent.error());
  const auto token = wait_for_move(limits.time.value_or(settings_.longest_think));
  if (!token) return tl::unexpected(token.error());
  if (*token == "draw") return Choice{};
  if (*token == "none" || token->empty())
    return fail(ErrorCode::kInvalidArgument, "the program knows no move");
  const auto action = parse_action(*game.variant().board, *token);
  if (!action) return tl::unexpected(action.error());
  return Choice{*action};
}

Result<void> ProgramPlayer::start(const Variant& variant, const HistoryRules& history) {
  auto process = ChildProcess::start(settings_.command_line);
  if (!process) return tl::unexpected(process.error());
  process_ = std::move(*process);
  if (auto greeted = read_declared_options(); !greeted) return greeted;
  if (auto set = set_rules(variant, history); !set) return set;
  for (const auto& option : settings_.options)
    if (auto sent = send(fmt::format("setoption name {} value {}", option.first, option.second));
        !sent)
      return sent;
  return wait_until_ready();
}

Result<void> ProgramPlayer::read_declared_options() {
  declared_.clear();
  if (auto sent = send("uci"); !sent) return sent;
  const auto deadline = Clock::now() + settings_.start_time;
  for (;;) {
    const auto line = process_->read_line(deadline);
    if (!line) return tl::unexpected(line.error());
    if (line->find("uciok") != std::string::npos) return {};
    if (auto name = declared_option(*line)) declared_.push_back(std::move(*name));
  }
}

/// A program that tells its options must have all that the rules need; one that tells none is
/// believed to know them.
Result<void> ProgramPlayer::set_rules(const Variant& variant, const HistoryRules& history) {
  for (const RuleOption& option : rule_options(variant, history)) {
    if (!declares(option.name)) {
      if (option.is_default) continue;
      return fail(ErrorCode::kUnsupportedRule,
                  "the program has no option {}, which the rules need to be {}", option.name,
                  option.value);
    }
    if (auto sent = send(fmt::format("setoption name {} value {}", option.name, option.value));
        !sent)
      return sent;
  }
  return {};
}

Result<void> ProgramPlayer::wait_until_ready() {
  if (auto sent = send("isready"); !sent) return sent;
  return wait_for("readyok");
}

Result<void> ProgramPlayer::wait_for(std::string_view word) {
  const auto deadline = Clock::now() + settings_.start_time;
  for (;;) {
    const auto line = process_->read_line(deadline);
    if (!line) return tl::unexpected(line.error());
    if (line->find(word) != std::string::npos) return {};
  }
}

/// A program that does not mind its time is told to stop, once, before it has lost.
Result<std::string> ProgramPlayer::wait_for_move(milliseconds time) {
  auto deadline = Clock::now() + time;
  bool told_to_stop = false;
  for (;;) {
    const auto line = process_->read_line(deadline);
    if (line) {
      if (const auto move = find_best_move(*line)) return std::string(*move);
      continue;
    }
    if (line.error().code != ErrorCode::kInterrupted) return tl::unexpected(line.error());
    if (told_to_stop)
      return fail(ErrorCode::kInterrupted, "the program gives no move within {} ms",
                  (time + settings_.grace).count());
    told_to_stop = true;
    deadline += settings_.grace;
    if (auto sent = send("stop"); !sent) return tl::unexpected(sent.error());
  }
}

Result<void> ProgramPlayer::send(std::string_view line) {
  return process_->write_line(line, Clock::now() + settings_.start_time);
}

bool ProgramPlayer::declares(std::string_view option) const {
  return declared_.empty() ||
         std::any_of(declared_.begin(), declared_.end(),
                     [&](const std::string& name) { return same_letters(name, option); });
}

}  // namespace millstone
