#include <algorithm>

#include "formats/codecs/packed_values.h"
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
    thread_local std::vector<OutcomeByte> decoded;
    return for_each_part(first, first + outcomes.size(), [&](const Part& part) -> Result<void> {
      decoded.resize(part.block_slots);
      std::vector<LongDistance> block_longs;
      MILLSTONE_TRY(files_.decode(part.block, decoded, block_longs));
      std::copy_n(decoded.begin() + part.offset, part.slots, outcomes.begin() + part.at);
      for (const LongDistance& one : block_longs)
        if (one.slot - first - static_cast<std::uint64_t>(part.at) <
            static_cast<std::uint64_t>(part.slots))
          longs.push_back(one);
      return {};
    });
  }

  Result<void> read_grades(std::uint64_t first, std::span<Grade> grades) const override {
    thread_local std::vector<std::uint8_t> packed;
    thread_local std::vector<GradeCode> codes;
    const std::vector<Grade>& list = grades_->grade_data().grades;
    return for_each_part(first, first + grades.size(), [&](const Part& part) -> Result<void> {
      packed.resize(packed_size(part.block_slots));
      codes.resize(part.block_slots);
      MILLSTONE_TRY(files_.values.decode_values(part.block, packed));
      MILLSTONE_TRY(grades_->decode_grades(part.block, packed.data(), codes));
      std::transform(codes.begin() + part.offset, codes.begin() + part.offset + part.slots,
                     grades.begin() + part.at,
                     [&](GradeCode code) { return graded_value_of(code, list).grade; });
      return {};
    });
  }

 private:
  /// The slots of one file block that are asked for.
  struct Part {
    std::uint32_t block, block_slots;
    std::ptrdiff_t offset;  // of the first in the block
    std::ptrdiff_t at;      // where it goes in what is read
    std::ptrdiff_t slots;
  };

  template <typename Visit>
  Result<void> for_each_part(std::uint64_t first, std::uint64_t end, const Visit& visit) const {
    const FileHeader& header = files_.values.header();
    for (std::uint64_t slot = first; slot < end;) {
      const std::uint32_t block = files_.values.block_of(slot);
      const std::uint64_t begin = std::uint64_t{block} * header.block_slots;
      const std::uint32_t block_slots = header.slots_in_block(block);
      const std::uint64_t stop = std::min(end, begin + block_slots);
      MILLSTONE_TRY(visit(Part{block, block_slots, static_cast<std::ptrdiff_t>(slot - begin),
                               static_cast<std::ptrdiff_t>(slot - first),
                               static_cast<std::ptrdiff_t>(stop - slot)}));
      slot = stop;
    }
    return {};
  }

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
