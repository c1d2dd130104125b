#include "reports/malom_import.h"

#include <oneapi/tbb/task_arena.h>

#include <mutex>

#include "base/byte_array_pool.h"
#include "base/fallible_loop.h"
#include "builder/solver/solver.h"
#include "formats/malom/sector_slots.h"
#include "formats/subspace_file.h"
#include "formats/subspace_files.h"
#include "reports/target_directory.h"
#include "reports/work_progress.h"

namespace mill {
namespace {

class Importer {
 public:
  Importer(const SectorDirectory& from, const MalomImportOptions& options)
      : from_(from), variant_(from.variant()), options_(options), progress_(options.control) {}

  Result<std::vector<ImportedSubspace>> run();

 private:
  Result<ImportedSubspace> import(const Subspace& subspace);
  Result<OutcomeTable> read(const Subspace& subspace);
  Result<void> go_on(const Subspace& subspace, std::uint64_t slots) {
    return progress_.go_on("importing " + subspace.text(), slots);
  }

  const SectorDirectory& from_;
  const Variant& variant_;
  const MalomImportOptions& options_;
  WorkProgress progress_;  // in slots
};

Result<OutcomeTable> Importer::read(const Subspace& subspace) {
  auto sector = MILLSTONE_TRY(from_.open_sector(subspace));
  const SectorSlots slots(std::move(sector), variant_, subspace);
  OutcomeTable table(std::make_shared<const BlockGeometry>(slots.numbering()),
                     std::make_shared<ByteArrayPool>());
  if (!table.valid())
    return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for {}",
                subspace.text());
  std::vector<LongDistance> longs;
  std::mutex mutex;
  const std::uint32_t size = slots.numbering().block_size();
  const auto read_block = [&](std::uint32_t block) -> Result<void> {
    std::vector<LongDistance> block_longs;
    OutcomeByte* const bytes = table.block(block);
    MILLSTONE_TRY(slots.read(std::uint64_t{block} * size, {bytes, size}, block_longs));
    std::fill(bytes + size, bytes + table.geometry().stride(), kDrawByte);
    if (!block_longs.empty()) {
      const std::lock_guard lock(mutex);
      longs.insert(longs.end(), block_longs.begin(), block_longs.end());
    }
    return go_on(subspace, size);
  };
  MILLSTONE_TRY(try_for_each_index(slots.numbering().blocks(), read_block));
  if (!longs.empty()) table.set_longs(std::make_shared<const LongDistances>(std::move(longs)));
  return table;
}

Result<ImportedSubspace> Importer::import(const Subspace& subspace) {
  const std::uint64_t slots = slot_count(*variant_.board, subspace);
  if (const auto files = open_subspace_files(options_.to, variant_, subspace);
      files && files->distances) {
    MILLSTONE_TRY(go_on(subspace, slots));
    return ImportedSubspace{subspace, files->counts(), true};
  }
  const OutcomeTable table = MILLSTONE_TRY(read(subspace));
  const ClassCounts counts = count_classes(table);
  const FillOutcomes fill = [&](std::uint64_t first, std::span<OutcomeByte> out) {
    table.copy_slots(first, out);
  };
  // The values last: who finds them finds the distances, too.
  for (const Metric metric : {Metric::kDistance, Metric::kValue})
    MILLSTONE_TRY(write_subspace_file(options_.to, variant_, subspace, metric, counts,
                                      options_.write, fill, table.longs()));
  return ImportedSubspace{subspace, counts, false};
}

Result<std::vector<ImportedSubspace>> Importer::run() {
  const std::vector<Subspace>& subspaces =
      options_.subspaces.empty() ? from_.sectors() : options_.subspaces;
  MILLSTONE_TRY(make_target_directory(options_.to));
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
