#include "builder/store/finished_files.h"

#include "base/numbers.h"
#include "formats/database_file.h"
#include "formats/database_writer.h"

namespace mill {
namespace {

/// Refuses a file that this build would have written with another codec: a directory is to hold
/// files of one kind.
Result<void> check_codec(const DatabaseFile& file, const Variant& variant,
                         const BuildOptions& options) {
  const FileHeader& header = file.header();
  WriteOptions write_options;
  write_options.codec = options.codec;
  write_options.block_slots = header.block_slots;
  const Codec wanted =
      effective_codec(*variant.board, header.subspace, header.metric, write_options);
  // One that needs other files is what a repacked directory has, and no build writes.
  if (header.codec == wanted || header.codec == options.codec) return {};
  return fail(ErrorCode::kInvalidArgument,
              "{}: is compressed with codec {}, the build was asked for {}: go on with --codec {}, "
              "or repack the directory first",
              file.path(), codec_name(header.codec), codec_name(wanted), codec_name(header.codec));
}

}  // namespace

Result<std::optional<BuiltSubspace>> find_finished(const Variant& variant,
                                                   const BuildOptions& options,
                                                   const Subspace& subspace) {
  BuiltSubspace row;
  row.subspace = subspace;
  row.skipped = true;
  std::vector<DatabaseFile> files;
  for (const Metric metric : {Metric::kValue, Metric::kDistance}) {
    if (metric == Metric::kDistance && !options.distances) continue;
    auto file = DatabaseFile::open(options.directory / file_name(subspace, metric), variant);
    if (!file) {
      const ErrorCode code = file.error().code;
      if (code == ErrorCode::kMissingFile || code == ErrorCode::kDamagedFile) return std::nullopt;
      return tl::unexpected(file.error());
    }
    if (!file->check_whole_file()) return std::nullopt;
    MILLSTONE_TRY(check_codec(*file, variant, options));
    const std::uint64_t bytes = file->header().file_size;
    (metric == Metric::kValue ? row.value_bytes : row.distance_bytes) = bytes;
    row.counts = file->header().counts;
    files.push_back(std::move(*file));
  }
  if (files.size() == 2 && !check_pair(files[0], files[1])) return std::nullopt;
  return row;
}

Result<void> check_free_space(const std::filesystem::path& directory, std::uint64_t need) {
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(directory, error);
  if (error || space.available >= need) return {};  // who cannot tell does not refuse
  return fail(
      ErrorCode::kNoSpace,
      "{}: the files will take about {} MiB of space, {} MiB are free: make room, or try all "
      "the same with --ignore-space",
      directory.string(), mebibytes_for(need), space.available >> 20);
}

}  // namespace mill
