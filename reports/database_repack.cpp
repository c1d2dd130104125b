#include "reports/database_repack.h"

#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <optional>
#include <thread>

#include "base/checksum.h"
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
  std::shared_ptr<const DatabaseFile> guide;      ///< the value file of the guide, if it is wanted
  std::optional<const GuideValues> guide_values;  ///< what it holds
};

/// Whether turns that neither complete a line nor take a stone all pass the turn to one subspace,
/// and the others that count are told by the lines that they complete.
bool has_quiet_steps_to(const Variant& variant, const Subspace& subspace, const Subspace& after) {
  return has_usual_turns(variant, subspace) &&
         std::ranges::all_of(transitions(variant, subspace), [&](const Transition& each) {
           return each.kind == Transition::Kind::kBlocked || each.lines > 0 ||
                  (each.after == after && each.taken == 0 && !each.wins && !each.keeps_turn);
         });
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

/// Whether so many slots from one on are alike.
Result<bool> have_same_outcomes(const SourceFiles& source, const SourceFiles& copy,
                                std::uint64_t first, std::uint32_t slots) {
  thread_local std::vector<OutcomeByte> outcomes, copied_outcomes;
  outcomes.resize(slots);
  copied_outcomes.resize(slots);
  std::vector<LongDistance> longs, copied_longs;
  MILLSTONE_TRY(source.decode_slots(first, outcomes, longs));
  MILLSTONE_TRY(copy.decode_slots(first, copied_outcomes, copied_longs));
  return outcomes == copied_outcomes && longs == copied_longs;
}

Result<bool> have_same_grades(const SourceFiles& source, const SourceFiles& copy,
                              std::uint64_t first, std::uint32_t slots) {
  std::vector<GradeCode> codes(slots), copied_codes(slots);
  MILLSTONE_TRY(decode_codes(source.values, *source.grades, first, codes));
  MILLSTONE_TRY(decode_codes(copy.values, *copy.grades, first, copied_codes));
  return codes == copied_codes;
}

/// Takes so many from those that are left, or what there is.
std::uint64_t take_at_most(std::atomic<std::uint64_t>& left, std::uint64_t wanted) {
  std::uint64_t there = left;
  while (!left.compare_exchange_weak(there, there - std::min(there, wanted))) {
  }
  return std::min(there, wanted);
}

/// Repacks a database, a file after the other; all threads work on each.
class Repacker {
 public:
  Repacker(const Variant& variant, const RepackOptions& options)
      : variant_(variant), options_(options), progress_(options.control) {}

  Result<std::vector<RepackedFile>> run();

 private:
  Result<void> list_files();
  std::vector<std::size_t> order() const;
  Result<void> copy_scores() const;
  Result<RepackedFile> repack(const DatabaseEntry& entry);
  Result<SourceFiles> open_source(const DatabaseEntry& entry) const;
  std::optional<Guide> wanted_guide(const Subspace& subspace) const;
  Result<void> open_guide(SourceFiles& source) const;
  WriteOptions write_options(const SourceFiles& source) const {
    return {options_.level, options_.codec, block_slots(source),
            source.guide_values ? &*source.guide_values : nullptr};
  }
  std::uint32_t block_slots(const SourceFiles& source) const {
    return default_block_slots(*variant_.board, source.subspace(), options_.codec);
  }
  SlotLayout layout(const SourceFiles& source) const;
  Result<std::uint64_t> values_checksum(const SourceFiles& source);
  Codec wanted_codec(const SourceFiles& source, const DatabaseFile& file) const;
  Result<bool> is_there(const SourceFiles& source, const DatabaseFile& file);
  bool is_copied(const SourceFiles& source, const DatabaseFile& file) const;
  Result<std::uint64_t> write(const SourceFiles& source, Metric metric);
  Result<std::uint64_t> write_grades(const SourceFiles& source);
  Result<std::uint64_t> copy(const DatabaseFile& file);
  Result<std::optional<std::uint64_t>> make(const SourceFiles& source, const DatabaseEntry& entry);
  Result<void> compare(const SourceFiles& source, Metric metric);
  Result<void> compare_block(const SourceFiles& source, const SourceFiles& copy, Metric metric,
                             std::uint32_t block) const;

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
  return {};
}

/// The places of the files in the list, in the order in which they can be made: what others are
/// written and read with comes before them.
std::vector<std::size_t> Repacker::order() const {
  std::vector<std::size_t> places(entries_.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::stable_partition(places.begin(), places.end(),
                        [&](std::size_t place) { return !wanted_guide(entries_[place].subspace); });
  return places;
}

/// What the value file of a subspace is to be written with: its guide, if that has a file, and
/// turns are such that values follow.
std::optional<Guide> Repacker::wanted_guide(const Subspace& subspace) const {
  const CodecEntry& codec = *find_codec(options_.codec);
  if (!codec.guide) return std::nullopt;
  const auto guide = codec.guide(*variant_.board, subspace);
  if (!guide || !has_quiet_steps_to(variant_, subspace, guide->subspace)) return std::nullopt;
  const bool has_file = std::ranges::any_of(entries_, [&](const DatabaseEntry& entry) {
    return entry.subspace == guide->subspace && entry.metric == Metric::kValue;
  });
  return has_file ? guide : std::nullopt;
}

Result<SourceFiles> Repacker::open_source(const DatabaseEntry& entry) const {
  const auto directory = entry.path.parent_path();
  auto values = MILLSTONE_TRY(
      DatabaseFile::open(directory / file_name(entry.subspace, Metric::kValue), variant_));
  SourceFiles files{{std::move(values), std::nullopt}, std::nullopt, nullptr, std::nullopt};
  if (entry.metric == Metric::kValue) return files;
  auto others = MILLSTONE_TRY(DatabaseFile::open(entry.path, variant_));
  MILLSTONE_TRY(check_pair(files.values, others));
  (entry.metric == Metric::kGrade ? files.grades : files.distances) = std::move(others);
  return files;
}

/// Adds the guide of a subspace, if its file is to be written with one; the new file of the guide
/// is there.
Result<void> Repacker::open_guide(SourceFiles& source) const {
  const auto guide = wanted_guide(source.subspace());
  if (!guide) return {};
  const std::string name = file_name(guide->subspace, Metric::kValue);
  source.guide = std::make_shared<const DatabaseFile>(
      MILLSTONE_TRY(DatabaseFile::open(options_.from / name, variant_)));
  const auto copy = MILLSTONE_TRY(DatabaseFile::open(options_.to / name, variant_));
  const auto read = [file = source.guide](std::uint64_t first_slot,
                                          std::span<std::uint8_t> numbers) {
    return file->decode_numbers(first_slot, numbers);
  };
  source.guide_values.emplace(GuideValues{*guide, copy.header().values_checksum, read});
  return {};
}

Codec Repacker::wanted_codec(const SourceFiles& source, const DatabaseFile& file) const {
  const FileHeader& header = file.header();
  const WriteOptions wanted = write_options(source);
  return header.metric == Metric::kGrade
             ? effective_grade_codec(*variant_.board, header.subspace, wanted,
                                     file.grade_data().grades.size())
             : effective_codec(*variant_.board, header.subspace, header.metric, wanted);
}

/// The slots of the new files of a subspace.
SlotLayout Repacker::layout(const SourceFiles& source) const {
  return header_of(variant_, source.subspace(), Metric::kValue, write_options(source)).layout();
}

/// FileHeader::values_checksum of the new files, which depends on where blocks end.
Result<std::uint64_t> Repacker::values_checksum(const SourceFiles& source) {
  const FileHeader& header = source.values.header();
  const SlotLayout wanted = layout(source);
  if (header.block_slots == wanted.block_slots) return header.values_checksum;
  RunningChecksum sum;
  std::vector<std::uint8_t> numbers, packed;
  for (std::uint32_t block = 0; block < wanted.block_count; ++block) {
    numbers.resize(wanted.slots_in_block(block));
    packed.resize(packed_size(numbers.size()));
    const std::uint64_t first = std::uint64_t{block} * wanted.block_slots;
    MILLSTONE_TRY(source.values.decode_numbers(first, numbers));
    pack_numbers(numbers, packed);
    sum.add(packed);
    MILLSTONE_TRY(go_on(source.values, 0));
  }
  return sum.value();
}

/// Whether an earlier run has left this file, whole. The level of a file can't be told.
Result<bool> Repacker::is_there(const SourceFiles& source, const DatabaseFile& file) {
  const FileHeader& from = file.header();
  const auto copy = DatabaseFile::open(target(from), variant_);
  if (!copy) return false;
  const FileHeader& header = copy->header();
  const bool counts_alike = from.metric != Metric::kGrade ||
                            copy->grade_data().scores_checksum == file.grade_data().scores_checksum;
  if (!counts_alike || header.counts != from.counts || header.block_slots != block_slots(source) ||
      header.codec != wanted_codec(source, file))
    return false;
  return header.values_checksum == MILLSTONE_TRY(values_checksum(source)) &&
         copy->check_whole_file().has_value();
}

/// Whether the bytes of the file are what is wanted, as they are.
bool Repacker::is_copied(const SourceFiles& source, const DatabaseFile& file) const {
  const FileHeader& header = file.header();
  return header.metric != Metric::kValue && options_.level == kDefaultLevel &&
         header.block_slots == block_slots(source) && header.codec == wanted_codec(source, file);
}

Result<std::uint64_t> Repacker::write(const SourceFiles& source, Metric metric) {
  const DatabaseFile& file = file_of(source, metric);
  const FileHeader& header = file.header();
  const std::uint32_t slots_of_block = block_slots(source);
  // A codec that learns reads some blocks before it writes all: no more is told than is expected.
  std::atomic<std::uint64_t> left = header.counts.slots;
  const ReadOutcomes read = [&](std::uint32_t block, std::span<OutcomeByte> outcomes,
                                std::vector<LongDistance>& longs) -> Result<void> {
    MILLSTONE_TRY(go_on(file, take_at_most(left, outcomes.size())));
    return source.decode_slots(std::uint64_t{block} * slots_of_block, outcomes, longs);
  };
  return write_subspace_file(options_.to, variant_, header.subspace, metric, header.counts,
                             write_options(source), read);
}

/// Writes grades with the wanted codec; they are in memory meanwhile.
Result<std::uint64_t> Repacker::write_grades(const SourceFiles& source) {
  const FileHeader& header = source.grades->header();
  const auto grades = MILLSTONE_TRY(
      SubspaceGrades::load(options_.from, variant_, header.subspace, options_.control.stop));
  const auto values = MILLSTONE_TRY(
      DatabaseFile::open(options_.to / file_name(header.subspace, Metric::kValue), variant_));
  const auto bytes = MILLSTONE_TRY(write_grade_file(
      options_.to, variant_, grades.view(), values.header(), {options_.level, options_.codec}));
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
  while (!MILLSTONE_TRY(is_there(source, file))) {
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

Result<void> Repacker::compare_block(const SourceFiles& source, const SourceFiles& copy,
                                     Metric metric, std::uint32_t block) const {
  const SlotLayout of_copy = file_of(copy, metric).header().layout();
  const std::uint64_t first = std::uint64_t{block} * of_copy.block_slots;
  const std::uint32_t slots = of_copy.slots_in_block(block);
  const bool same =
      MILLSTONE_TRY(metric == Metric::kGrade ? have_same_grades(source, copy, first, slots)
                                             : have_same_outcomes(source, copy, first, slots));
  if (same) return {};
  return fail(ErrorCode::kVerificationFailed, "{}: block {} differs from what {} holds",
              file_of(copy, metric).path(), block, file_of(source, metric).path());
}

Result<void> Repacker::compare(const SourceFiles& source, Metric metric) {
  const DatabaseFile& file = file_of(source, metric);
  auto copy = MILLSTONE_TRY(open_source({source.subspace(), metric, target(file.header())}));
  // The new file of the guide has been compared with this one.
  if (copy.values.has_guide() && source.guide) copy.values.read_guide_from(source.guide);
  const FileHeader& header = file_of(copy, metric).header();
  if (header.block_slots == file.header().block_slots &&
      header.values_checksum != file.header().values_checksum)
    return fail(ErrorCode::kVerificationFailed, "{}: has other values than {}",
                file_of(copy, metric).path(), file.path());
  if (metric == Metric::kGrade) MILLSTONE_TRY(compare_grade_lists(file, *copy.grades));
  return try_for_each_index(header.block_count, [&](std::uint32_t block) -> Result<void> {
    MILLSTONE_TRY(compare_block(source, copy, metric, block));
    return go_on(file, header.slots_in_block(block));
  });
}

Result<RepackedFile> Repacker::repack(const DatabaseEntry& entry) {
  auto source = MILLSTONE_TRY(open_source(entry));
  if (entry.metric == Metric::kValue) MILLSTONE_TRY(open_guide(source));
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
  std::vector<RepackedFile> rows(entries_.size());
  for (const std::size_t place : order()) rows[place] = MILLSTONE_TRY(repack(entries_[place]));
  return rows;
}

}  // namespace

Result<std::vector<RepackedFile>> repack_database(const Variant& variant,
                                                  const RepackOptions& options) {
  oneapi::tbb::task_arena arena(options.threads);
  return arena.execute([&] { return Repacker(variant, options).run(); });
}

}  // namespace mill
