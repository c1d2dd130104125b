#include "engine/game.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "game/notation.h"

namespace millstone {
namespace {

constexpr int kRepetitionsThatDraw = 3;
constexpr int kEndgameStones = 3;  // in all; see HistoryRules::endgame_n_move

/// One more; a position text may begin with any count.
int one_more(int count) { return count < std::numeric_limits<int>::max() ? count + 1 : count; }

/// Whether what was on the board before can never come back.
bool is_irreversible(const Action& action) {
  return action.kind == Action::Kind::kPlace || action.kind == Action::Kind::kRemove;
}

/// What a legal action makes of position and counters. A ply of two halves, which
/// isDefenderMoveFirst has where placing ends, adds one to rule50 for its second half.
TextPosition after_action(const Variant& variant, const TextPosition& before,
                          const Action& action) {
  const Played played = play(variant, before.position, action);
  TextPosition after = before;
  after.position = played.position;
  after.rule50 = is_irreversible(action) ? 0 : one_more(before.rule50);
  if (played.same_side) return after;
  after.side = other_side(before.side);
  if (before.side == Side::kBlack) after.fullmove = one_more(before.fullmove);
  return after;
}

bool is_legal(const Variant& variant, const Position& position, const Action& action) {
  const std::vector<Action> legal = generate_actions(variant, position);
  return std::find(legal.begin(), legal.end(), action) != legal.end();
}

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
  const Status status = millstone::status(game.variant(), game.position());
  if (status == Status::kOpen)
    return fail(ErrorCode::kInvalidArgument, "move '{}' is not legal in this position", text);
  return fail(ErrorCode::kInvalidArgument, "move '{}': the game is over ({})", text,
              ending_name(ending_of(status)));
}

/// Plays the actions of a turn whose text tells their order only in part: stones taken stand in any
/// order, and the one that a blocked side takes before it moves stands behind the move.
Result<void> play_in_some_order(Game& game, const std::vector<Action>& actions,
                                std::string_view text) {
  std::vector<std::size_t> order(actions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const Side mover = game.side();
  const std::size_t before = game.actions().size();
  do {
    bool legal = true;
    for (std::size_t step = 0; legal && step < order.size(); ++step)
      legal = game.side() == mover && game.play(actions[order[step]]).has_value();
    if (legal) return {};
    while (game.actions().size() > before) game.undo();
  } while (std::next_permutation(order.begin(), order.end()));
  return refuse(game, text);
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
  positions_.push_back(after_action(variant_, now(), action));
  actions_.push_back(action);
  return {};
}

Result<void> Game::play(std::string_view text) {
  const Result<Turn> turn = parse_turn(*variant_.board, text);
  if (!turn) return tl::unexpected(turn.error());
  const std::vector<Action> actions = actions_of(*turn);
  if (actions.size() == 1) return play(actions.front());
  return play_in_some_order(*this, actions, text);
}

void Game::undo() {
  MILLSTONE_CHECK(!actions_.empty());
  actions_.pop_back();
  positions_.pop_back();
}

GameResult Game::result() const {
  const Status status = millstone::status(variant_, position());
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

}  // namespace millstone
