#include <algorithm>

#include "formats/database_directory.h"
#include "formats/malom/sector_directory.h"
#include "formats/malom/sector_slots.h"
#include "formats/subspace_files.h"
#include "formats/subspace_grades.h"
#include "reports/database_comparison.h"

namespace mill {
namespace {

class OutcomesOfFiles final : public SubspaceOutcomes {
 public:
  OutcomesOfFiles(SubspaceFiles files, std::optional<DatabaseFile> grades)
      : files_(std::move(files)), grades_(std::move(grades)) {}

  bool has_distances() const override { return files_.distances.has_value(); }

  std::optional<int> score() const override {
    if (!grades_) return std::nullopt;
    return grades_->grade_data().score;
  }

  Result<void> read(std::uint64_t first, std::span<OutcomeByte> outcomes,
                    std::vector<LongDistance>& longs) const override {
    return files_.decode_slots(first, outcomes, longs);
  }

  Result<void> read_grades(std::uint64_t first, std::span<Grade> grades) const override {
    thread_local std::vector<GradeCode> codes;
    codes.resize(grades.size());
    MILLSTONE_TRY(decode_codes(files_.values, *grades_, first, codes));
    const std::vector<Grade>& list = grades_->grade_data().grades;
    std::ranges::transform(codes, grades.begin(),
                           [&](GradeCode code) { return graded_value_of(code, list).grade; });
    return {};
  }

 private:
  SubspaceFiles files_;
  std::optional<DatabaseFile> grades_;
};

class DatabaseOfFiles final : public ComparedDatabase {
 public:
  DatabaseOfFiles(std::filesystem::path directory, const Variant& variant,
                  std::vector<Subspace> subspaces)
      : directory_(std::move(directory)), variant_(variant), subspaces_(std::move(subspaces)) {}

  const std::vector<Subspace>& subspaces() const override { return subspaces_; }

  Result<std::unique_ptr<const SubspaceOutcomes>> open(const Subspace& subspace) const override {
    auto files = MILLSTONE_TRY(open_subspace_files(directory_, variant_, subspace));
    auto grades = MILLSTONE_TRY(find_grades(directory_, variant_, files.values));
    return std::make_unique<const OutcomesOfFiles>(std::move(files), std::move(grades));
  }

 private:
  std::filesystem::path directory_;
  Variant variant_;
  std::vector<Subspace> subspaces_;
};

class OutcomesOfSector final : public SubspaceOutcomes {
 public:
  OutcomesOfSector(SectorSlots slots, std::optional<int> score)
      : slots_(std::move(slots)), score_(score) {}

  bool has_distances() const override { return true; }

  Result<void> read(std::uint64_t first, std::span<OutcomeByte> outcomes,
                    std::vector<LongDistance>& longs) const override {
    return slots_.read(first, outcomes, longs);
  }

  std::optional<int> score() const override { return score_; }

  Result<void> read_grades(std::uint64_t first, std::span<Grade> grades) const override {
    thread_local std::vector<OutcomeByte> outcomes;
    outcomes.resize(grades.size());
    std::vector<LongDistance> longs;
    return slots_.read(first, outcomes, longs, grades);
  }

 private:
  SectorSlots slots_;
  std::optional<int> score_;
};

class DatabaseOfSectors final : public ComparedDatabase {
 public:
  explicit DatabaseOfSectors(SectorDirectory directory) : directory_(std::move(directory)) {}

  const std::vector<Subspace>& subspaces() const override { return directory_.sectors(); }

  Result<std::unique_ptr<const SubspaceOutcomes>> open(const Subspace& subspace) const override {
    auto sector = MILLSTONE_TRY(directory_.open_sector(subspace));
    std::optional<int> score;
    if (directory_.has_grades()) score = directory_.scores().scores.at(subspace);
    return std::make_unique<const OutcomesOfSector>(
        SectorSlots(std::move(sector), directory_.variant(), subspace), score);
  }

 private:
  SectorDirectory directory_;
};

}  // namespace

Result<std::unique_ptr<const ComparedDatabase>> open_for_comparison(
    const std::filesystem::path& directory, const Variant& variant) {
  std::vector<Subspace> subspaces;
  const auto entries = MILLSTONE_TRY(list_database(directory, variant));
  for (const DatabaseEntry& entry : entries)
    if (entry.metric == Metric::kValue) subspaces.push_back(entry.subspace);
  if (!subspaces.empty())
    return std::make_unique<const DatabaseOfFiles>(directory, variant, std::move(subspaces));
  if (games_in(directory).empty())
    return fail(ErrorCode::kMissingFile, "{}: has no database files, of ours or of Malom's",
                directory.string());
  const MalomGame* const game = MILLSTONE_TRY(malom_game(variant));
  auto sectors = MILLSTONE_TRY(SectorDirectory::open(directory, *game));
  return std::make_unique<const DatabaseOfSectors>(std::move(sectors));
}

}  // namespace mill
