#include "formats/malom/sector_scores.h"
#include "formats/score_table.h"
#include "tests/fuzz/targets.h"

/// A table of scores, ours or Malom's: what is read must be written and read back the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mill;
  static const Variant variant = find_variant("nine-mens-morris").value();
  static const PlaceText place{"fuzz", "fuzz"};
  const MalomGame& game = malom_games().front();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto table = parse_score_table(variant, text, place)) {
    const auto again = parse_score_table(variant, score_table_text(*table), place);
    if (!again || *again != *table) __builtin_trap();
  }
  const auto scores = parse_scores(game, variant, text, place);
  if (!scores) return 0;
  const auto again = parse_scores(game, variant, scores_text(*scores), place);
  if (!again || *again != *scores) __builtin_trap();
  return 0;
}
