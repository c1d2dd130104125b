#include "reports/exported_scores.h"

#include <cstdlib>

#include "formats/score_table.h"

namespace mill {

Result<SectorScores> exported_scores(const MalomGame& game, const std::filesystem::path& database,
                                     const Variant& variant, bool grades) {
  SectorScores scores = zero_scores(game, variant);
  if (!grades) return scores;
  const auto table = MILLSTONE_TRY(read_score_table(database, variant));
  for (auto& [sector, score] : scores.scores) {
    score = table.of(sector);
    if (std::abs(score) >= scores.virtual_win)
      return fail(ErrorCode::kInvalidArgument,
                  "the score of {} is {}, where the format has room for less than {}",
                  sector.text(), score, scores.virtual_win);
  }
  return scores;
}

}  // namespace mill
