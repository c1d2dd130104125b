#include "tools/commands/ladder_match.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/match/player_text.h"
#include "reports/ladder_report.h"
#include "reports/match_report.h"
#include "tools/command_line/file_arguments.h"
#include "tools/commands/match_log.h"

namespace mill {
namespace {

Result<std::vector<PlayerArguments>> ladder_players(const MatchArguments& arguments) {
  std::vector<PlayerArguments> players;
  for (const std::string& text : arguments.ladder)
    for (std::string& player : MILLSTONE_TRY(expanded_players(text)))
      players.push_back({.text = std::move(player), .name = {}, .options = {}});
  if (players.size() < 2)
    return fail(ErrorCode::kInvalidArgument, "--ladder: found one player, expected two or more");
  return players;
}

/// Those of some games that two players have played.
std::vector<GameRecord> games_between(const std::string& one, const std::string& other,
                                      const std::vector<GameRecord>& games) {
  std::vector<GameRecord> found;
  for (const GameRecord& game : games)
    if ((game.white == one && game.black == other) || (game.white == other && game.black == one))
      found.push_back(game);
  return found;
}

Result<void> check_all_belong(const std::vector<GameRecord>& games, const MatchArguments& arguments,
                              const std::vector<PlayerFactory>& players) {
  std::size_t belonging = 0;
  for (const auto& [first, second] : ladder_pairs(arguments.pairs, players.size()))
    belonging +=
        games_between(players[first].description().name, players[second].description().name, games)
            .size();
  if (belonging == games.size()) return {};
  return fail(ErrorCode::kInvalidArgument,
              "{}: {} of its {} games are between players who do not meet in this ladder",
              arguments.games_file.string(), games.size() - belonging, games.size());
}

}  // namespace

Result<void> run_ladder(const MatchArguments& arguments) {
  const bool no_report = MILLSTONE_TRY(replaces_report(
      {{"--games", arguments.games_file}, {"--svg", arguments.picture}}, arguments.json));
  const auto named = MILLSTONE_TRY(ladder_players(arguments));
  const auto ground = MILLSTONE_TRY(match_ground(arguments));
  const auto players = MILLSTONE_TRY(make_factories(named, arguments, ground));
  auto common = MILLSTONE_TRY(make_options(arguments, ground));
  const std::vector<GameRecord> before = std::move(common.played_before);
  MILLSTONE_TRY(check_all_belong(before, arguments, players));
  const auto options_of = [&](std::size_t first, std::size_t second) {
    MatchOptions options = common;
    options.terms = terms_of(arguments, named[first], named[second]);
    options.played_before = games_between(players[first].description().name,
                                          players[second].description().name, before);
    return options;
  };
  common.played_before.clear();
  const auto matches = static_cast<int>(ladder_pairs(arguments.pairs, players.size()).size());
  MatchLog log({arguments.games_file, {}, 0}, matches * planned_games(common),
               static_cast<int>(before.size()));
  const auto ladder =
      MILLSTONE_TRY(play_ladder(players, arguments.pairs, options_of,
                                [&](std::size_t, const MatchGame& game, const MatchResult& sum) {
                                  return log.take(game, sum);
                                }));
  MILLSTONE_TRY(log.finish());
  if (!arguments.picture.empty())
    MILLSTONE_TRY(write_output(arguments.picture, ladder_chart(ladder)));
  if (no_report) return {};
  if (arguments.json) {
    Json json = {{"variant", variant_json(ground.variant)}, {"openings", common.openings.size()}};
    json.update(ladder_json(ladder));
    print_json(json);
    return {};
  }
  print_ground(ground.variant, common.openings.size());
  print_ladder(ladder);
  return {};
}

}  // namespace mill
