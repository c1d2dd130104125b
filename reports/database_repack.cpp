#include "reports/database_repack.h"

#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <optional>
#include <thread>

#include "base/output_file.h"
#include "base/parallel.h"
#include "base/text_file.h"
#include "base/work_progress.h"
#include "formats/build_hint.h"
#include "formats/codecs/packed_values.h"
#include "formats/database_directory.h"
#include "formats/score_table.h"
#include "formats/stored_files.h"
#include "formats/subspace_file.h"
#include "formats/subspace_files.h"
#include "formats/subspace_grades.h"
#include "game/numbering.h"
#include "game/transitions.h"
#include "reports/target_directory.h"

namespace mill {
namespace {

/// The files of a subspace, as they are repacked.
struct SourceFiles : SubspaceFiles {
  std::optional<DatabaseFile> grades;
  /// With the values of the mirror, where they are wanted.
  std::shared_ptr<const MirrorValues> mirror;
};

/// Those of a file. Keeps it open.
std::shared_ptr<const MirrorValues> mirror_values_of(DatabaseFile file) {
  const auto open = std::make_shared<const DatabaseFile>(std::move(file));
  return std::make_shared<const MirrorValues>(MirrorValues{
      open->header().values_checksum, [open](std::uint32_t block, std::span<std::uint8_t> packed) {
        return open->decode_values(block, packed);
      }});
}

const DatabaseFile& file_of(const SourceFiles& files, Metric metric) {
  if (metric == Metric::kGrade) return *files.grades;
  return metric == Metric::kValue ? files.values : *files.distances;
}

/// What grade files say besides their blocks, and that the copy is whole.
Result<void> compare_grade_lists(const DatabaseFile& source, const DatabaseFile& copy) {
  const GradeData &from = source.grade_data(), &to = copy.grade_data();
  if (from.scores_checksum != to.scores_checksum || from.score != to.score ||
      from.grades != to.grades)
    return fail(ErrorCode::kVerificationFailed, "{}: has other grades than {}", copy.path(),
                source.path());
  return copy.check_whole_file();
}

/// Repacks a database, a file after the other; all threads work on each.
class Repacker {
 public:
  Repacker(const Variant& variant, const RepackOptions& options)
      : variant_(variant), options_(options), progress_(options.control) {}

  Result<std::vector<RepackedFile>> run();

 private:
  Result<void> list_files();
  Result<void> copy_scores() const;
  Result<RepackedFile> repack(const DatabaseEntry& entry);
  Result<SourceFiles> open_source(const DatabaseEntry& entry) const;
  bool wants_mirror(const Subspace& subspace) const;
  WriteOptions write_options(const SourceFiles& source, const FileHeader& header) const {
    return {options_.level, options_.codec, header.block_slots, source.mirror.get()};
  }
  Codec wanted_codec(const SourceFiles& source, const DatabaseFile& file) const;
  bool is_there(const SourceFiles& source, const DatabaseFile& file) const;
  bool is_copied(const SourceFiles& source, const DatabaseFile& file) const;
  Result<std::uint64_t> write(const SourceFiles& source, Metric metric);
  Result<std::uint64_t> write_grades(const SourceFiles& source);
  Result<std::uint64_t> copy(const DatabaseFile& file);
  Result<std::optional<std::uint64_t>> make(const SourceFiles& source, const DatabaseEntry& entry);
  Result<void> compare(const SourceFiles& source, Metric metric);
  Result<void> compare_block(const SourceFiles& source, const SourceFiles& copy, Metric metric,
                             std::uint32_t block) const;
  static Result<bool> has_same_outcomes(const SourceFiles& source, const SourceFiles& copy,
                                        Metric metric, std::uint32_t block);
  static Result<bool> has_same_grades(const SourceFiles& source, const SourceFiles& copy,
                                      std::uint32_t block);

  Result<void> go_on(const DatabaseFile& file, std::uint64_t slots);
  std::filesystem::path target(const FileHeader& header) const {
    return options_.to / file_name(header.subspace, header.metric);
  }

