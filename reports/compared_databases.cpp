#include "formats/database_directory.h"
#include "formats/malom/sector_directory.h"
#include "formats/malom/sector_slots.h"
#include "formats/subspace_files.h"
#include "reports/database_comparison.h"

namespace mill {
namespace {

class OutcomesOfFiles final : public SubspaceOutcomes {
 public:
  explicit OutcomesOfFiles(SubspaceFiles files) : files_(std::move(files)) {}

  bool has_distances() const override { return files_.distances.has_value(); }

  Result<void> read(std::uint64_t first, std::span<OutcomeByte> outcomes,
                    std::vector<LongDistance>& longs) const override {
    const FileHeader& header = files_.values.header();
    thread_local std::vector<OutcomeByte> decoded;
    const std::uint64_t end = first + outcomes.size();
    for (std::uint64_t at = first; at < end;) {
      const std::uint32_t block = files_.values.block_of(at);
      const std::uint64_t block_begin = std::uint64_t{block} * header.block_slots;
      decoded.resize(header.slots_in_block(block));
      std::vector<LongDistance> block_longs;
      MILLSTONE_TRY(files_.decode(block, decoded, block_longs));
      const std::uint64_t stop = std::min(end, block_begin + decoded.size());
      std::copy(decoded.begin() + static_cast<std::ptrdiff_t>(at - block_begin),
                decoded.begin() + static_cast<std::ptrdiff_t>(stop - block_begin),
                outcomes.begin() + static_cast<std::ptrdiff_t>(at - first));
      for (const LongDistance& one : block_longs)
        if (at <= one.slot && one.slot < stop) longs.push_back(one);
      at = stop;
    }
    return {};
  }

 private:
  SubspaceFiles files_;
};

class DatabaseOfFiles final : public ComparedDatabase {
 public:
  DatabaseOfFiles(std::filesystem::path directory, const Variant& variant,
                  std::vector<Subspace> subspaces)
      : directory_(std::move(directory)), variant_(variant), subspaces_(std::move(subspaces)) {}

  const std::vector<Subspace>& subspaces() const override { return subspaces_; }

  Result<std::unique_ptr<const SubspaceOutcomes>> open(const Subspace& subspace) const override {
    auto files = MILLSTONE_TRY(open_subspace_files(directory_, variant_, subspace));
    return std::make_unique<const OutcomesOfFiles>(std::move(files));
  }

 private:
  std::filesystem::path directory_;
  Variant variant_;
  std::vector<Subspace> subspaces_;
};

class OutcomesOfSector final : public SubspaceOutcomes {
 public:
  explicit OutcomesOfSector(SectorSlots slots) : slots_(std::move(slots)) {}

  bool has_distances() const override { return true; }

  Result<void> read(std::uint64_t first, std::span<OutcomeByte> outcomes,
                    std::vector<LongDistance>& longs) const override {
    return slots_.read(first, outcomes, longs);
  }

 private:
  SectorSlots slots_;
};

class DatabaseOfSectors final : public ComparedDatabase {
 public:
  explicit DatabaseOfSectors(SectorDirectory directory) : directory_(std::move(directory)) {}

  const std::vector<Subspace>& subspaces() const override { return directory_.sectors(); }

  Result<std::unique_ptr<const SubspaceOutcomes>> open(const Subspace& subspace) const override {
    auto sector = MILLSTONE_TRY(directory_.open_sector(subspace));
    return std::make_unique<const OutcomesOfSector>(
        SectorSlots(std::move(sector), directory_.variant(), subspace));
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
