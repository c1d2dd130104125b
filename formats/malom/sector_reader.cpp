#include "formats/malom/sector_reader.h"

namespace mill {
namespace {

/// Longer than any game of these boards; what is stored beyond it is damage.
constexpr int kMostPlies = 10'000;

}  // namespace

SectorEntry entry_of(const SectorScores& scores, int score, const SectorOutcome& held) {
  const Outcome& outcome = held.outcome;
  if (outcome.value == Value::kDraw) return {held.grade.gain, held.grade.steps};
  const int end = outcome.value == Value::kWin ? scores.virtual_win : -scores.virtual_win;
  return {end - score, outcome.distance};
}

Result<SectorReader> SectorReader::open(const std::filesystem::path& path, const MalomGame& game,
                                        const MalomPoints& points, const Subspace& subspace,
                                        const SectorScores& scores) {
  auto index = std::make_shared<const SectorIndex>(points, subspace.own, subspace.opponent);
  auto file = MILLSTONE_TRY(SectorFile::open(path, game, index->size()));
  return make(std::move(file), std::move(index), subspace, scores);
}

Result<SectorReader> SectorReader::make(SectorFile file, std::shared_ptr<const SectorIndex> index,
                                        const Subspace& subspace, const SectorScores& scores) {
  const auto score = scores.scores.find(subspace);
  if (score == scores.scores.end())
    return fail(ErrorCode::kDamagedFile,
                "{}: the table of scores beside it does not name its sector", file.place());
  return SectorReader(std::move(file), std::move(index), scores.virtual_win, score->second);
}

Result<SectorOutcome> SectorReader::outcome(Mask own, Mask opponent) const {
  const MalomPoints& points = index_->points();
  const std::uint32_t asked = index_->index({points.to_malom(own), points.to_malom(opponent)});
  std::uint32_t at = asked;
  SectorEntry entry = MILLSTONE_TRY(file_.entry(at));
  if (entry.first == 0 && entry.second < 0) {
    const auto number = static_cast<std::size_t>(-(entry.second + 1));
    if (number >= points.symmetries().size())
      return fail(ErrorCode::kDamagedFile, "{}: index {} names symmetry {}, which there is not",
                  file_.place(), at, number);
    const Symmetry& symmetry = points.symmetries()[number];
    const SectorStones here = index_->stones(at);
    at = index_->index({symmetry(here.own), symmetry(here.opponent)});
    entry = MILLSTONE_TRY(file_.entry(at));
    if (entry.first == 0 && entry.second < 0)
      return fail(ErrorCode::kDamagedFile, "{}: index {} leads to {}, which leads elsewhere",
                  file_.place(), asked, at);
  }
  const int sum = entry.first + score_;
  if (sum != virtual_win_ && sum != -virtual_win_) {
    // A draw that stays may have any second field.
    if (sum > -virtual_win_ && sum < virtual_win_)
      return SectorOutcome{{}, entry.first == 0 ? Grade{} : Grade{entry.first, entry.second}};
    return fail(ErrorCode::kDamagedFile, "{}: index {} has {}, beyond a win or a loss",
                file_.place(), at, entry.first);
  }
  const Outcome outcome{sum > 0 ? Value::kWin : Value::kLoss, entry.second};
  const bool wins = outcome.value == Value::kWin;
  if (outcome.distance < 0 || outcome.distance > kMostPlies || (outcome.distance % 2 == 1) != wins)
    return fail(ErrorCode::kDamagedFile, "{}: index {} has a {} in {} plies", file_.place(), at,
                value_name(outcome.value), outcome.distance);
  return SectorOutcome{outcome};
}

}  // namespace mill