  const Variant& variant_;
  const RepackOptions& options_;
  std::vector<DatabaseEntry> entries_;
  WorkProgress progress_;  // in slots, each counted for writing and for comparing
};

Result<void> Repacker::go_on(const DatabaseFile& file, std::uint64_t slots) {
  const FileHeader& header = file.header();
  return progress_.go_on("repacking " + file_name(header.subspace, header.metric), slots);
}

Result<void> Repacker::list_files() {
  auto entries = MILLSTONE_TRY(list_database(options_.from, variant_));
  for (DatabaseEntry& entry : entries) {
    if (entry.metric != Metric::kValue && !options_.distances) continue;
    progress_.expect(2 * slot_count(*variant_.board, entry.subspace));
    entries_.push_back(std::move(entry));
  }
  if (entries_.empty()) return no_database(options_.from, variant_);
  // What others are written and read with comes before them.
  std::vector<DatabaseEntry> in_order, with_mirror;
  for (const DatabaseEntry& entry : entries_)
    (wants_mirror(entry.subspace) ? with_mirror : in_order).push_back(entry);
  in_order.insert(in_order.end(), with_mirror.begin(), with_mirror.end());
  entries_ = std::move(in_order);
  return {};
}

/// Whether the value file of a subspace is to be written with its mirror's: the mirror has one, and
/// turns are such that values follow.
bool Repacker::wants_mirror(const Subspace& subspace) const {
  const CodecEntry& codec = *find_codec(options_.codec);
  return codec.needs_mirror && has_usual_turns(variant_, subspace) &&
         codec.fits(*variant_.board, subspace, default_block_slots(*variant_.board, subspace)) &&
         std::ranges::any_of(entries_, [&](const DatabaseEntry& entry) {
           return entry.subspace == subspace.mirror() && entry.metric == Metric::kValue;
         });
}

Result<SourceFiles> Repacker::open_source(const DatabaseEntry& entry) const {
  const auto directory = entry.path.parent_path();
  auto values = MILLSTONE_TRY(
      DatabaseFile::open(directory / file_name(entry.subspace, Metric::kValue), variant_));
  SourceFiles files{{std::move(values), std::nullopt}, std::nullopt, nullptr};
  if (entry.metric == Metric::kValue) {
    if (!wants_mirror(entry.subspace)) return files;
    auto mirror = MILLSTONE_TRY(DatabaseFile::open(
        directory / file_name(entry.subspace.mirror(), Metric::kValue), variant_));
    if (mirror.header().block_slots == files.values.header().block_slots)
      files.mirror = mirror_values_of(std::move(mirror));
    return files;
  }
  auto others = MILLSTONE_TRY(DatabaseFile::open(entry.path, variant_));
  MILLSTONE_TRY(check_pair(files.values, others));
  (entry.metric == Metric::kGrade ? files.grades : files.distances) = std::move(others);
  return files;
}

Codec Repacker::wanted_codec(const SourceFiles& source, const DatabaseFile& file) const {
  const FileHeader& header = file.header();
  const WriteOptions wanted = write_options(source, header);
  return header.metric == Metric::kGrade
             ? effective_grade_codec(*variant_.board, header.subspace, wanted,
                                     file.grade_data().grades.size())
             : effective_codec(*variant_.board, header.subspace, header.metric, wanted);
}

/// Whether an earlier run has left this file, whole. The level of a file can't be told.
bool Repacker::is_there(const SourceFiles& source, const DatabaseFile& file) const {
  const FileHeader& from = file.header();
  const auto copy = DatabaseFile::open(target(from), variant_);
  if (!copy) return false;
  const FileHeader& header = copy->header();
  const bool counts_alike = from.metric != Metric::kGrade ||
                            copy->grade_data().scores_checksum == file.grade_data().scores_checksum;
  return counts_alike && header.values_checksum == from.values_checksum &&
         header.counts == from.counts && header.block_slots == from.block_slots &&
         header.codec == wanted_codec(source, file) && copy->check_whole_file();
}

/// Whether the bytes of the file are what is wanted, as they are.
bool Repacker::is_copied(const SourceFiles& source, const DatabaseFile& file) const {
  const FileHeader& header = file.header();
  return header.metric != Metric::kValue && options_.level == kDefaultLevel &&
         header.codec == wanted_codec(source, file);
}

Result<std::uint64_t> Repacker::write(const SourceFiles& source, Metric metric) {
  const DatabaseFile& file = file_of(source, metric);
  const FileHeader& header = file.header();
  const ReadOutcomes read = [&](std::uint32_t block, std::span<OutcomeByte> outcomes,
                                std::vector<LongDistance>& longs) -> Result<void> {
    MILLSTONE_TRY(go_on(file, outcomes.size()));
    return source.decode(block, outcomes, longs);
  };
  return write_subspace_file(options_.to, variant_, header.subspace, metric, header.counts,
                             write_options(source, header), read);
}

/// Writes grades with the wanted codec; they are in memory meanwhile.
Result<std::uint64_t> Repacker::write_grades(const SourceFiles& source) {
  const FileHeader& header = source.grades->header();
  const auto grades = MILLSTONE_TRY(
      SubspaceGrades::load(options_.from, variant_, header.subspace, options_.control.stop));
  const auto bytes =
      MILLSTONE_TRY(write_grade_file(options_.to, variant_, grades.view(), source.values.header(),
                                     {options_.level, options_.codec}));
  MILLSTONE_TRY(go_on(*source.grades, header.counts.slots));
  return bytes;
}

/// Writes the bytes of a file once more.
Result<std::uint64_t> Repacker::copy(const DatabaseFile& file) {
  MILLSTONE_TRY(file.check_whole_file());
  const auto bytes = MILLSTONE_TRY(open_stored(file.path(), FileAccess::kMapped));
  auto output = MILLSTONE_TRY(OutputFile::create(target(file.header())));
  MILLSTONE_TRY(
      read_in_pieces(*bytes, {0, bytes->size()}, [&](auto piece) { return output.append(piece); }));
  MILLSTONE_TRY(output.publish());
  MILLSTONE_TRY(go_on(file, file.header().counts.slots));
  return file.header().file_size;
}

/// Writes the file and returns its size; nothing if it is there, perhaps since another process that
/// was at it has finished.
Result<std::optional<std::uint64_t>> Repacker::make(const SourceFiles& source,
                                                    const DatabaseEntry& entry) {
  constexpr std::chrono::milliseconds kInterval{50};
  const DatabaseFile& file = file_of(source, entry.metric);
  while (!is_there(source, file)) {
    const auto bytes = is_copied(source, file)          ? copy(file)
                       : entry.metric == Metric::kGrade ? write_grades(source)
                                                        : write(source, entry.metric);
    if (bytes) return *bytes;
    if (bytes.error().code != ErrorCode::kBusy) return tl::unexpected(bytes.error());
    MILLSTONE_TRY(go_on(file, 0));
    std::this_thread::sleep_for(kInterval);
  }
  return std::nullopt;
}

Result<bool> Repacker::has_same_outcomes(const SourceFiles& source, const SourceFiles& copy,
                                         Metric metric, std::uint32_t block) {
  thread_local std::vector<OutcomeByte> outcomes, copied_outcomes;
  outcomes.resize(file_of(source, metric).header().slots_in_block(block));
  copied_outcomes.resize(outcomes.size());
  std::vector<LongDistance> longs, copied_longs;
  MILLSTONE_TRY(source.decode(block, outcomes, longs));
  MILLSTONE_TRY(copy.decode(block, copied_outcomes, copied_longs));
  return outcomes == copied_outcomes && longs == copied_longs;
}

Result<bool> Repacker::has_same_grades(const SourceFiles& source, const SourceFiles& copy,
                                       std::uint32_t block) {
  std::vector<GradeCode> codes(source.grades->header().slots_in_block(block));
  std::vector<GradeCode> copied_codes(codes.size());
  std::vector<std::uint8_t> packed(packed_size(codes.size()));
  MILLSTONE_TRY(source.values.decode_values(block, packed));
  MILLSTONE_TRY(source.grades->decode_grades(block, packed.data(), codes));
  MILLSTONE_TRY(copy.values.decode_values(block, packed));
  MILLSTONE_TRY(copy.grades->decode_grades(block, packed.data(), copied_codes));
  return codes == copied_codes;
}

Result<void> Repacker::compare_block(const SourceFiles& source, const SourceFiles& copy,
                                     Metric metric, std::uint32_t block) const {
  const bool same =
      MILLSTONE_TRY(metric == Metric::kGrade ? has_same_grades(source, copy, block)
                                             : has_same_outcomes(source, copy, metric, block));
  if (same) return {};
  return fail(ErrorCode::kVerificationFailed, "{}: block {} differs from that of {}",
              file_of(copy, metric).path(), block, file_of(source, metric).path());
}

Result<void> Repacker::compare(const SourceFiles& source, Metric metric) {
  const DatabaseFile& file = file_of(source, metric);
  const FileHeader& header = file.header();
  const auto copy = MILLSTONE_TRY(open_source({header.subspace, metric, target(header)}));
  if (file_of(copy, metric).header().values_checksum != header.values_checksum)
    return fail(ErrorCode::kVerificationFailed, "{}: has other values than {}",
                file_of(copy, metric).path(), file.path());
  if (metric == Metric::kGrade) MILLSTONE_TRY(compare_grade_lists(file, *copy.grades));
  return try_for_each_index(header.block_count, [&](std::uint32_t block) -> Result<void> {
    MILLSTONE_TRY(compare_block(source, copy, metric, block));
    return go_on(file, header.slots_in_block(block));
  });
}

Result<RepackedFile> Repacker::repack(const DatabaseEntry& entry) {
  const auto source = MILLSTONE_TRY(open_source(entry));
  const DatabaseFile& file = file_of(source, entry.metric);
  const FileHeader& header = file.header();
  RepackedFile row{entry.subspace, entry.metric, header.counts.classes, header.file_size};
  const auto bytes = MILLSTONE_TRY(make(source, entry));
  if (!bytes) {
    row.kept = true;
    std::error_code error;
    row.bytes_after = std::filesystem::file_size(target(header), error);
    MILLSTONE_TRY(go_on(file, 2 * header.counts.slots));
    return row;
  }
  row.bytes_after = *bytes;
  if (auto same = compare(source, entry.metric); !same) {
    std::error_code error;
    std::filesystem::remove(target(header), error);
    return tl::unexpected(same.error());
  }
  return row;
}

/// Grades count from the table beside them.
Result<void> Repacker::copy_scores() const {
  const bool with_grades =
      std::ranges::count(entries_, Metric::kGrade, &DatabaseEntry::metric) != 0;
  if (!with_grades) return {};
  const auto text =
      MILLSTONE_TRY(read_stored_text(options_.from / kScoreTableName, kLargestScoreTable));
  return write_text_file(options_.to / kScoreTableName, text);
}

Result<std::vector<RepackedFile>> Repacker::run() {
  MILLSTONE_TRY(list_files());
  MILLSTONE_TRY(make_target_directory(options_.to));
  std::error_code error;
  if (std::filesystem::equivalent(options_.from, options_.to, error))
    return fail(ErrorCode::kInvalidArgument,
                "{}: is the directory to read, write the new files into another",
                options_.to.string());
  MILLSTONE_TRY(copy_scores());
  std::vector<RepackedFile> rows;
  for (const DatabaseEntry& entry : entries_) {
    auto row = MILLSTONE_TRY(repack(entry));
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

Result<std::vector<RepackedFile>> repack_database(const Variant& variant,
                                                  const RepackOptions& options) {
  oneapi::tbb::task_arena arena(options.threads);
  return arena.execute([&] { return Repacker(variant, options).run(); });
}

}  // namespace mill
