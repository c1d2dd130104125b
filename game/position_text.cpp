#include "game/position_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <vector>

#include "base/numbers.h"
#include "base/words.h"
#include "game/blocked_side.h"
#include "game/moves.h"
#include "game/text_stage.h"
#include "game/text_suffixes.h"

namespace mill {
namespace {

constexpr std::array<std::string_view, 17> kFields = {
    "board", "side",  "phase", "action", "Won", "Whand", "Bon",    "Bhand",   "Wrem",
    "Brem",  "Wfrom", "Wto",   "Bfrom",  "Bto", "mills", "rule50", "fullmove"};
constexpr std::size_t kShortForm = 2;  // board and side alone

constexpr int kClassicFirst = 8;  // the older dialect numbers points from 8
constexpr int kMillsShift = 32;   // of White's half of the field "mills"

int first_number(TextDialect dialect) { return dialect == TextDialect::kNodes ? 0 : kClassicFirst; }

/// Reads one text, field by field from the left, so that the first one that cannot be right is the
/// one the message names. Every step returns false after setting `error_`.
class TextReader {
 public:
  TextReader(const Variant& variant, std::string_view text)
      : variant_(variant), words_(split_words(text)) {
    if (has_nodes_mark(suffix_words())) result_.dialect = TextDialect::kNodes;
  }

  Result<TextPosition> run() {
    const bool read = words_.size() == kShortForm
                          ? read_board() && read_side() && check_totals()
                          : read_board() && read_side() && read_stage() && read_counts() &&
                                read_removals() && read_history() && read_counters() &&
                                read_suffixes() && settle_removals() && settle_captures() &&
                                settle_order() && check_stage();
    if (!read) return tl::unexpected(error_);
    return result_;
  }

 private:
  template <typename... Args>
  bool refuse(fmt::format_string<Args...> format, Args&&... args) {
    error_.message =
        fmt::format("position text: field '{}'", kFields[std::min(field_, kFields.size() - 1)]) +
        fmt::format(format, std::forward<Args>(args)...);
    return false;
  }

  template <typename... Args>
  bool refuse_rule(fmt::format_string<Args...> format, Args&&... args) {
    error_.code = ErrorCode::kUnsupportedRule;
    return refuse(format, std::forward<Args>(args)...);
  }

  /// Makes `word_` the text of the next field.
  bool next_field(std::size_t field) {
    field_ = field;
    if (field >= words_.size())
      return refuse(" is missing: found {} field{}, expected {} (or board and side alone)",
                    words_.size(), words_.size() == 1 ? "" : "s", kFields.size());
    word_ = words_[field];
    return true;
  }

  bool read_letter(std::size_t field, std::string_view allowed, char& letter) {
    if (!next_field(field)) return false;
    if (word_.size() != 1 || allowed.find(word_[0]) == std::string_view::npos)
      return refuse(": found '{}', expected one of {}", word_, fmt::join(allowed, " "));
    letter = word_[0];
    return true;
  }

  bool read_number(std::size_t field, int lowest, int& number) {
    if (!next_field(field)) return false;
    const auto read = number_in<int>(word_);
    if (!read || *read < lowest)
      return refuse(": found '{}', expected a number from {}", word_, lowest);
    number = *read;
    return true;
  }

  bool read_board() {
    if (!next_field(0)) return false;
    const Words rings = split_at(word_, '/');
    // Without slashes a board is as plain; and the groups of a board that was read back from a
    // database file are not known (see parse_canonical_text).
    const bool plain = rings.size() == 1 && word_.size() == variant_.board->point_names.size();
    const std::vector<int> lengths =
        plain ? std::vector<int>{variant_.board->points()} : variant_.board->rings;
    if (rings.size() != lengths.size())
      return refuse(": found {} part{} between slashes, expected {}", rings.size(),
                    rings.size() == 1 ? "" : "s", lengths.size());
    int point = 0;
    for (std::size_t ring = 0; ring < rings.size(); ++ring) {
      if (rings[ring].size() != static_cast<std::size_t>(lengths[ring]))
        return refuse(": part {} has {} points, expected {}", ring + 1, rings[ring].size(),
                      lengths[ring]);
      for (char letter : rings[ring])
        if (!read_point(letter, point++)) return false;
    }
    return true;
  }

