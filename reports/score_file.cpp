#include "reports/score_file.h"

#include "base/places.h"
#include "base/text_file.h"
#include "formats/malom/sector_scores.h"

namespace mill {

Result<ScoreTable> read_score_file(const std::filesystem::path& path, const Variant& variant) {
  constexpr std::size_t kLargest = 1 << 20;  // bytes
  const std::string text = MILLSTONE_TRY(read_text_file(path, kLargest));
  if (!is_scores_text(text)) return parse_score_table(variant, text, file_place(path));
  const MalomGame* const game = MILLSTONE_TRY(malom_game(variant));
  const auto table = MILLSTONE_TRY(parse_scores(*game, variant, text, file_place(path)));
  return ScoreTable{table.scores};
}

}  // namespace mill
