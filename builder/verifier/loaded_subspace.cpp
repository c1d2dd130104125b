#include "builder/verifier/loaded_subspace.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "base/parallel.h"
#include "formats/subspace_files.h"

namespace mill::verifier {
namespace {

/// The files, whole and agreeing with each other as far as that can be seen without decoding them.
/// Mapped pages would count as memory.
Result<SubspaceFiles> open_whole(const LoadContext& context, const Subspace& subspace) {
  auto files = MILLSTONE_TRY(
      open_subspace_files(context.directory, context.variant, subspace, FileAccess::kPositioned));
  MILLSTONE_TRY(files.values.check_whole_file());
  if (files.distances) MILLSTONE_TRY(files.distances->check_whole_file());
  return files;
}

/// Decodes all blocks; the error is that of the lowest block that has one.
Result<LongDistances> decode_all(const SubspaceFiles& files, StopFlag stop, OutcomeByte* outcomes) {
  const FileHeader& header = files.values.header();
  std::mutex mutex;
  std::vector<LongDistance> all_longs;
  std::uint32_t first_bad = UINT32_MAX;
  Error error{ErrorCode::kInterrupted, "the verification was stopped"};
  for_each_index(header.block_count, [&](std::uint32_t block) {
    if (stop.is_set()) return;
    OutcomeByte* first = outcomes + std::uint64_t{block} * header.block_slots;
    std::vector<LongDistance> longs;
    auto decoded = files.decode(block, {first, header.slots_in_block(block)}, longs);
    if (decoded && longs.empty()) return;
    const std::lock_guard lock(mutex);
    all_longs.insert(all_longs.end(), longs.begin(), longs.end());
    if (decoded) return;
    if (block > first_bad) return;
    first_bad = block;
    error = std::move(decoded.error());
  });
  const bool stopped = stop.is_set();
  if (first_bad != UINT32_MAX || stopped) return tl::unexpected(std::move(error));
  return LongDistances(std::move(all_longs));
}

}  // namespace

Result<LoadedSubspace> LoadedSubspace::load(const LoadContext& context, const Subspace& subspace,
                                            std::shared_ptr<const MajorIndex> major) {
  const int minor = std::min(subspace.own, subspace.opponent);
  LoadedSubspace loaded(Numbering(std::move(major), minor, subspace.marked));
  const SubspaceFiles files = MILLSTONE_TRY(open_whole(context, subspace));
  loaded.values_header_ = files.values.header();
  if (files.distances) loaded.distances_header_ = files.distances->header();
  loaded.values_path_ = files.values.path();
  loaded.path_ = (files.distances ? *files.distances : files.values).path();
  if (loaded.values_header_.counts.slots != loaded.numbering_.slots())
    return fail(ErrorCode::kDamagedFile, "{}: {} slots, but the numbering has {}",
                files.values.path(), loaded.values_header_.counts.slots, loaded.numbering_.slots());
  loaded.outcomes_ = MILLSTONE_TRY(LargeArray<OutcomeByte>::make(loaded.numbering_.slots()));
  loaded.longs_ = MILLSTONE_TRY(decode_all(files, context.stop, loaded.outcomes_.data()));
  return loaded;
}

}  // namespace mill::verifier
