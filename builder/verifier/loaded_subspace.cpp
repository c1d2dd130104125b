#include "builder/verifier/loaded_subspace.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "base/parallel.h"
#include "formats/database_file.h"

namespace mill::verifier {
namespace {

/// The files of a subspace, whole and agreeing with each other as far as that can be seen without
/// decoding them.
struct OpenFiles {
  DatabaseFile values;
  std::optional<DatabaseFile> distances;
};

Result<DatabaseFile> open_whole(const LoadContext& context, const Subspace& subspace,
                                Metric metric) {
  auto file = MILLSTONE_TRY(
      DatabaseFile::open(context.directory / file_name(subspace, metric), context.variant,
                         FileAccess::kPositioned));  // mapped pages would count as memory
  MILLSTONE_TRY(file.check_whole_file());
  return file;
}

Result<OpenFiles> open_files(const LoadContext& context, const Subspace& subspace) {
  DatabaseFile values = MILLSTONE_TRY(open_whole(context, subspace, Metric::kValue));
  Result<DatabaseFile> distances = open_whole(context, subspace, Metric::kDistance);
  if (!distances) {
    if (distances.error().code != ErrorCode::kMissingFile) return tl::unexpected(distances.error());
    return OpenFiles{std::move(values), std::nullopt};
  }
  MILLSTONE_TRY(check_pair(values, *distances));
  return OpenFiles{std::move(values), std::move(*distances)};
}

OutcomeByte byte_of_value(Value value) {
  return value == Value::kDraw ? kDrawByte : value == Value::kWin ? win_byte(1) : kLostNowByte;
}

/// Decodes one file block of both files.
Result<void> decode_block(const OpenFiles& files, std::uint32_t block,
                          std::span<OutcomeByte> outcomes, std::vector<LongDistance>& longs) {
  std::vector<std::uint8_t> packed(packed_size(outcomes.size()));
  MILLSTONE_TRY(files.values.decode_values(block, packed));
  if (files.distances)
    return files.distances->decode_outcomes(block, packed.data(), outcomes, &longs);
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    outcomes[i] = byte_of_value(value_at(packed.data(), i));
  return {};
}

/// Decodes all blocks; the error is that of the lowest block that has one.
Result<LongDistances> decode_all(const OpenFiles& files, StopFlag stop, OutcomeByte* outcomes) {
  const FileHeader& header = files.values.header();
  std::mutex mutex;
  std::vector<LongDistance> all_longs;
  std::uint32_t first_bad = UINT32_MAX;
  Error error{ErrorCode::kInterrupted, "the verification was stopped"};
  for_each_index(header.block_count, [&](std::uint32_t block) {
    if (stop.is_set()) return;
    OutcomeByte* first = outcomes + std::uint64_t{block} * header.block_slots;
    std::vector<LongDistance> longs;
    auto decoded = decode_block(files, block, {first, header.slots_in_block(block)}, longs);
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
  LoadedSubspace loaded(Numbering(std::move(major), std::min(subspace.own, subspace.opponent)));
  OpenFiles files = MILLSTONE_TRY(open_files(context, subspace));
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
