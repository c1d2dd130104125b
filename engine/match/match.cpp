#include "engine/match/match.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <random>
#include <set>
#include <thread>
#include <tuple>

#include "base/random_below.h"

namespace mill {
namespace {

/// Which opening a game begins with and who has White.
struct Pairing {
  std::size_t opening = 0, white = 0;
};

/// The openings in an order drawn by lot, so that the first few are as good as any.
std::vector<std::size_t> shuffled_order(std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937_64 random(seed);
  shuffle(order, random);
  return order;
}

WinDrawLoss single_score(const Scoring& scoring, Side side) {
  if (!scoring.winner) return {0, 1, 0};
  return *scoring.winner == side ? WinDrawLoss{1, 0, 0} : WinDrawLoss{0, 0, 1};
}

std::size_t player_of(std::size_t white, Side side) {
  return side == Side::kWhite ? white : 1 - white;
}

/// Whether a side has done anything since the opening.
bool has_acted(const Game& game, const Game& opening, Side side) {
  for (std::size_t index = opening.actions().size(); index < game.actions().size(); ++index)
    if (game.positions()[index].side == side) return true;
  return false;
}

// Tags of the games of a match.
constexpr const char* kRound = "Round";  // the number of the game
constexpr const char* kTerms = "Terms";
constexpr const char* kFault = "Fault";  // the side that lost the game by a fault

Result<void> check_same(std::string_view what, std::string_view found, std::string_view expected) {
  if (found == expected) return {};
  return fail(ErrorCode::kInvalidArgument, "{}: found '{}', expected '{}'", what, found, expected);
}

bool begins_with(const Game& game, const Game& opening) {
  const auto played = game.actions();
  return game.start() == opening.start() && game.history_rules() == opening.history_rules() &&
         played.size() >= opening.actions().size() &&
         std::ranges::equal(opening.actions(), played.first(opening.actions().size()));
}

/// Whether a game that was played before is what a match makes of its beginning.
Result<void> check_belongs(const GameRecord& record, const GameRecord& beginning) {
  for (const char* tag : {kRound, kTerms})
    MILLSTONE_TRY(check_same(tag, tag_value(record, tag), tag_value(beginning, tag)));
  MILLSTONE_TRY(check_same("White", record.white, beginning.white));
  MILLSTONE_TRY(check_same("Black", record.black, beginning.black));
  MILLSTONE_TRY(check_same("OpeningChoice", record.opening.choice, beginning.opening.choice));
  if (record.opening != beginning.opening || !begins_with(record.game, beginning.game))
    return fail(ErrorCode::kInvalidArgument, "it does not begin with the opening of that game");
  if (!record.scoring.finished) return fail(ErrorCode::kInvalidArgument, "it is not finished");
  return {};
}

/// Plays the games of a match on several threads and puts their results together in order.
class MatchRunner {
 public:
  MatchRunner(const std::array<PlayerFactory, 2>& players, const MatchOptions& options,
              const OnGame& on_game)
      : players_(players),
        options_(options),
        on_game_(on_game),
        order_(shuffled_order(options.openings.size(), options.seed)),
        games_(planned_games(options)) {
    for (std::size_t player = 0; player < 2; ++player)
      result_.players[player].name = players[player].description().name;
  }

  Result<MatchResult> run() {
    auto players = MILLSTONE_TRY(make_players());
    for (const auto& player : players)
      if (auto asked = player->can_play(options_.openings); !asked)
        return refusal(player->name(), asked.error());
    MILLSTONE_TRY(take_played_before());
    const int most_threads = std::min(options_.threads, games_ - counted_);
    std::vector<std::thread> threads;
    for (int thread = 1; thread < most_threads; ++thread)
      threads.emplace_back([this] { work({}); });
    work(std::move(players));
    for (std::thread& thread : threads) thread.join();
    if (error_) return tl::unexpected(*error_);
    if (result_.score.games() == 0)
      return fail(ErrorCode::kInterrupted, "stopped before the first game had ended");
    if (result_.unplayed == result_.score.games())
      return fail(ErrorCode::kInputOutput,
                  "nothing was played: in {} of {} games a player failed before its first action, "
                  "at last {}",
                  result_.unplayed, result_.score.games(), last_failure_);
    return std::move(result_);
  }