  bool read_point(char letter, int point) {
    const std::string& name = variant_.board->point_names[point];
    if (letter == 'O') {
      white_ |= bit(point);
    } else if (letter == '@') {
      black_ |= bit(point);
    } else if (letter == 'X' && variant_.rules.marks()) {
      position().memory.marked |= bit(point);
    } else if (letter == 'X') {
      return refuse_rule(
          ": found a marked point X on {}, which needs millFormationActionInPlacingPhase 4", name);
    } else if (letter != '*') {
      return refuse(": found '{}' on {}, expected O, @ or *", letter, name);
    }
    return true;
  }

  bool read_side() {
    char letter = 0;
    if (!read_letter(1, "wb", letter)) return false;
    result_.side = letter == 'w' ? Side::kWhite : Side::kBlack;
    position().own = letter == 'w' ? white_ : black_;
    position().opponent = letter == 'w' ? black_ : white_;
    return true;
  }

  bool check_total(Side side) {
    const int stones = count(stones_of(side));
    if (stones <= variant_.rules.piece_count) return true;
    return refuse(": found {} stones of {}, expected at most {}", stones, side_name(side),
                  variant_.rules.piece_count);
  }

  /// The short form has no counts, so its board is the field to blame.
  bool check_totals() {
    field_ = 0;
    return check_total(Side::kWhite) && check_total(Side::kBlack);
  }

  bool read_stage() {
    return read_letter(2, "rpmon", stage_.phase) && read_letter(3, "psr?", stage_.action);
  }

  bool read_counts() {
    return read_stones(4, Side::kWhite) && read_hand(5, Side::kWhite) &&
           read_stones(6, Side::kBlack) && read_hand(7, Side::kBlack);
  }

  bool is_second_player() const { return result_.side == Side::kBlack; }

  /// Whether the stones that are due were earned by the step that has ended placing, or will once
  /// they are taken. It leaves empty hands, so that the phase tells; or hands that are put away.
  bool has_ended_placing() {
    Position with_due = position();
    with_due.removals = static_cast<std::uint8_t>(std::max(due_.own, 0));
    if (with_due.removals == 0 || !leaves_no_hands(variant_, with_due)) return false;
    return with_due.hands() > 0 || stage_.phase == 'p';
  }

  /// Who plays first, where rules ask for it.
  bool settle_order() {
    const bool by_capture = position().memory.cause != Memory::Cause::kMill;
    const bool placed = position().removals > 0 && has_ended_placing() &&
                        (!variant_.rules.counts_mills() || by_capture);
    position().goes_on = placed && moves_first(variant_.rules, is_second_player());
    position().memory.ends_placing =
        placed && variant_.rules.counts_mills() && position().hands() == 0;
    position() = with_player(variant_, position(), is_second_player());
    return true;
  }

  bool read_stones(std::size_t field, Side side) {
    int stones = 0;
    if (!read_number(field, 0, stones)) return false;
    if (stones == count(stones_of(side))) return check_total(side);
    return refuse(": found {}, expected {}, the stones of {} on the board", stones,
                  count(stones_of(side)), side_name(side));
  }

  bool read_hand(std::size_t field, Side side) {
    int hand = 0;
    if (!read_number(field, 0, hand)) return false;
    const int most = variant_.rules.piece_count - count(stones_of(side));
    if (hand > most)
      return refuse(": found {}, expected at most {}, since {} has {} stones in all", hand, most,
                    side_name(side), variant_.rules.piece_count);
    (side == result_.side ? position().own_hand : position().opponent_hand) =
        static_cast<std::uint8_t>(hand);
    return true;
  }

  bool read_removals() { return read_removal(8, Side::kWhite) && read_removal(9, Side::kBlack); }

  bool read_removal(std::size_t field, Side side) {
    int removals = 0;
    if (!read_number(field, -variant_.rules.piece_count, removals)) return false;
    if (removals < 0 && !variant_.rules.counts_mills())
      return refuse_rule(
          ": found {}, own stones to remove, which needs millFormationActionInPlacingPhase 5",
          removals);
    if (removals < -1) return refuse(": found {}, expected a number from -1", removals);
    (side == result_.side ? due_.own : due_.other) = removals;
    return true;
  }

