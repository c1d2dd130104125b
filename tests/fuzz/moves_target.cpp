#include "game/notation.h"
#include "game/subspace.h"
#include "tests/fuzz/targets.h"

/// Move notation; what is read must be written and read back the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mill;
  static const Variant variant = find_variant("nine-mens-morris").value();
  const Board& board = *variant.board;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)parse_action(board, text);
  const auto turn = parse_turn(board, text);
  if (turn && parse_turn(board, turn_text(board, *turn)) != *turn) __builtin_trap();
  (void)parse_legal_turn(variant, start_position(variant), text);
  (void)parse_subspace(variant, text);
  return 0;
}
