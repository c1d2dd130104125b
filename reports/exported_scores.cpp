#include "reports/exported_scores.h"

#include <algorithm>
#include <cstdint>
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
    const std::int64_t beyond = std::abs(std::int64_t{score}) + 1;
    if (!has_room(game, beyond))
      return fail(ErrorCode::kInvalidArgument,
                  "the score of {} is {}, for which the format has no room", sector.text(), score);
    scores.virtual_win = std::max(scores.virtual_win, static_cast<int>(beyond));
  }
  return scores;
}

}  // namespace mill
