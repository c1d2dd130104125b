#pragma once

#include <cstdint>
#include <optional>

namespace mill {

/// Games as one player sees them.
struct WinDrawLoss {
  std::uint64_t wins = 0, draws = 0, losses = 0;

  std::uint64_t games() const { return wins + draws + losses; }
  /// Points: one for a win, half for a draw.
  double points() const { return static_cast<double>(wins) + 0.5 * static_cast<double>(draws); }
  /// The same games as the other player sees them.
  WinDrawLoss reversed() const { return {losses, draws, wins}; }

  WinDrawLoss& operator+=(const WinDrawLoss& other) {
    wins += other.wins;
    draws += other.draws;
    losses += other.losses;
    return *this;
  }
  friend bool operator==(const WinDrawLoss&, const WinDrawLoss&) = default;
};

/// A figure and the interval that holds it.
struct Estimate {
  double value = 0, low = 0, high = 0;
};

/// Standard deviations to each side within which 95 % of a normal distribution lie.
inline constexpr double kNormal95 = 1.959963984540054;

/// A share with its interval by Wilson's score method (E. B. Wilson, JASA 22, 1927), which is right
/// for few trials and for shares near 0 and 1 too.
/// @param trials  0 gives the interval from 0 to 1
Estimate wilson_interval(std::uint64_t successes, std::uint64_t trials, double z = kNormal95);

/// The difference in Elo that an expected score stands for, and back: s = 1 / (1 + 10^(-e/400)).
/// Infinite for scores of 0 and 1.
double elo_of_score(double score);
double score_of_elo(double elo);

/// The Elo difference that a result speaks for, with the interval that the variance of the games
/// gives: the mean of a game's points plus and minus `z` standard errors; where all games ended
/// alike, Wilson's interval of the points. Infinite at bounds of 0 and 1; after no game -inf to
/// inf.
Estimate elo_difference(const WinDrawLoss& score, double z = kNormal95);

/// What a sequential test decides between: a difference of elo0 or of elo1.
struct SprtHypotheses {
  double elo0 = 0, elo1 = 10;
  double alpha = 0.05;  ///< accepted share of wrong decisions for elo1
  double beta = 0.05;   ///< ... and for elo0
};

enum class SprtVerdict : std::uint8_t { kGoOn, kAcceptElo0, kAcceptElo1 };

struct SprtState {
  double log_likelihood_ratio = 0;
  double lower = 0, upper = 0;  ///< the bounds at which the test ends
  SprtVerdict verdict = SprtVerdict::kGoOn;
};

/// Logarithm of how much likelier the result is with an expected score of `score1` than of
/// `score0`. A game is a draw from three outcomes of unknown shares; under each hypothesis they are
/// the likeliest that have its expected score (generalised likelihood ratio).
/// @param score0, score1  between 0 and 1
double log_likelihood_ratio(const WinDrawLoss& score, double score0, double score1);

/// Wald's sequential test (A. Wald, Annals of Mathematical Statistics 16, 1945), to be asked after
/// every game.
SprtState sprt(const WinDrawLoss& score, const SprtHypotheses& hypotheses);

}  // namespace mill
