#include "game/moves.h"
#include "game/position_text.h"
#include "tests/fuzz/targets.h"

/// Position text; what is read must be written and read back the same, and can be played on.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mill;
  static const Variant variants[] = {find_variant("nine-mens-morris").value(),
                                     find_variant("lasker-morris").value(),
                                     find_variant("morabaraba-multiple-removal").value(),
                                     find_variant("dooz").value(),
                                     find_variant("zhi-qi").value(),
                                     find_variant("experimental").value(),
                                     find_variant("seven-mens-morris").value()};
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const Variant& variant : variants) {
    const auto parsed = parse_position_text(variant, text);
    if (!parsed) continue;
    const auto again = parse_position_text(variant, position_text(variant, *parsed));
    if (!again || again->position != parsed->position || again->side != parsed->side)
      __builtin_trap();
    for (const Turn& turn : generate_turns(variant, parsed->position))
      (void)play(variant, parsed->position, turn);
  }
  return 0;
}