  /// Makes a position of the stones that are due, for which the rest of the text has to be known.
  bool settle_removals() {
    due_.phase = stage_.phase;
    if (lose_if_over() || turn_if_won() || settle_counted_removals()) return true;
    if (is_blocked_removal(variant_, position(), due_)) return true;
    const bool white_moves = result_.side == Side::kWhite;
    field_ = white_moves ? 9 : 8;
    if (due_.other > 0)
      return refuse(": found {}, expected 0, since {} is to move", due_.other,
                    side_name(result_.side));
    field_ = white_moves ? 8 : 9;
    if (due_.own > 0 && (!check_due() || !check_stalemate())) return false;
    const bool earned = has_ended_placing() && moves_first(variant_.rules, is_second_player());
    position().removals = static_cast<std::uint8_t>(due_.own);
    if (due_.own > 0 && (due_.stalemate || (!earned && is_between_two(variant_, position()))))
      position().targets = answer_targets(variant_, position(), due_.stalemate == 0);
    return true;
  }

  /// Counts do not tell that a side has lost where losses from the hand are free: the phase does.
  bool lose_if_over() {
    const bool may_be_over = stage_.phase == 'o' && hand_losses_are_free(variant_.rules);
    if (!may_be_over || position().own_total() >= variant_.rules.pieces_at_least_count)
      return false;
    position().memory.has_lost = status(variant_, position()) == Status::kOpen;
    return position().memory.has_lost;
  }

  /// Where the stone just taken has ended the game, other programs leave the turn, and what else
  /// was due, with the side that took it.
  bool turn_if_won() {
    const int least = variant_.rules.pieces_at_least_count;
    const bool may_act = status(variant_, position()) == Status::kOpen;
    if (stage_.phase != 'o' || !may_act || position().opponent_total() >= least) return false;
    position() = turned(position());
    result_.side = other_side(result_.side);
    position().memory.has_lost = hand_losses_are_free(variant_.rules);
    return true;
  }

  /// Removals that standing mills have counted when placing ended: the other side's follow.
  bool settle_counted_removals() {
    const bool hands = position().hands() > 0;
    if (!variant_.rules.counts_mills() || hands || due_.own == 0 || stage_.phase != 'm')
      return false;
    const bool from_own = due_.own < 0;
    const int takes = std::abs(due_.own);
    if (takes > count(from_own ? position().own : position().opponent)) return false;
    position().removals = static_cast<std::uint8_t>(takes);
    position().memory.opponent_removals = static_cast<std::uint8_t>(std::abs(due_.other));
    position().memory.from_own = from_own;
    return true;
  }

  /// What captures make due says which stones may go.
  bool settle_captures() {
    const std::size_t side = result_.side == Side::kWhite ? 0 : 1;
    Memory& memory = position().memory;
    const struct {
      char letter;
      const CaptureDue& due;
      const CaptureRule& rule;
      std::string_view field;
    } kinds[] = {
        {'c', captures_.custodian[side], variant_.rules.custodian, "custodianCapture"},
        {'i', captures_.intervention[side], variant_.rules.intervention, "interventionCapture"},
        {'l', captures_.leap[side], variant_.rules.leap, "leapCapture"}};
    for (const auto& [letter, due, rule, field] : kinds) {
      if (due.stones == 0) continue;
      const Mask points = due.points >> first_number(result_.dialect);
      if (!rule.enabled) return refuse_suffix(ErrorCode::kUnsupportedRule, letter, field, "is off");
      const bool fits = position().removals > 0 && points && !(points & ~position().opponent) &&
                        !memory.from_own && due.stones <= count(points);
      if (!fits)
        return refuse_suffix(ErrorCode::kInvalidArgument, letter, field,
                             "does not make such stones due");
      (letter == 'i' ? memory.together : position().targets) = points;
      memory.cause = letter == 'l' ? Memory::Cause::kLeap : Memory::Cause::kCapture;
      if (letter == 'i')
        position().removals = static_cast<std::uint8_t>(
            std::min(due.stones, due_by_intervention(variant_.rules, position())));
    }
    return true;
  }

  bool refuse_suffix(ErrorCode code, char letter, std::string_view field, std::string_view why) {
    error_ = {code, fmt::format("position text: field '{}': found stones that are due, but {} {}",
                                letter, field, why)};
    return false;
  }

  bool check_due() {
    const int due = due_.own;
    const bool pairs = variant_.rules.intervention.enabled;  // which takes two stones
    const int lines = variant_.rules.remove_multiple ? variant_.board->most_lines_at_a_point() : 1;
    const int most = std::max(lines, pairs ? 2 : 1);
    if (due > most && variant_.rules.remove_multiple)
      return refuse(": found {}, expected at most {}, as many as lines through a point", due, most);
    if (due > most)
      return refuse_rule(": found {}, expected 0 or 1, since mayRemoveMultiple is off", due);
    const int stones = count(position().opponent);
    if (stones == 0) return refuse(": found {}, expected 0, since there is no stone to take", due);
    if (due > stones)
      return refuse(": found {}, expected at most {}, the stones there are to take", due, stones);
    return true;
  }

