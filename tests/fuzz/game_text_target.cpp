#include "engine/games/game_text_reader.h"
#include "engine/match/openings.h"
#include "tests/fuzz/targets.h"

/// Saved games; what is read must be written and read back the same. The same bytes as openings.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mill;
  static const Variant variants[] = {find_variant("three-mens-morris").value(),
                                     find_variant("morabaraba-multiple-removal").value(),
                                     find_variant("zhi-qi").value()};
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const Variant& variant : variants) {
    (void)parse_openings(variant, {}, text, "fuzz");
    const auto games = parse_games(variant, text, "fuzz");
    if (!games) continue;
    for (const GameRecord& game : *games) {
      const std::string written = game_text(game);
      const auto again = parse_games(variant, written, "fuzz");
      if (!again || again->size() != 1 || game_text(again->front()) != written) __builtin_trap();
    }
  }
  return 0;
}