 private:
  using Players = std::array<std::unique_ptr<Player>, 2>;

  Result<Players> make_players() const {
    Players players;
    for (std::size_t player = 0; player < 2; ++player) {
      players[player] = MILLSTONE_TRY(players_[player].make());
    }
    return players;
  }

  /// The arguments make sense, so it is never their error.
  static tl::unexpected<Error> refusal(const std::string& name, const Error& error) {
    const bool by_rules =
        error.code == ErrorCode::kInvalidArgument || error.code == ErrorCode::kUnsupportedRule;
    return fail(by_rules ? ErrorCode::kWrongRules : error.code,
                "player '{}' cannot play this match: {}", name, error.message);
  }

  Result<void> take_played_before() {
    for (const GameRecord& record : options_.played_before) {
      auto game = take_up(next_++, record);
      if (!game)
        return fail(game.error().code, "game {} is none of this match: {}", next_ - 1,
                    game.error().message);
      MILLSTONE_TRY(review(*game));
      take(std::move(*game));
    }
    return {};
  }

  /// @param players  to play with; without any they are made here
  void work(Players players) {
    try {
      if (auto done = play_games(std::move(players)); !done) end_with(done.error());
    } catch (const std::bad_alloc&) {
      end_with({ErrorCode::kNotEnoughMemory, "there is not enough memory for another game"});
    }
  }

  Result<void> play_games(Players players) {
    if (!players[0]) {
      players = MILLSTONE_TRY(make_players());
    }
    while (!is_over()) {
      const int number = next_++;
      if (number > games_) break;
      auto game = MILLSTONE_TRY(play(number, {players[0].get(), players[1].get()}));
      if (!game.record.scoring.finished) break;  // asked to stop
      take(std::move(game));
    }
    return {};
  }

  bool is_over() const { return over_ || options_.conditions.stop.is_set(); }

  void end_with(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = error;
    over_ = true;
  }

  Pairing pairing(int number) const {
    const auto index = static_cast<std::size_t>(number - 1);
    const std::size_t opening = options_.both_colours ? index / 2 : index;
    return {order_[opening % order_.size()], options_.both_colours ? index % 2 : 0};
  }

  /// A game of which nothing but its opening is played.
  MatchGame begin(int number) const {
    const auto [opening, white] = pairing(number);
    const Game& game = options_.openings[opening];
    std::vector<std::pair<std::string, std::string>> tags{{kRound, std::to_string(number)}};
    if (!options_.terms.empty()) tags.emplace_back(kTerms, options_.terms);
    return {number,
            white,
            {game,
             players_[white].description().name,
             players_[1 - white].description().name,
             {},
             std::move(tags),
             {played_turns(game).size(), options_.opening_choice}},
            std::nullopt,
            true,
            {},
            {}};
  }

  Result<MatchGame> play(int number, const std::array<Player*, 2>& players) const {
    MatchGame game = begin(number);
    GameConditions conditions = options_.conditions;
    if (game.white == 1) std::swap(conditions.limits[0], conditions.limits[1]);
    // Far apart, since a game takes two seeds.
    const std::uint64_t seed = options_.seed * 0x9E3779B97F4A7C15 + 2 * std::uint64_t(number);
    auto played = MILLSTONE_TRY(play_game({players[game.white], players[1 - game.white]},
                                          game.record.game, conditions, seed));
    game.record.game = std::move(played.game);
    game.record.scoring = std::move(played.scoring);
    if (played.at_fault) {
      game.record.tags.emplace_back(kFault, side_name(*played.at_fault));
      note_fault(game, *played.at_fault);
    }
    MILLSTONE_TRY(review(game));
    return game;
  }