  /// What a blocked side takes is no removal like others: see is_blocked_removal().
  bool check_stalemate() {
    if (due_.stalemate == 0) return true;
    const bool answers =
        due_.stalemate == 1 && stalemate_act(variant_.rules) == BlockedAct::kRemovesInTurn;
    if (answers && answer_targets(variant_, position(), false)) return true;
    error_ = {
        ErrorCode::kUnsupportedRule,
        fmt::format("position text: field 's': found {}, a removal by a side that is blocked, "
                    "which needs stalemateAction {} and such a side",
                    due_.stalemate, due_.stalemate == 1 ? 2 : 5)};
    return false;
  }

  /// The last mill points and the used lines. -1 is no point in any dialect.
  bool read_history() {
    return read_mill_move(10, Side::kWhite) && read_mill_move(12, Side::kBlack) && read_used();
  }

  bool read_mill_move(std::size_t field, Side side) {
    const int first = first_number(result_.dialect);
    int ends[2] = {};
    for (const std::size_t end : {0, 1}) {
      if (!read_number(field + end, -1, ends[end])) return false;
      const bool none = ends[end] == -1 || ends[end] < first;
      if (!none && !variant_.rules.restrict_repeated_mills)
        return refuse_rule(
            ": found {}, expected {} (none), since restrictRepeatedMillsFormation is off",
            ends[end], first == 0 ? -1 : 0);
      ends[end] = none ? -1 : ends[end] - first;
      if (ends[end] >= variant_.board->points())
        return refuse(": found {}, expected a point of the board", ends[end] + first);
    }
    Memory& memory = position().memory;
    if (ends[0] >= 0 && ends[1] >= 0)  // a stone that was placed forbids nothing
      (side == result_.side ? memory.own_mill : memory.opponent_mill) = {
          static_cast<std::int8_t>(ends[0]), static_cast<std::int8_t>(ends[1])};
    return true;
  }

  bool read_used() {
    if (!next_field(14)) return false;
    const auto bits = number_in<std::uint64_t>(word_);
    if (!bits) return refuse(": found '{}', expected a number from 0", word_);
    if (*bits != 0 && !variant_.rules.one_time_mills)
      return refuse_rule(": found {}, expected 0, since oneTimeUseMill is off", *bits);
    const int first = first_number(result_.dialect);
    const Mask white = static_cast<Mask>(*bits >> kMillsShift) >> first;
    const Mask black = static_cast<Mask>(*bits) >> first;
    if ((white | black) & ~variant_.board->all())
      return refuse(": found {}, which has bits beyond the points of the board", *bits);
    const bool white_moves = result_.side == Side::kWhite;
    position().memory.own_used = white_moves ? white : black;
    position().memory.opponent_used = white_moves ? black : white;
    return true;
  }

  bool read_counters() {
    return read_number(15, 0, result_.rule50) && read_number(16, 1, result_.fullmove);
  }

  std::span<const std::string_view> suffix_words() const {
    return std::span(words_).subspan(std::min(words_.size(), kFields.size()));
  }

  bool read_suffixes() {
    const Result<TextSuffixes> suffixes = parse_suffixes(suffix_words());
    if (!suffixes) {
      error_ = suffixes.error();
      return false;
    }
    due_.stalemate = suffixes->stalemate;
    captures_ = *suffixes;
    return true;
  }

  /// Phase and action follow from the rest, in one way or another.
  bool check_stage() {
    const std::vector<Stage> stages = stages_of(variant_, position());
    std::string phases, actions;
    for (const Stage& stage : stages) {
      if (phases.find(stage.phase) == std::string::npos) phases += stage.phase;
      if (stage.phase == stage_.phase) actions += stage.action;
    }
    const auto choice = [](std::string_view letters) {
      return fmt::format("'{}'", fmt::join(letters, "' or '"));
    };
    field_ = 2;
    if (actions.empty())
      return refuse(
          ": found '{}', expected {}{}", stage_.phase, choice(phases),
          status(variant_, position()) == Status::kOpen ? ", as the side to move can act" : "");
    field_ = 3;
    if (actions.find(stage_.action) == std::string::npos)
      return refuse(": found '{}', expected {}", stage_.action, choice(actions));
    return true;
  }

