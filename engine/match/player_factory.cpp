#include "engine/match/player_factory.h"

#include "engine/match/engine_player.h"
#include "engine/match/random_player.h"
#include "engine/search/shipped_books.h"
#include "engine/search/shipped_endings.h"

namespace mill {
namespace {

using PlayerKind = PlayerDescription::Kind;

bool uses_database(PlayerKind kind) {
  return kind == PlayerKind::kPerfect || kind == PlayerKind::kEngine;
}

/// Whether a player without a database asks the endings that are compiled in: not below full
/// strength.
bool has_endings(const PlayerDescription& player) {
  return player.kind == PlayerKind::kEngine && player.own_endings && !player.engine.strength;
}

/// Null where none are compiled in.
Result<std::shared_ptr<const Prober>> endings_of(const Variant& variant) {
  ProberOptions options;
  options.compiled_in = shipped_endings(variant);
  if (options.compiled_in.empty()) return nullptr;
  auto prober = MILLSTONE_TRY(Prober::open(std::vector<std::filesystem::path>(), variant, options));
  return std::make_shared<const Prober>(std::move(prober));
}

}  // namespace

Result<PlayerFactory> PlayerFactory::create(const PlayerDescription& description,
                                            const Variant& variant,
                                            const std::shared_ptr<const Prober>& match_database) {
  std::shared_ptr<const Prober> prober;
  if (uses_database(description.kind) && !description.own_database) prober = match_database;
  if (!description.database.empty()) {
    auto opened = MILLSTONE_TRY(Prober::open(description.database, variant));
    prober = std::make_shared<const Prober>(std::move(opened));
  }
  if (!prober && has_endings(description)) prober = MILLSTONE_TRY(endings_of(variant));
  if (description.kind == PlayerKind::kPerfect && !prober)
    return fail(ErrorCode::kInvalidArgument,
                "player '{}' needs a database, name one such as perfect:db=DIR", description.name);
  PlayerFactory factory(description, variant, std::move(prober));
  if (description.kind == PlayerKind::kEngine && description.own_book)
    factory.book_ = MILLSTONE_TRY(chosen_book(description.book, variant));
  return factory;
}

PlayerFactory::PlayerFactory(PlayerDescription description, const Variant& variant,
                             std::shared_ptr<const Prober> prober)
    : description_(std::move(description)), variant_(variant), prober_(std::move(prober)) {}

Result<std::unique_ptr<Player>> PlayerFactory::make() const {
  const std::string& name = description_.name;
  switch (description_.kind) {
    case PlayerKind::kPerfect:
      return std::make_unique<PerfectPlayer>(name, prober_, description_.draws);
    case PlayerKind::kRandom:
      return std::make_unique<RandomPlayer>(name);
    case PlayerKind::kProgram:
      return std::make_unique<ProgramPlayer>(name, description_.program);
    case PlayerKind::kEngine:
      return make_engine_player();
  }
  MILLSTONE_CHECK(false);
}

Result<std::unique_ptr<Player>> PlayerFactory::make_engine_player() const {
  EngineOptions options = description_.engine;
  options.prober = prober_;
  options.book = book_;
  auto engine = MILLSTONE_TRY(Engine::create(variant_, options));
  return std::make_unique<EnginePlayer>(description_.name, std::move(engine), description_.limits);
}

}  // namespace mill
