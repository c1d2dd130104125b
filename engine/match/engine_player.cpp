#include "engine/match/engine_player.h"

namespace mill {
namespace {

bool is_unlimited(const SearchLimits& limits) {
  return !limits.depth && !limits.nodes && !limits.time;
}

}  // namespace

EnginePlayer::EnginePlayer(std::string name, Engine engine, const SearchLimits& own)
    : Player(std::move(name)), engine_(std::move(engine)), own_(own) {}

Result<void> EnginePlayer::can_play(const std::vector<Game>& openings) {
  return new_game(openings.front(), 0);
}

Result<void> EnginePlayer::new_game(const Game& start, std::uint64_t seed) {
  if (start.variant().digest() != engine_.variant().digest())
    return fail(ErrorCode::kWrongRules, "the engine plays other rules than the game");
  engine_.new_game();
  engine_.set_seed(seed);
  return {};
}

Result<Choice> EnginePlayer::choose(const Game& game, const SearchLimits& limits) {
  SearchLimits own = is_unlimited(own_) ? limits : own_;
  if (is_unlimited(own)) own.depth = kUsualDepth;
  const SearchReport report = engine_.think(game, own);
  return Choice{report.lines.front().actions.front()};
}

}  // namespace mill