  /// The game of that number as it was played before.
  Result<MatchGame> take_up(int number, const GameRecord& record) const {
    if (number > games_)
      return fail(ErrorCode::kInvalidArgument, "a match of {} games has no such game", games_);
    MatchGame game = begin(number);
    MILLSTONE_TRY(check_belongs(record, game.record));
    game.record = record;
    const std::string_view fault = tag_value(record, kFault);
    for (const Side side : {Side::kWhite, Side::kBlack})
      if (fault == side_name(side)) note_fault(game, side);
    return game;
  }

  void note_fault(MatchGame& game, Side side) const {
    game.at_fault = player_of(game.white, side);
    game.played =
        has_acted(game.record.game, options_.openings[pairing(game.number).opening], side);
  }

  Result<void> review(MatchGame& game) const {
    if (!options_.reviewer) return {};
    auto reviews = MILLSTONE_TRY(review_game(*options_.reviewer, game.record));
    game.tallies = tallies_of(reviews);
    if (game.white == 1) std::swap(game.tallies[0], game.tallies[1]);
    game.reviews = std::move(reviews);
    return {};
  }

  /// Games wait here until all before them have ended.
  void take(MatchGame game) {
    const std::lock_guard lock(mutex_);
    const int number = game.number;
    waiting_.emplace(number, std::move(game));
    while (!waiting_.empty() && waiting_.begin()->first == counted_ + 1 && !decided()) {
      ++counted_;
      const MatchGame next = std::move(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      count(next);
      if (error_ || !on_game_) continue;
      if (auto told = on_game_(next, result_); !told) error_ = told.error();
    }
    if (decided() || error_) over_ = true;
  }

  bool decided() const { return result_.sprt && result_.sprt->verdict != SprtVerdict::kGoOn; }

  void count(const MatchGame& game) {
    const Side first = game.white == 0 ? Side::kWhite : Side::kBlack;
    const WinDrawLoss score = single_score(game.record.scoring, first);
    result_.score += score;
    result_.by_colour[game.white] += score;
    ++result_.endings[game.at_fault ? "fault" : game.record.scoring.reason];
    for (std::size_t player = 0; player < 2; ++player)
      result_.players[player].faults += game.at_fault == player;
    if (is_new(game)) {
      result_.different += score;
      for (std::size_t player = 0; player < 2; ++player)
        result_.players[player].turns += game.tallies[player];
    }
    result_.plies += played_turns(game.record.game).size();
    if (!game.played) {
      ++result_.unplayed;
      last_failure_ =
          fmt::format("'{}': {}", result_.players[*game.at_fault].name, game.record.scoring.reason);
    }
    if (options_.sprt) result_.sprt = sprt(result_.different, *options_.sprt);
  }

  /// Whether no game before was played by the same sides action by action, from the same opening.
  bool is_new(const MatchGame& game) {
    const auto [opening, white] = pairing(game.number);
    std::string actions;
    for (const Action& action : game.record.game.actions())
      actions += {static_cast<char>(action.kind), static_cast<char>(action.from),
                  static_cast<char>(action.to)};
    return counted_games_.emplace(opening, white, std::move(actions)).second;
  }

  const std::array<PlayerFactory, 2>& players_;
  const MatchOptions& options_;
  const OnGame& on_game_;
  const std::vector<std::size_t> order_;
  const int games_;
  std::atomic<int> next_ = 1;
  std::atomic<bool> over_ = false;

  std::mutex mutex_;  // of all that follows
  std::map<int, MatchGame> waiting_;
  int counted_ = 0;
  std::set<std::tuple<std::size_t, std::size_t, std::string>> counted_games_;
  MatchResult result_;
  std::string last_failure_;
  std::optional<Error> error_;
};

}  // namespace

int planned_games(const MatchOptions& options) {
  if (options.games > 0) return options.games;
  return static_cast<int>(options.openings.size()) * (options.both_colours ? 2 : 1);
}

Result<MatchResult> play_match(const std::array<PlayerFactory, 2>& players,
                               const MatchOptions& options, const OnGame& on_game) {
  MILLSTONE_CHECK(!options.openings.empty());
  return MatchRunner(players, options, on_game).run();
}

}  // namespace mill
