#include "formats/malom/sector_directory.h"

#include "base/places.h"
#include "base/text_file.h"

namespace mill {
namespace {

constexpr std::size_t kLargestScores = 1 << 20;  // bytes

}  // namespace

std::vector<const MalomGame*> games_in(const std::filesystem::path& directory) {
  std::vector<const MalomGame*> games;
  for (const MalomGame& game : malom_games()) {
    std::error_code error;
    if (std::filesystem::exists(directory / score_file_name(game), error)) games.push_back(&game);
  }
  return games;
}

Result<SectorScores> read_scores(const std::filesystem::path& directory, const MalomGame& game,
                                 const Variant& variant) {
  const std::filesystem::path path = directory / score_file_name(game);
  const std::string text = MILLSTONE_TRY(read_text_file(path, kLargestScores));
  return parse_scores(game, variant, text, file_place(path));
}

SectorDirectory::SectorDirectory(std::filesystem::path path, const MalomGame& game, Variant variant)
    : path_(std::move(path)),
      game_(game),
      variant_(std::move(variant)),
      points_(std::make_unique<const MalomPoints>(*variant_.board)) {}

Result<SectorDirectory> SectorDirectory::open(const std::filesystem::path& path,
                                              const MalomGame& game) {
  auto variant = MILLSTONE_TRY(find_variant(game.preset));
  SectorDirectory directory(path, game, std::move(variant));
  directory.scores_ = MILLSTONE_TRY(read_scores(path, game, directory.variant_));
  for (const Subspace& sector : sectors_of(directory.variant_)) {
    std::error_code error;
    if (std::filesystem::exists(path / sector_file_name(game, sector), error))
      directory.sectors_.push_back(sector);
  }
  return directory;
}

Result<SectorReader> SectorDirectory::open_sector(const Subspace& subspace) const {
  return SectorReader::open(path_ / sector_file_name(game_, subspace), game_, *points_, subspace,
                            scores_);
}

}  // namespace mill
