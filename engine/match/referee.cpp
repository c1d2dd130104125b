#include "engine/match/referee.h"

#include "base/shown_text.h"

namespace mill {
namespace {

std::size_t index_of(Side side) { return side == Side::kWhite ? 0 : 1; }

/// Plies before a position since the first move, by its counter.
std::int64_t plies_of(const TextPosition& position) {
  return 2 * std::int64_t{position.fullmove} + (position.side == Side::kBlack ? 1 : 0);
}

/// Conducts one game.
class Referee {
 public:
  Referee(const std::array<Player*, 2>& players, const Game& opening,
          const GameConditions& conditions)
      : players_(players), conditions_(conditions), played_{opening, {}, {}} {}

  Result<RefereedGame> run(std::uint64_t seed) {
    for (const Side side : {Side::kWhite, Side::kBlack})
      if (auto ready = player(side).new_game(played_.game, seed + index_of(side)); !ready)
        give_up(side, ready.error().message);
    while (!played_.scoring.finished && !is_stopped()) {
      MILLSTONE_TRY(judge());
      if (!played_.scoring.finished) play_action();
    }
    return std::move(played_);
  }

 private:
  bool is_stopped() const { return conditions_.stop.is_set(); }

  Player& player(Side side) const { return *players_[index_of(side)]; }

  void end(std::optional<Side> winner, std::string reason) {
    played_.scoring = {true, winner, std::move(reason)};
  }

  void give_up(Side side, const std::string& why) {
    if (played_.scoring.finished) return;  // both have failed to begin; the first has lost
    // It may repeat what another program has said.
    end(other_side(side), fmt::format("{} at fault: {}", side_name(side), shown_message(why)));
    played_.at_fault = side;
    player(side).lost_by_fault();
  }

  /// Ends the game where the rules, its length or the databases do.
  Result<void> judge() {
    const Game& game = played_.game;
    if (const GameResult result = game.result(); result.ending != Ending::kOpen) {
      played_.scoring = scoring_of(result);
      return {};
    }
    if (game.position().removals) return {};
    if (conditions_.longest_game > 0 &&
        plies_of(game.now()) - plies_of(game.start()) >= conditions_.longest_game) {
      end(std::nullopt, "longest game");
      return {};
    }
    return conditions_.adjudication == Adjudication::kNever ? Result<void>{} : adjudicate();
  }

  Result<void> adjudicate() {
    const auto value = conditions_.judge->value(played_.game.position());
    if (!value)
      return value.error().code == ErrorCode::kMissingFile ? Result<void>{}
                                                           : tl::unexpected(value.error());
    const Side side = played_.game.side();
    if (*value != Value::kDraw)
      end(*value == Value::kWin ? side : other_side(side), "won by the database");
    else if (conditions_.adjudication == Adjudication::kAll)
      end(std::nullopt, "drawn by the database");
    return {};
  }

  void play_action() {
    const Side side = played_.game.side();
    const auto choice = player(side).choose(played_.game, conditions_.limits[index_of(side)]);
    if (!choice) return give_up(side, choice.error().message);
    if (!choice->action) {
      if (!may_claim_draw()) return give_up(side, "it claims a draw that is none");
      return end(std::nullopt, fmt::format("{} claims a draw", side_name(side)));
    }
    if (auto played = played_.game.play(*choice->action); !played)
      give_up(side, played.error().message);
  }

  bool may_claim_draw() const {
    constexpr int kSlack = 4;  // plies
    const Game& game = played_.game;
    const HistoryRules& rules = game.history_rules();
    const auto is_near = [&](int limit) {
      return limit > 0 && game.now().rule50 >= limit - kSlack;
    };
    return game.repetitions() > 1 || is_near(rules.n_move) || is_near(rules.endgame_n_move);
  }

  const std::array<Player*, 2>& players_;
  const GameConditions& conditions_;
  RefereedGame played_;
};

}  // namespace

Result<RefereedGame> play_game(const std::array<Player*, 2>& players, const Game& opening,
                               const GameConditions& conditions, std::uint64_t seed) {
  return Referee(players, opening, conditions).run(seed);
}

}  // namespace mill
