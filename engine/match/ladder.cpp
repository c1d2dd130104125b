#include "engine/match/ladder.h"

#include "engine/match/ratings.h"

namespace mill {
namespace {

/// Adds what a match says of one of its two players.
void add(LadderStanding& standing, const LadderMatch& match, std::size_t place, bool perfect) {
  const auto seen = [&](const WinDrawLoss& score) { return place == 0 ? score : score.reversed(); };
  standing.score += seen(match.result.score);
  if (perfect) standing.against_perfect += seen(match.result.different);
  standing.turns += match.result.players[place].turns;
  standing.faults += match.result.players[place].faults;
}

}  // namespace

std::vector<std::array<std::size_t, 2>> ladder_pairs(LadderPairs choice, std::size_t players) {
  std::vector<std::array<std::size_t, 2>> pairs;
  for (std::size_t first = 0; first < players; ++first)
    for (std::size_t second = first + 1; second < players; ++second)
      if (choice == LadderPairs::kAll ||
          (choice == LadderPairs::kFirst ? first == 0 : second == first + 1))
        pairs.push_back({first, second});
  return pairs;
}

std::vector<LadderStanding> standings(const Ladder& ladder) {
  std::vector<PairScore> scores;
  std::vector<LadderStanding> standings(ladder.players.size());
  for (const LadderMatch& match : ladder.matches) {
    scores.push_back({match.first, match.second, match.result.different});
    add(standings[match.first], match, 0, ladder.perfect == match.second);
    add(standings[match.second], match, 1, ladder.perfect == match.first);
  }
  const std::vector<Estimate> elos = ratings(standings.size(), scores);
  for (std::size_t player = 0; player < standings.size(); ++player)
    standings[player].elo = elos[player];
  return standings;
}

Result<Ladder> play_ladder(const std::vector<PlayerFactory>& players, LadderPairs choice,
                           const LadderMatchOptions& match_options, const OnLadderGame& on_game) {
  Ladder ladder;
  for (const PlayerFactory& player : players) {
    const PlayerDescription& description = player.description();
    if (description.kind == PlayerDescription::Kind::kPerfect && !ladder.perfect)
      ladder.perfect = ladder.players.size();
    ladder.players.push_back(description.name);
  }
  for (const auto& [first, second] : ladder_pairs(choice, players.size())) {
    const MatchOptions options = match_options(first, second);
    auto result =
        play_match({players[first], players[second]}, options,
                   [&, number = ladder.matches.size()](const auto& game, const auto& sum) {
                     return on_game(number, game, sum);
                   });
    const bool stopped = options.conditions.stop.is_set();
    if (!result && !(stopped && !ladder.matches.empty())) return tl::unexpected(result.error());
    if (result) ladder.matches.push_back({first, second, std::move(*result)});
    if (stopped) break;
  }
  return ladder;
}

}  // namespace mill
