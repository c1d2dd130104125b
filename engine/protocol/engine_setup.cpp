#include "engine/protocol/engine_setup.h"

#include <fmt/format.h>

#include <random>

#include "engine/search/shipped_books.h"
#include "engine/search/shipped_endings.h"
#include "game/notation.h"

namespace mill {
namespace {

constexpr std::uint64_t bytes_of(int mebibytes) {
  return static_cast<std::uint64_t>(mebibytes) << 20;
}

/// The same game under other rules for endless play.
Game replayed(const Game& game, const HistoryRules& history) {
  Game result(game.variant(), game.start(), history);
  for (const Action& action : game.actions()) MILLSTONE_CHECK(result.play(action).has_value());
  return result;
}

/// Plays a move as front ends send it: to some a pass is no move.
Result<void> play_as_sent(Game& game, std::string_view move) {
  if (move != kPassText && game.must_pass()) MILLSTONE_TRY(game.play(kPassText));
  return game.play(move);
}

}  // namespace

EngineSetup::EngineSetup(ProtocolSettings settings, Engine::OnMessage on_message)
    : settings_(std::move(settings)), on_message_(std::move(on_message)) {}

Result<void> EngineSetup::set(const OptionRequest& request) {
  const auto effect = MILLSTONE_TRY(set_option(settings_, request));
  switch (effect) {
    case OptionEffect::kNone:
      break;
    case OptionEffect::kForget:
      stale_.memory = true;
      break;
    case OptionEffect::kEngine:
      stale_.engine = true;
      break;
    case OptionEffect::kDatabase:
      stale_.databases = true;
      break;
    case OptionEffect::kHistory:
      stale_.history = true;
      break;
    case OptionEffect::kRules:
      stale_.rules = true;
      break;
  }
  return {};
}

Result<void> EngineSetup::prepare() {
  if (stale_.rules) MILLSTONE_TRY(renew_rules());
  if (stale_.history) renew_history();
  if (stale_.databases) renew_databases();
  if (stale_.engine) MILLSTONE_TRY(renew_engine());
  if (stale_.memory) {
    save_results();
    engine_->new_game();
  }
  stale_.memory = false;
  return {};
}

Result<void> EngineSetup::renew_rules() {
  auto variant = MILLSTONE_TRY(chosen_variant(settings_));
  stale_.rules = false;
  if (game_ && game_->variant().digest() == variant.digest()) return {};
  game_.emplace(variant, settings_.history);
  stale_.databases = true;
  return {};
}

void EngineSetup::renew_history() {
  if (game_->history_rules() != settings_.history) game_ = replayed(*game_, settings_.history);
  stale_.history = false;
}

void EngineSetup::renew_databases() {
  stale_.databases = false;
  stale_.engine = true;
  renew_book();
  prober_.reset();
  ProberOptions options;
  options.cache_bytes = bytes_of(settings_.cache_mebibytes);
  if (settings_.own_endings) options.compiled_in = shipped_endings(game_->variant());
  const auto open = [&](const std::vector<std::filesystem::path>& directories) {
    auto prober = Prober::open(directories, game_->variant(), options);
    if (prober)
      prober_ = std::make_shared<const Prober>(std::move(*prober));
    else
      on_message_(fmt::format("playing without a database: {}", prober.error().message));
  };
  if (settings_.use_databases && !settings_.directories.empty()) open(settings_.directories);
  if (!prober_ && !options.compiled_in.empty()) open({});
}

void EngineSetup::renew_book() {
  book_.reset();
  if (!settings_.own_book) return;
  auto book = chosen_book(settings_.book_file, game_->variant());
  if (book)
    book_ = *std::move(book);
  else
    on_message_(fmt::format("playing without an opening book: {}", book.error().message));
}

EngineOptions EngineSetup::engine_options() const {
  EngineOptions options;
  options.hash_bytes = bytes_of(settings_.hash_mebibytes);
  options.threads = settings_.threads;
  options.algorithm = settings_.algorithm;
  options.probe_depth = settings_.probe_depth;
  options.lines = settings_.lines;
  options.shuffling = settings_.shuffling;
  options.book = book_;
  options.best_book_turn = settings_.best_book_turn;
  options.style = settings_.style;
  options.strength = chosen_strength(settings_);
  // A level plays with the databases that somebody has given it.
  const bool brings_along = prober_ && prober_->directories().empty();
  if (!settings_.limit_strength && !(options.strength && brings_along)) options.prober = prober_;
  return options;
}

Result<void> EngineSetup::renew_engine() {
  save_results();
  engine_.reset();  // two large tables at once may be more than there is memory for
  engine_ = MILLSTONE_TRY(Engine::create(game_->variant(), engine_options()));
  engine_->set_seed(std::random_device{}());
  load_results();
  stale_.engine = false;
  return {};
}

void EngineSetup::new_game() {
  save_results();
  engine_->new_game();
  load_results();
  set_game(*game_of({}));
}

void EngineSetup::load_results() {
  hash_file_ = settings_.hash_file;
  if (hash_file_.empty()) return;
  const auto loaded = engine_->load_results(hash_file_);
  if (loaded || loaded.error().code == ErrorCode::kMissingFile) return;
  on_message_(fmt::format("doing without the hash file: {}", loaded.error().message));
  hash_file_.clear();
}

void EngineSetup::save_results() {
  if (!engine_ || hash_file_.empty() || !engine_->has_new_results()) return;
  if (const auto saved = engine_->save_results(hash_file_); !saved)
    on_message_(fmt::format("the hash file stays as it was: {}", saved.error().message));
}

Result<Game> EngineSetup::game_of(const PositionRequest& request) const {
  Game game(game_->variant(), settings_.history);
  if (request.fen) {
    const auto start = MILLSTONE_TRY(parse_position_text(game.variant(), *request.fen));
    game = Game(game.variant(), start, settings_.history);
  }
  for (std::size_t move = 0; move < request.moves.size(); ++move)
    if (const auto played = play_as_sent(game, request.moves[move]); !played)
      return fail(played.error().code, "move {} of {}: {}", move + 1, request.moves.size(),
                  played.error().message);
  if (!settings_.pass_token && game.must_pass()) MILLSTONE_TRY(game.play(kPassText));
  return game;
}

}  // namespace mill
