#include "engine/search/book_answer.h"

#include <algorithm>

#include "engine/games/played_turns.h"

namespace mill {
namespace {

/// Where the turn of the side to move has begun: the actions that were played since.
std::size_t turn_start(const Game& game) {
  if (game.position().removals == 0) return game.actions().size();
  const std::vector<PlayedTurn> turns = played_turns(game);
  return turns.empty() ? 0 : turns.back().first;
}

}  // namespace

std::vector<SearchLine> ask_book(const OpeningBook& book, const Game& game) {
  const std::size_t start = turn_start(game);
  const Position& before = game.positions()[start].position;
  const auto entry = book.find(before);
  if (!entry) return {};
  const auto played = game.actions().subspan(start);
  std::vector<SearchLine> lines;
  for (const Turn& turn : entry->turns) {
    std::vector<Action> actions = legal_actions(game.variant(), before, turn);
    const auto differs = std::ranges::mismatch(played, actions);
    if (differs.in1 != played.end() || differs.in2 == actions.end()) continue;
    actions.erase(actions.begin(), differs.in2);
    const bool is_known = std::ranges::any_of(
        lines, [&](const SearchLine& line) { return line.actions.front() == actions.front(); });
    if (!is_known) lines.push_back({score_of(entry->value, std::nullopt), std::move(actions)});
  }
  return lines;
}

}  // namespace mill
