#include "engine/match/openings.h"

#include <algorithm>
#include <set>

#include "base/words.h"
#include "engine/games/parsed_lines.h"
#include "engine/games/position_class.h"
#include "game/notation.h"

namespace mill {
namespace {

constexpr std::size_t kMostOpenings = 100'000;
constexpr std::string_view kMovesMark = " moves ";

/// Whether a line begins with a board and not with a move.
bool begins_with_position(std::string_view line) {
  return std::string_view("O@*X").find(line.front()) != std::string_view::npos;
}

Result<void> play_all(Game& game, std::string_view turns) {
  for (const std::string_view turn : split_words(turns)) MILLSTONE_TRY(game.play(turn));
  return {};
}

Result<Game> parse_opening(const Variant& variant, const HistoryRules& history,
                           std::string_view line) {
  Game game(variant, history);
  std::string_view turns = line;
  if (begins_with_position(line)) {
    const std::size_t mark = std::min(line.find(kMovesMark), line.size());
    const auto start = MILLSTONE_TRY(parse_position_text(variant, line.substr(0, mark)));
    game = Game(variant, start, history);
    turns = line.substr(std::min(mark + kMovesMark.size(), line.size()));
  }
  MILLSTONE_TRY(play_all(game, turns));
  if (const GameResult result = game.result(); result.ending != Ending::kOpen)
    return fail(ErrorCode::kInvalidArgument, "the game is over ({})", ending_name(result.ending));
  return game;
}

/// The open games one turn further, one for each new position.
Result<std::vector<Game>> one_turn_further(const std::vector<Game>& games) {
  std::vector<Game> further;
  std::set<PositionClass> seen;
  for (const Game& game : games)
    for (const Turn& turn : generate_turns(game.variant(), game.position())) {
      Game next = game;
      const auto played = next.play(turn_text(*game.variant().board, turn));
      MILLSTONE_CHECK(played.has_value());
      if (next.result().ending != Ending::kOpen) continue;
      if (!seen.insert(class_of(*game.variant().board, next.now())).second) continue;
      further.push_back(std::move(next));
      if (further.size() > kMostOpenings)
        return fail(ErrorCode::kInvalidArgument,
                    "there are more than {} openings, take fewer turns", kMostOpenings);
    }
  return further;
}

}  // namespace

Result<std::vector<Game>> parse_openings(const Variant& variant, const HistoryRules& history,
                                         std::string_view text, std::string_view source) {
  return parse_lines(text, source, "opening",
                     [&](std::string_view line) { return parse_opening(variant, history, line); });
}

Result<std::vector<Game>> all_openings(const Variant& variant, const HistoryRules& history,
                                       int turns) {
  std::vector<Game> games = {Game(variant, history)};
  for (int turn = 0; turn < turns; ++turn) games = MILLSTONE_TRY(one_turn_further(games));
  if (games.empty())
    return fail(ErrorCode::kInvalidArgument, "no game is still open after {} turns", turns);
  return games;
}

}  // namespace mill
