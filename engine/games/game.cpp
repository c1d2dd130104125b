#include "engine/games/game.h"

#include <algorithm>

#include "game/notation.h"
#include "game/text_play.h"

namespace mill {
namespace {

constexpr int kRepetitionsThatDraw = 3;
constexpr int kEndgameStones = 3;  // in all; see HistoryRules::endgame_n_move

Ending ending_of(Status status) {
  switch (status) {
    case Status::kOpen:
      return Ending::kOpen;
    case Status::kTooFewStones:
      return Ending::kTooFewStones;
    case Status::kCannotPlace:
      return Ending::kCannotPlace;
    case Status::kBlocked:
      return Ending::kBlocked;
    case Status::kBoardFull:
      return Ending::kBoardFull;
  }
  MILLSTONE_CHECK(false);
}

/// Whether nothing is in hand and a side has no more than three stones.
bool is_endgame(const Position& position) {
  return position.own_hand == 0 && position.opponent_hand == 0 &&
         std::min(position.own_total(), position.opponent_total()) <= kEndgameStones;
}

tl::unexpected<Error> refuse(const Game& game, std::string_view text) {
  const Status status = mill::status(game.variant(), game.position());
  if (status == Status::kOpen)
    return fail(ErrorCode::kInvalidArgument, "move '{}' is not legal in this position", text);
  return fail(ErrorCode::kInvalidArgument, "move '{}': the game is over ({})", text,
              ending_name(ending_of(status)));
}

}  // namespace

std::string_view ending_name(Ending ending) {
  switch (ending) {
    case Ending::kOpen:
      return "open";
    case Ending::kTooFewStones:
      return "too few stones";
    case Ending::kCannotPlace:
      return "cannot place";
    case Ending::kBlocked:
      return "blocked";
    case Ending::kBoardFull:
      return "board full";
    case Ending::kRepetition:
      return "repetition";
    case Ending::kNMoveRule:
      return "n-move rule";
  }
  MILLSTONE_CHECK(false);
}

bool HistoryRules::draw_by_counting(const Position& position, int quiet) const {
  const auto reached = [&](int limit) { return limit > 0 && quiet >= limit; };
  return reached(n_move) || (reached(endgame_n_move) && is_endgame(position));
}

Game::Game(const Variant& variant, const HistoryRules& history)
    : Game(variant, TextPosition{start_position(variant)}, history) {}

Game::Game(const Variant& variant, const TextPosition& start, const HistoryRules& history)
    : variant_(variant), history_(history), positions_{start} {}

Result<void> Game::play(const Action& action) {
  if (!is_legal(variant_, position(), action))
    return refuse(*this, action_text(*variant_.board, action));
  positions_.push_back(mill::play(variant_, now(), action));
  actions_.push_back(action);
  return {};
}

Result<void> Game::play(std::string_view text) {
  const Turn turn = MILLSTONE_TRY(parse_turn(*variant_.board, text));
  const std::vector<Action> actions = legal_actions(variant_, position(), turn);
  if (actions.empty()) return refuse(*this, text);
  for (const Action& action : actions) MILLSTONE_CHECK(play(action).has_value());
  return {};
}

bool Game::must_pass() const {
  const std::vector<Action> actions = generate_actions(variant_, position());
  return actions.size() == 1 && actions.front().kind == Action::Kind::kPass;
}

void Game::undo() {
  MILLSTONE_CHECK(!actions_.empty());
  actions_.pop_back();
  positions_.pop_back();
}

GameResult Game::result() const {
  const Status status = mill::status(variant_, position());
  if (status != Status::kOpen) {
    if (ends_in_draw(variant_, status)) return {ending_of(status), std::nullopt};
    return {ending_of(status), other_side(side())};
  }
  if (position().removals) return {};  // the ply goes on, and undoes what was counted
  if (history_.threefold && repetitions() >= kRepetitionsThatDraw)
    return {Ending::kRepetition, std::nullopt};
  if (history_.draw_by_counting(position(), now().rule50))
    return {Ending::kNMoveRule, std::nullopt};
  return {};
}

int Game::repetitions() const {
  int found = 1;
  for (std::size_t played = actions_.size(); played > 0; --played) {
    if (is_irreversible(actions_[played - 1])) break;
    const TextPosition& earlier = positions_[played - 1];
    found += earlier.side == side() && earlier.position == position();
  }
  return found;
}

}  // namespace mill
