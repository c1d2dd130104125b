#include "reports/ladder_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/match_report.h"
#include "reports/quantity.h"

namespace mill {

void print_ladder(const Ladder& ladder) {
  const std::vector<LadderStanding> players = standings(ladder);
  std::vector<std::string> header = {"player", "Elo",    "games",    "wins",
                                     "draws",  "losses", "points %", "faults"};
  const bool reviewed = std::ranges::any_of(
      players, [](const LadderStanding& player) { return player.turns.total().turns > 0; });
  if (ladder.perfect) header.emplace_back("drawn with perfect play, %");
  if (reviewed) header.emplace_back("turns that threw value away, %");
  TextTable table(header);
  colour_scores(table, 3);
  for (std::size_t place = 0; place < players.size(); ++place) {
    const LadderStanding& player = players[place];
    const WinDrawLoss& score = player.score;
    if (score.games() == 0) continue;
    std::vector<std::string> row = {
        short_name(ladder.players[place]),
        elo_cell(player.elo),
        number_text(score.games()),
        number_text(score.wins),
        number_text(score.draws),
        number_text(score.losses),
        fmt::format("{:.2f}", 100 * score.points() / static_cast<double>(score.games())),
        number_text(player.faults)};
    if (ladder.perfect)
      row.push_back(share_cell(player.against_perfect.draws, player.against_perfect.games()));
    const PhaseTally turns = player.turns.total();
    if (reviewed) row.push_back(share_cell(turns.blunders(), turns.turns));
    table.add_row(std::move(row));
  }
  fmt::print("{}\nElo relative to {}, with intervals of 95 %\n", table.text(),
             short_name(ladder.players.front()));
}

Json ladder_json(const Ladder& ladder) {
  const std::vector<LadderStanding> players = standings(ladder);
  Json list = Json::array();
  for (std::size_t place = 0; place < players.size(); ++place) {
    const LadderStanding& player = players[place];
    const WinDrawLoss& perfect = player.against_perfect;
    list.push_back({{"name", ladder.players[place]},
                    {"elo", estimate_json(player.elo)},
                    {"games", player.score.games()},
                    {"score", score_json(player.score)},
                    {"faults", player.faults},
                    {"against_perfect", score_json(perfect)},
                    {"draw_share", perfect.games() == 0 ? Json()
                                                        : estimate_json(wilson_interval(
                                                              perfect.draws, perfect.games()))},
                    {"turns", tally_json(player.turns)}});
  }
  Json matches = Json::array();
  for (const LadderMatch& match : ladder.matches)
    matches.push_back({{"first", ladder.players[match.first]},
                       {"second", ladder.players[match.second]},
                       {"match", match_json(match.result)}});
  return {{"players", list}, {"matches", matches}};
}

}  // namespace mill
