#include "reports/malom_import.h"

#include <oneapi/tbb/task_arena.h>

#include <mutex>
#include <optional>

#include "base/byte_array_pool.h"
#include "base/parallel.h"
#include "base/text_file.h"
#include "base/work_progress.h"
#include "builder/solver/solver.h"
#include "formats/malom/sector_slots.h"
#include "formats/score_table.h"
#include "formats/subspace_file.h"
#include "formats/subspace_files.h"
#include "formats/subspace_grades.h"
#include "reports/target_directory.h"

namespace mill {
namespace {

class Importer {
 public:
  Importer(const SectorDirectory& from, const MalomImportOptions& options)
      : from_(from),
        variant_(from.variant()),
        options_(options),
        scores_{from.scores().scores},
        progress_(options.control) {}

  Result<std::vector<ImportedSubspace>> run();

 private:
  /// What a sector holds, by slot.
  struct Imported {
    OutcomeTable outcomes;
    std::optional<LargeArray<Grade>> grades;
  };

  Result<void> write_scores() const;
  std::optional<ImportedSubspace> find_kept(const Subspace& subspace) const;
  Result<ImportedSubspace> import(const Subspace& subspace);
  Result<Imported> read(const Subspace& subspace);
  Result<void> write_grades(const Subspace& subspace, const Imported& imported) const;
  Result<void> go_on(const Subspace& subspace, std::uint64_t slots) {
    return progress_.go_on("importing " + subspace.text(), slots);
  }

  const SectorDirectory& from_;
  const Variant& variant_;
  const MalomImportOptions& options_;
  const ScoreTable scores_;
  WorkProgress progress_;  // in slots
};

/// Grades that are there must count from the same scores.
Result<void> Importer::write_scores() const {
  if (!from_.has_grades()) return {};
  const std::filesystem::path path = options_.to / kScoreTableName;
  if (!std::filesystem::exists(path)) return write_text_file(path, score_table_text(scores_));
  const auto found = MILLSTONE_TRY(read_score_table(options_.to, variant_));
  if (found == scores_) return {};
  return fail(ErrorCode::kInvalidArgument,
              "{}: has other scores than those of the sectors, import into an empty directory",
              path.string());
}

Result<Importer::Imported> Importer::read(const Subspace& subspace) {
  auto sector = MILLSTONE_TRY(from_.open_sector(subspace));
  const SectorSlots slots(std::move(sector), variant_, subspace);
  OutcomeTable table(std::make_shared<const BlockGeometry>(slots.numbering()),
                     std::make_shared<ByteArrayPool>());
  if (!table.valid())
    return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for {}",
                subspace.text());
  std::optional<LargeArray<Grade>> grades;
  if (from_.has_grades())
    grades = MILLSTONE_TRY(LargeArray<Grade>::make(slots.numbering().slots()));
  std::vector<LongDistance> longs;
  std::mutex mutex;
  const std::uint32_t size = slots.numbering().block_size();
  const auto read_block = [&](std::uint32_t block) -> Result<void> {
    std::vector<LongDistance> block_longs;
    OutcomeByte* const bytes = table.block(block);
    const std::uint64_t first = std::uint64_t{block} * size;
    std::span<Grade> block_grades;
    if (grades) block_grades = {grades->data() + first, size};
    MILLSTONE_TRY(slots.read(first, {bytes, size}, block_longs, block_grades));
    std::fill(bytes + size, bytes + table.geometry().stride(), kDrawByte);
    if (!block_longs.empty()) {
      const std::lock_guard lock(mutex);
      longs.insert(longs.end(), block_longs.begin(), block_longs.end());
    }
    return go_on(subspace, size);
  };
  MILLSTONE_TRY(try_for_each_index(slots.numbering().blocks(), read_block));
  if (!longs.empty()) table.set_longs(std::make_shared<const LongDistances>(std::move(longs)));
  return Imported{std::move(table), std::move(grades)};
}

Result<void> Importer::write_grades(const Subspace& subspace, const Imported& imported) const {
  GradeData data{checksum_of(scores_), scores_.of(subspace), {}};
  auto graded = MILLSTONE_TRY(SubspaceGrades::make(variant_, subspace, std::move(data)));
  const OutcomeTable& outcomes = imported.outcomes;
  const std::uint32_t size = outcomes.geometry().numbering().block_size();
  const auto at = [&](std::uint64_t slot) {
    const OutcomeByte byte = outcomes.block(static_cast<std::uint32_t>(slot / size))[slot % size];
    const Value value = value_of(byte);
    return GradedValue{value, value == Value::kDraw ? (*imported.grades)[slot] : Grade{}};
  };
  MILLSTONE_TRY(graded.fill(at));
  const DatabaseFile values = MILLSTONE_TRY(
      DatabaseFile::open(options_.to / file_name(subspace, Metric::kValue), variant_));
  MILLSTONE_TRY(
      write_grade_file(options_.to, variant_, graded.view(), values.header(), options_.write));
  return {};
}

/// What an earlier run has left whole.
std::optional<ImportedSubspace> Importer::find_kept(const Subspace& subspace) const {
  const auto files = open_subspace_files(options_.to, variant_, subspace);
  if (!files || !files->distances) return std::nullopt;
  if (from_.has_grades()) {
    const auto grades =
        DatabaseFile::open(options_.to / file_name(subspace, Metric::kGrade), variant_);
    if (!grades || !check_pair(files->values, *grades)) return std::nullopt;
  }
  return ImportedSubspace{subspace, files->counts(), true};
}

Result<ImportedSubspace> Importer::import(const Subspace& subspace) {
  const std::uint64_t slots = slot_count(*variant_.board, subspace);
  if (const auto kept = find_kept(subspace)) {
    MILLSTONE_TRY(go_on(subspace, slots));
    return *kept;
  }
  const Imported imported = MILLSTONE_TRY(read(subspace));
  const OutcomeTable& table = imported.outcomes;
  const ClassCounts counts = count_classes(table);
  const FillOutcomes fill = [&](std::uint64_t first, std::span<OutcomeByte> out) {
    table.copy_slots(first, out);
  };
  // The values last: who finds them finds the distances, too.
  for (const Metric metric : {Metric::kDistance, Metric::kValue})
    MILLSTONE_TRY(write_subspace_file(options_.to, variant_, subspace, metric, counts,
                                      options_.write, fill, table.longs()));
  if (imported.grades) MILLSTONE_TRY(write_grades(subspace, imported));
  return ImportedSubspace{subspace, counts, false};
}

Result<std::vector<ImportedSubspace>> Importer::run() {
  const std::vector<Subspace>& subspaces =
      options_.subspaces.empty() ? from_.sectors() : options_.subspaces;
  MILLSTONE_TRY(make_target_directory(options_.to));
  MILLSTONE_TRY(write_scores());
  for (const Subspace& subspace : subspaces)
    progress_.expect(slot_count(*variant_.board, subspace));
  std::vector<ImportedSubspace> rows;
  for (const Subspace& subspace : subspaces) {
    auto row = MILLSTONE_TRY(import(subspace));
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

Result<std::vector<ImportedSubspace>> import_from_malom(const SectorDirectory& from,
                                                        const MalomImportOptions& options) {
  oneapi::tbb::task_arena arena(options.threads);
  return arena.execute([&] { return Importer(from, options).run(); });
}

}  // namespace mill
