#include "formats/malom/sector_scores.h"
#include "tests/fuzz/targets.h"

/// A table of scores: what is read must be written and read back the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mill;
  static const Variant variant = find_variant("nine-mens-morris").value();
  static const PlaceText place{"fuzz", "fuzz"};
  const MalomGame& game = malom_games().front();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto scores = parse_scores(game, variant, text, place);
  if (!scores) return 0;
  const auto again = parse_scores(game, variant, scores_text(*scores), place);
  if (!again || *again != *scores) __builtin_trap();
  return 0;
}
