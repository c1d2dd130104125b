#include "engine/search/style.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.h"
#include "engine/search/worth.h"

namespace mill {
namespace {

constexpr double kNearly = 0.03;       // worth that turns may differ by and still be chosen among
constexpr double kSlip = 0.25;         // worth that an action loses which is a slip
constexpr std::size_t kMostTurns = 6;  // looked at

bool equally_sure(Score one, Score other) {
  return is_known_win(one) == is_known_win(other) && is_known_loss(one) == is_known_loss(other);
}

/// A sooner win and a later loss are better, whatever the style.
bool worth_nearly(Score one, Score other) {
  if (is_decided(one) || is_decided(other)) return one == other;
  return std::abs(worth_of(one) - worth_of(other)) <= kNearly;
}

/// The share of the actions that are slips.
double share_of_slips(std::span<const SearchLine> actions) {
  if (actions.empty()) return 0;
  const double best = worth_of(actions.front().score);
  const auto slips = std::ranges::count_if(
      actions, [&](const SearchLine& line) { return worth_of(line.score) < best - kSlip; });
  return static_cast<double>(slips) / static_cast<double>(actions.size());
}

/// Plays the line on until the other side is to move. False where the line or the game ends before.
bool play_turn(Game& game, std::span<const Action> line) {
  const Side mover = game.side();
  for (const Action& action : line) {
    if (!game.play(action)) return false;
    if (game.side() != mover) return true;
  }
  return false;
}

/// How sharp the game becomes after a turn.
struct Sharpness {
  double own = 0, opponent = 0;  ///< shares of slips
};

std::optional<Sharpness> sharpness_after(Game game, const SearchLine& turn,
                                         const LookAhead& look_ahead) {
  if (!play_turn(game, turn.actions)) return std::nullopt;
  const std::vector<SearchLine> replies = look_ahead(game);
  if (replies.empty()) return std::nullopt;
  Sharpness sharpness{0, share_of_slips(replies)};
  if (play_turn(game, replies.front().actions)) sharpness.own = share_of_slips(look_ahead(game));
  return sharpness;
}

double liking(Style style, const Sharpness& sharpness) {
  constexpr double kBit = 0.01;  // of what else matters where turns are alike
  switch (style) {
    case Style::kSolid:
      return -sharpness.own + kBit * sharpness.opponent;
    case Style::kTricky:
      return sharpness.opponent - kBit * sharpness.own;
    case Style::kBold:
      return sharpness.opponent + sharpness.own;
    case Style::kPlain:
      break;
  }
  return 0;
}

}  // namespace

std::size_t choose_in_style(Style style, const Game& game, std::span<const SearchLine> lines,
                            std::size_t base, const LookAhead& look_ahead) {
  MILLSTONE_CHECK(base < lines.size());
  if (style == Style::kPlain) return base;
  std::vector<std::size_t> alike = {base};
  for (std::size_t i = 0; i < lines.size() && alike.size() < kMostTurns; ++i)
    if (i != base && equally_sure(lines[i].score, lines[base].score) &&
        worth_nearly(lines[i].score, lines[base].score))
      alike.push_back(i);
  if (alike.size() == 1) return base;
  std::size_t chosen = base;
  std::optional<double> most;
  for (const std::size_t i : alike) {
    const auto sharpness = sharpness_after(game, lines[i], look_ahead);
    if (!sharpness) continue;
    const double liked = liking(style, *sharpness);
    if (most && liked <= *most) continue;
    most = liked;
    chosen = i;
  }
  return chosen;
}

}  // namespace mill