  Position& position() { return result_.position; }
  int hand_of(Side side) const {
    const Position& position = result_.position;
    return side == result_.side ? position.own_hand : position.opponent_hand;
  }
  Mask stones_of(Side side) const { return side == Side::kWhite ? white_ : black_; }

  const Variant& variant_;
  Words words_;
  std::size_t field_ = 0;
  std::string_view word_;
  Mask white_ = 0, black_ = 0;
  Stage stage_;
  DueRemovals due_;
  TextSuffixes captures_;
  TextPosition result_;
  Error error_{ErrorCode::kInvalidArgument, ""};
};

std::string board_field(const Board& board, Mask white, Mask black, Mask marked) {
  std::string text;
  int point = 0;
  const auto letter = [&] {
    return white & bit(point) ? 'O' : black & bit(point) ? '@' : marked & bit(point) ? 'X' : '*';
  };
  for (int length : board.rings) {
    if (point > 0) text += '/';
    for (const int end = point + length; point < end; ++point) text += letter();
  }
  return text;
}

/// The ends of a side's last move, if that is remembered.
std::string mill_move_field(const Memory::MillMove& move, TextDialect dialect) {
  const int first = first_number(dialect);
  const int none = first == 0 ? -1 : 0;
  return fmt::format("{} {}", move.exists() ? move.from + first : none,
                     move.exists() ? move.to + first : none);
}

std::string suffixes_text(const Variant& variant, const TextPosition& text_position) {
  const Position& position = text_position.position;
  const Memory& memory = position.memory;
  const bool white = text_position.side == Side::kWhite;
  const int first = first_number(text_position.dialect);
  std::string text;
  if (text_position.dialect == TextDialect::kNodes) text += " ids:nodes";
  if (memory.cause == Memory::Cause::kMill) {
    if (position.targets && !is_between_two(variant, position)) text += " s:1";
    return text;
  }
  const bool leaps = memory.cause == Memory::Cause::kLeap;
  if (position.targets) text += capture_text(leaps ? 'l' : 'c', white, 1, position.targets, first);
  if (memory.together)
    text += capture_text('i', white, count(memory.together), memory.together, first);
  return text;
}

}  // namespace

Result<TextPosition> parse_position_text(const Variant& variant, std::string_view text) {
  return TextReader(variant, text).run();
}

TextPosition with_colours(const Variant& variant, const Position& position) {
  const bool black = has_colours(variant) &&
                     (position.goes_on ? moves_first(variant.rules, true) : is_second(position));
  return {.position = position, .side = black ? Side::kBlack : Side::kWhite};
}

std::string position_text(const Variant& variant, const TextPosition& text_position) {
  const Position& position = text_position.position;
  const Memory& memory = position.memory;
  const TextDialect dialect = text_position.dialect;
  const Stage stage = stages_of(variant, position).front();
  const bool white_moves = text_position.side == Side::kWhite;
  // What is White's and what Black's of a pair that the side to move has first.
  const auto by_colour = [&](const auto& own, const auto& opponent) {
    return white_moves ? std::pair{own, opponent} : std::pair{opponent, own};
  };
  const int sign = memory.from_own ? -1 : 1;
  const auto [white_hand, black_hand] = by_colour(position.own_hand, position.opponent_hand);
  const auto [white_due, black_due] =
      by_colour(sign * position.removals, sign * memory.opponent_removals);
  const auto [white_mill, black_mill] = by_colour(memory.own_mill, memory.opponent_mill);
  const auto [white_used, black_used] = by_colour(memory.own_used, memory.opponent_used);
  const int first = first_number(dialect);
  const std::uint64_t used =
      std::uint64_t{white_used} << first << kMillsShift | std::uint64_t{black_used} << first;
  const Mask white = text_position.white(), black = text_position.black();
  return fmt::format(
      "{} {} {} {} {} {} {} {} {} {} {} {} {} {} {}{}",
      board_field(*variant.board, white, black, memory.marked), white_moves ? 'w' : 'b',
      stage.phase, stage.action, count(white), white_hand, count(black), black_hand, white_due,
      black_due, mill_move_field(white_mill, dialect), mill_move_field(black_mill, dialect), used,
      text_position.rule50, text_position.fullmove, suffixes_text(variant, text_position));
}

}  // namespace mill
