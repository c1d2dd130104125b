#include "tests/engine/shipped_match.h"

namespace mill {

Variant shipped_variant() {
  auto variant = find_variant("three-mens-morris");
  MILLSTONE_CHECK(variant.has_value());
  return std::move(*variant);
}

std::shared_ptr<const Prober> shipped_prober() {
  auto prober =
      Prober::open(MILLSTONE_SOURCE_DIR "/data/databases/three-mens-morris", shipped_variant());
  MILLSTONE_CHECK(prober.has_value());
  return std::make_shared<const Prober>(std::move(*prober));
}

std::string scripted_program(std::string_view habit) {
  return fmt::format("program:exec python3 -B '{}/tests/engine/programs/scripted_program.py' {}",
                     MILLSTONE_SOURCE_DIR, habit);
}

PlayerFactory factory_of(std::string_view description,
                         const std::shared_ptr<const Prober>& database) {
  auto player = parse_player(description);
  MILLSTONE_CHECK(player.has_value());
  player->program.longest_think = std::chrono::milliseconds(300);
  player->program.grace = std::chrono::milliseconds(300);
  auto factory = PlayerFactory::create(*player, shipped_variant(), database);
  MILLSTONE_CHECK(factory.has_value());
  return std::move(*factory);
}

}  // namespace mill
