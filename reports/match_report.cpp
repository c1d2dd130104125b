#include "reports/match_report.h"

#include <fmt/format.h>

#include <cmath>

#include "base/shown_text.h"
#include "reports/quantity.h"

namespace mill {
namespace {

constexpr std::array<TurnPhase, kTurnPhases> kTurnPhaseList = {
    TurnPhase::kPlacing, TurnPhase::kMoving, TurnPhase::kFlying};

WinDrawLoss seen_from(std::size_t player, const WinDrawLoss& first) {
  return player == 0 ? first : first.reversed();
}

/// "3 1 2": wins, draws, losses.
std::string score_cell(const WinDrawLoss& score) {
  return fmt::format("{} {} {}", score.wins, score.draws, score.losses);
}

void print_scores(const MatchResult& result) {
  TextTable table(
      {"player", "games", "wins", "draws", "losses", "points %", "as White", "as Black", "faults"});
  colour_scores(table, 2);
  for (std::size_t player = 0; player < 2; ++player) {
    const WinDrawLoss score = seen_from(player, result.score);
    const auto games = static_cast<double>(score.games());
    // The first player's games with White are the second's with Black.
    const WinDrawLoss& white = result.by_colour[player == 0 ? 0 : 1];
    const WinDrawLoss& black = result.by_colour[player == 0 ? 1 : 0];
    table.add_row({short_name(result.players[player].name), number_text(score.games()),
                   number_text(score.wins), number_text(score.draws), number_text(score.losses),
                   fmt::format("{:.2f}", 100 * score.points() / games),
                   score_cell(seen_from(player, white)), score_cell(seen_from(player, black)),
                   number_text(result.players[player].faults)});
  }
  fmt::print("{}", table.text());
}

void print_estimates(const MatchResult& result, const SprtHypotheses& hypotheses) {
  const WinDrawLoss& score = result.different;
  const Estimate elo = elo_difference(score);
  fmt::print("\nWins %    {}\nDraws %   {}\nLosses %  {}\n", share_cell(score.wins, score.games()),
             share_cell(score.draws, score.games()), share_cell(score.losses, score.games()));
  fmt::print("Elo       {}\n", elo_cell(elo));
  fmt::print("of the first player, with intervals of 95 %\n");
  if (result.repeats() > 0) {
    const std::string note = fmt::format(
        "{} of the {} games repeat an earlier one turn by turn; these figures are of the {} "
        "others. "
        "More openings (--opening-turns) make more games that differ.",
        number_text(result.repeats()), number_text(result.score.games()),
        number_text(score.games()));
    fmt::print("{}", wrapped_for_output(note));
  }
  if (!result.sprt) return;
  const SprtState& sprt = *result.sprt;
  const char* verdict = sprt.verdict == SprtVerdict::kAcceptElo1   ? "accepted is the second"
                        : sprt.verdict == SprtVerdict::kAcceptElo0 ? "accepted is the first"
                                                                   : "not decided";
  fmt::print(
      "\nSequential test of Elo {} against {}: log-likelihood ratio {:.2f} in {:.2f} .. "
      "{:.2f}, {}\n",
      hypotheses.elo0, hypotheses.elo1, sprt.log_likelihood_ratio, sprt.lower, sprt.upper, verdict);
}

void add_tally_row(TextTable& table, const std::string& name, std::string_view phase,
                   const PhaseTally& tally) {
  const auto mean = [&] {
    return tally.timed_turns == 0
               ? std::string("-")
               : fmt::format("{:.2f}", static_cast<double>(tally.plies_lost) /
                                           static_cast<double>(tally.timed_turns));
  };
  table.add_row({name, std::string(phase), number_text(tally.turns), number_text(tally.win_to_draw),
                 number_text(tally.win_to_loss), number_text(tally.draw_to_loss),
                 share_cell(tally.blunders(), tally.turns), mean()});
}

Json phase_json(const PhaseTally& tally) {
  return {{"turns", tally.turns},
          {"win_to_draw", tally.win_to_draw},
          {"win_to_loss", tally.win_to_loss},
          {"draw_to_loss", tally.draw_to_loss},
          {"blunder_share", estimate_json(wilson_interval(tally.blunders(), tally.turns))},
          {"timed_turns", tally.timed_turns},
          {"plies_lost", tally.plies_lost}};
}

Json sprt_json(const std::optional<SprtState>& sprt) {
  if (!sprt) return {};
  const char* verdicts[] = {"go on", "elo0", "elo1"};
  return {{"log_likelihood_ratio", sprt->log_likelihood_ratio},
          {"lower", sprt->lower},
          {"upper", sprt->upper},
          {"verdict", verdicts[static_cast<int>(sprt->verdict)]}};
}

}  // namespace

std::string short_name(const std::string& name) {
  constexpr std::size_t kLongest = 32;
  return shown_text(name, kLongest);
}

std::string share_cell(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "-";
  const Estimate share = wilson_interval(part, whole);
  return fmt::format("{:.2f} ({:.2f} .. {:.2f})", 100 * share.value, 100 * share.low,
                     100 * share.high);
}

std::string elo_text(double elo) {
  if (std::isinf(elo)) return elo > 0 ? "+inf" : "-inf";
  return fmt::format("{:+.1f}", elo + 0.0);  // no minus before a zero
}

std::string elo_cell(const Estimate& elo) {
  return fmt::format("{} ({} .. {})", elo_text(elo.value), elo_text(elo.low), elo_text(elo.high));
}

void colour_scores(TextTable& table, std::size_t first) {
  table.colour(first, Value::kWin);
  table.colour(first + 1, Value::kDraw);
  table.colour(first + 2, Value::kLoss);
}

std::string game_line(const MatchGame& game) {
  return fmt::format("{:>4}  {} - {}  {}  {}", game.number, short_name(game.record.white),
                     short_name(game.record.black), scoring_text(game.record.scoring),
                     shown_message(game.record.scoring.reason));
}

std::string tally_table(std::span<const PlayerResult> players) {
  TextTable table({"player", "phase", "turns", "win to draw", "win to loss", "draw to loss",
                   "of all turns, %", "plies lost per turn"});
  table.align_left(1);
  bool any = false;
  for (const PlayerResult& player : players) {
    for (const TurnPhase phase : kTurnPhaseList) {
      const PhaseTally& tally = player.turns.phases[static_cast<std::size_t>(phase)];
      if (tally.turns > 0)
        add_tally_row(table, short_name(player.name), turn_phase_name(phase), tally);
    }
    if (player.turns.total().turns == 0) continue;
    any = true;
    add_tally_row(table, short_name(player.name), "all", player.turns.total());
  }
  return any ? table.text() : "";
}

Json estimate_json(const Estimate& estimate) {
  const auto number = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
  return {{"value", number(estimate.value)},
          {"low", number(estimate.low)},
          {"high", number(estimate.high)}};
}

Json tally_json(const TurnTally& tally) {
  Json phases = Json::object();
  for (const TurnPhase phase : kTurnPhaseList)
    phases[std::string(turn_phase_name(phase))] =
        phase_json(tally.phases[static_cast<std::size_t>(phase)]);
  phases["all"] = phase_json(tally.total());
  return {{"phases", phases}, {"unknown_turns", tally.unknown}};
}

Json score_json(const WinDrawLoss& score) {
  return {{"wins", score.wins}, {"draws", score.draws}, {"losses", score.losses}};
}

void print_ground(const Variant& variant, std::size_t openings) {
  const std::string text =
      fmt::format("{}, rules {}, {} openings", variant.name, variant.digest(), openings);
  fmt::print("{}\n", wrapped_for_output(text, "  "));
}

void print_match(const MatchResult& result, const SprtHypotheses& hypotheses) {
  print_scores(result);
  print_estimates(result, hypotheses);
  fmt::print("\nEndings:");
  const char* separator = " ";
  for (const auto& ending : result.endings) {
    fmt::print("{}{} {}", separator, ending.first, number_text(ending.second));
    separator = ", ";
  }
  fmt::print("\n");
  const std::string blunders = tally_table(result.players);
  if (!blunders.empty())
    fmt::print("\nTurns that threw value away, by the database\n\n{}", blunders);
}

Json match_json(const MatchResult& result) {
  Json players = Json::array();
  for (const PlayerResult& player : result.players)
    players.push_back(
        {{"name", player.name}, {"faults", player.faults}, {"turns", tally_json(player.turns)}});
  return {{"games", result.score.games()},
          {"repeats", result.repeats()},
          {"plies", result.plies},
          {"score", score_json(result.score)},
          {"as_white", score_json(result.by_colour[0])},
          {"as_black", score_json(result.by_colour[1])},
          {"draw_share",
           estimate_json(wilson_interval(result.different.draws, result.different.games()))},
          {"elo", estimate_json(elo_difference(result.different))},
          {"sprt", sprt_json(result.sprt)},
          {"endings", result.endings},
          {"players", players}};
}

}  // namespace mill
