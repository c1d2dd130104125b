#include "engine/games/game_text.h"

#include <algorithm>

#include "base/words.h"
#include "engine/games/played_turns.h"
#include "game/notation.h"

namespace mill {
namespace {

constexpr std::size_t kTurnWidth = 14;
constexpr std::string_view kNoTurn = "...";  // in the place of White's where Black begins

std::string_view flag_text(bool flag) { return flag ? "true" : "false"; }

/// A tag line. What would end the line or the quotes is written so that it does not.
std::string tag_line(std::string_view name, std::string_view value) {
  std::string quoted;
  for (const char letter : value) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += static_cast<unsigned char>(letter) < ' ' ? ' ' : letter;
  }
  return fmt::format("[{} \"{}\"]\n", name, quoted);
}

std::string tag_lines(const GameRecord& record) {
  const Game& game = record.game;
  const Variant& variant = game.variant();
  const HistoryRules& history = game.history_rules();
  std::string text = tag_line("White", record.white) + tag_line("Black", record.black) +
                     tag_line("Variant", variant.name) + tag_line("Rules", variant.digest());
  if (game.start() != TextPosition{start_position(variant)})
    text += tag_line("Start", position_text(variant, game.start()));
  text += tag_line("nMoveRule", std::to_string(history.n_move));
  text += tag_line("endgameNMoveRule", std::to_string(history.endgame_n_move));
  text += tag_line("threefoldRepetitionRule", flag_text(history.threefold));
  for (const auto& tag : record.tags) text += tag_line(tag.first, tag.second);
  if (record.opening.turns > 0)
    text += tag_line("OpeningTurns", std::to_string(record.opening.turns));
  if (!record.opening.choice.empty()) text += tag_line("OpeningChoice", record.opening.choice);
  text += tag_line("Result", scoring_text(record.scoring));
  if (!record.scoring.reason.empty()) text += tag_line("Reason", record.scoring.reason);
  return text;
}

/// The turns, a line for each of White's and the answer.
std::string turn_lines(const Game& game) {
  std::string text, line;
  const auto end_line = [&] {
    if (!line.empty()) text += fmt::format("{}\n", without_trailing_blanks(line));
    line.clear();
  };
  for (const PlayedTurn& turn : played_turns(game)) {
    const TextPosition& before = game.positions()[turn.first];
    if (before.side == Side::kWhite) end_line();
    if (line.empty()) {
      line = fmt::format("{:>3}. ", before.fullmove);
      if (before.side == Side::kBlack) line += fmt::format("{:<{}} ", kNoTurn, kTurnWidth);
    }
    line += fmt::format("{:<{}} ", turn_text(*game.variant().board, turn.turn), kTurnWidth);
  }
  end_line();
  return text;
}

}  // namespace

Scoring scoring_of(const GameResult& result) {
  if (result.ending == Ending::kOpen) return {};
  return {true, result.winner, std::string(ending_name(result.ending))};
}

std::string_view scoring_text(const Scoring& scoring) {
  if (!scoring.finished) return "*";
  if (!scoring.winner) return "1/2-1/2";
  return *scoring.winner == Side::kWhite ? "1-0" : "0-1";
}

std::string_view tag_value(const GameRecord& record, std::string_view name) {
  const auto tag =
      std::ranges::find(record.tags, name, &std::pair<std::string, std::string>::first);
  return tag == record.tags.end() ? std::string_view() : tag->second;
}

std::string game_text(const GameRecord& record) {
  return fmt::format("{}\n{}{}\n\n", tag_lines(record), turn_lines(record.game),
                     scoring_text(record.scoring));
}

}  // namespace mill
