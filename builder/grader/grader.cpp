#include "builder/grader/grader.h"

#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <map>

#include "base/numbers.h"
#include "base/places.h"
#include "base/text_file.h"
#include "base/work_progress.h"
#include "builder/grader/block_grader.h"
#include "builder/grader/grade_solver.h"
#include "builder/grader/subspace_scores.h"
#include "builder/solver/solver.h"
#include "builder/store/store.h"
#include "formats/build_hint.h"
#include "formats/codecs/packed_values.h"
#include "formats/database_directory.h"
#include "formats/database_file.h"
#include "formats/stored_files.h"
#include "game/numbering.h"
#include "game/transitions.h"

namespace mill {

class Grading::Parts {
 public:
  Parts(const Variant& variant, const GradeOptions& options)
      : variant_(variant), options_(options), progress_(options_.control) {}

  Result<void> prepare();
  const std::vector<Subspace>& subspaces() const { return subspaces_; }
  const ScoreTable& scores() const { return scores_; }
  Result<void> write_scores() const {
    return write_text_file(options_.directory / kScoreTableName, score_table_text(scores_));
  }
  Result<std::vector<GradedSubspace>> grade(const Subspace& subspace);

 private:
  Result<void> list_subspaces();
  Result<void> check_memory() const;
  Result<void> choose_scores();
  Result<std::optional<ScoreTable>> kept_scores() const;
  Result<ScoreTable> scores_of_all() const;
  Result<void> check_scores() const;

  std::filesystem::path path_of(const Subspace& subspace, Metric metric) const {
    return options_.directory / file_name(subspace, metric);
  }
  Result<DatabaseFile> open_values(const Subspace& subspace) const {
    return DatabaseFile::open(path_of(subspace, Metric::kValue), variant_);
  }
  std::optional<GradedSubspace> find_kept(const Subspace& subspace) const;
  GradeData data_of(const Subspace& subspace) const;
  /// The one of a pair by which its checkpoint goes, whichever of the two is named.
  Subspace first_of(const Subspace& subspace) const {
    return std::ranges::min(solved_together(variant_, subspace));
  }
  std::filesystem::path checkpoint_path(const Subspace& subspace) const;
  Checkpoint checkpoint_of(const Subspace& subspace) const;
  Result<std::vector<GradedCodes>> grade_in_blocks(const Subspace& subspace) const;
  Result<std::vector<SubspaceGrades>> grade_turn_by_turn(const Subspace& subspace) const;
  std::vector<GradedSubspace> find_kept(const std::vector<Subspace>& together) const;
  Result<std::vector<GradedSubspace>> grade_anew(const Subspace& subspace);
  Result<GradedSubspace> write(const GradedCodes& graded);
  Result<void> go_on(const Subspace& subspace) {
    return progress_.go_on("grading " + subspace.text(), slot_count(*variant_.board, subspace));
  }

  const Variant& variant_;
  const GradeOptions options_;
  oneapi::tbb::task_arena arena_{options_.threads};
  const std::shared_ptr<ByteArrayPool> pool_ = std::make_shared<ByteArrayPool>();
  WorkProgress progress_;            // in slots
  std::vector<Subspace> there_;      // value files
  std::vector<Subspace> subspaces_;  // in the order of closure()
  ScoreTable scores_;
  std::uint64_t scores_checksum_ = 0;
};

Result<void> Grading::Parts::list_subspaces() {
  const auto entries = MILLSTONE_TRY(list_database(options_.directory, variant_));
  for (const DatabaseEntry& entry : entries)
    if (entry.metric == Metric::kValue) there_.push_back(entry.subspace);
  if (there_.empty()) return no_database(options_.directory, variant_);
  subspaces_ = closure(variant_, options_.subspaces.empty() ? there_ : options_.subspaces);
  for (const Subspace& subspace : subspaces_)
    if (std::ranges::find(there_, subspace) == there_.end())
      return fail(ErrorCode::kMissingFile,
                  "{}: is not there, and grades are asked for that depend on it; {} makes it",
                  file_place(path_of(subspace, Metric::kValue)),
                  build_command(variant_options(variant_), options_.directory, subspace.text()));
  return {};
}

Result<void> Grading::Parts::check_memory() const {
  for (const Subspace& subspace : subspaces_) {
    const std::uint64_t bytes = is_graded_by_blocks(variant_, subspace)
                                    ? block_grader_memory(variant_, subspace)
                                    : grade_solver_memory(variant_, subspace);
    if (options_.memory != 0 && bytes > options_.memory)
      return fail(ErrorCode::kNotEnoughMemory,
                  "grading {} takes {} MiB of memory, the budget is {} MiB: give --memory {}M or "
                  "more",
                  subspace.text(), mebibytes_for(bytes), options_.memory >> 20,
                  mebibytes_for(bytes));
  }
  return {};
}

/// Those of an earlier call, where they name all that is there.
Result<std::optional<ScoreTable>> Grading::Parts::kept_scores() const {
  auto table = read_score_table(options_.directory, variant_);
  if (!table && table.error().code == ErrorCode::kMissingFile) return std::nullopt;
  if (!table) return tl::unexpected(table.error());
  const bool is_whole = std::ranges::all_of(
      there_, [&](const Subspace& subspace) { return table->scores.contains(subspace); });
  if (!is_whole) return std::nullopt;
  return *std::move(table);
}

Result<ScoreTable> Grading::Parts::scores_of_all() const {
  std::vector<CountedSubspace> counted;
  for (const Subspace& subspace : closure(variant_, there_)) {
    const auto values = open_values(subspace);
    if (values)
      counted.push_back({subspace, values->header().counts});
    else if (values.error().code != ErrorCode::kMissingFile)
      return tl::unexpected(values.error());
  }
  // A half of a pair has no score of its own.
  std::erase_if(counted, [all = counted, this](const CountedSubspace& one) {
    return is_cyclic(variant_, one.subspace) &&
           std::ranges::find(all, one.subspace.mirror(), &CountedSubspace::subspace) == all.end();
  });
  return make_score_table(variant_, counted);
}

Result<void> Grading::Parts::check_scores() const {
  for (const Subspace& subspace : subspaces_) {
    if (!scores_.scores.contains(subspace))
      return fail(ErrorCode::kInvalidArgument, "the scores leave out {}", subspace.text());
    const Subspace mirror = subspace.mirror();
    if (is_cyclic(variant_, subspace) && scores_.of(subspace) != -scores_.of(mirror))
      return fail(ErrorCode::kInvalidArgument,
                  "the scores of {} and {} are {} and {}, where play can go on between them and "
                  "they have to be opposite",
                  subspace.text(), mirror.text(), scores_.of(subspace), scores_.of(mirror));
  }
  return {};
}

Result<void> Grading::Parts::choose_scores() {
  if (options_.scores) {
    scores_ = *options_.scores;
  } else {
    auto kept = MILLSTONE_TRY(kept_scores());
    scores_ = kept ? *std::move(kept) : MILLSTONE_TRY(scores_of_all());
  }
  MILLSTONE_TRY(check_scores());
  scores_checksum_ = checksum_of(scores_);
  return {};
}

std::optional<GradedSubspace> Grading::Parts::find_kept(const Subspace& subspace) const {
  const auto file = DatabaseFile::open(path_of(subspace, Metric::kGrade), variant_);
  if (!file || file->grade_data().scores_checksum != scores_checksum_) return std::nullopt;
  const auto values = open_values(subspace);
  if (!values || !check_pair(*values, *file)) return std::nullopt;
  return GradedSubspace{subspace,
                        file->header().counts,
                        file->grade_data().score,
                        file->grade_data().grades.size(),
                        file->header().file_size,
                        true};
}

GradeData Grading::Parts::data_of(const Subspace& subspace) const {
  return {scores_checksum_, scores_.of(subspace), {}};
}

/// Not the name of a checkpoint of outcomes, with which a build would remove it.
std::filesystem::path Grading::Parts::checkpoint_path(const Subspace& subspace) const {
  const bool elsewhere = !options_.temp_directory.empty();
  return (elsewhere ? options_.temp_directory : options_.directory) /
         fmt::format("grades-{}.checkpoint", first_of(subspace).text());
}

Checkpoint Grading::Parts::checkpoint_of(const Subspace& subspace) const {
  const std::uint32_t blocks = block_count(variant_, subspace);
  const CheckpointPart whole{{0, blocks}, blocks, nullptr, scores_checksum_};
  return {checkpoint_path(subspace),   variant_, first_of(subspace),
          options_.checkpoint_seconds, {},       whole};
}

Result<std::vector<GradedCodes>> Grading::Parts::grade_in_blocks(const Subspace& subspace) const {
  const StopFlag stop = options_.control.stop;
  const BlockGradeInputs inputs{
      [&](const Subspace& side) { return data_of(side); },
      [&](const Subspace& side, const TakeCodes& take) -> Result<void> {
        return read_codes(MILLSTONE_TRY(open_values(side)), nullptr, stop, take);
      },
      [&](const Subspace& input) -> Result<std::vector<Grade>> {
        return MILLSTONE_TRY(DatabaseFile::open(path_of(input, Metric::kGrade), variant_))
            .grade_data()
            .grades;
      },
      [&](const Subspace& input, const TakeCodes& take) -> Result<void> {
        const auto files = MILLSTONE_TRY(open_grade_files(options_.directory, variant_, input));
        return read_codes(files.values, &files.grades, stop, take);
      }};
  Checkpoint checkpoint = checkpoint_of(subspace);
  return grade_by_blocks(variant_, subspace, scores_, inputs, {pool_, nullptr, stop, &checkpoint});
}

Result<std::vector<SubspaceGrades>> Grading::Parts::grade_turn_by_turn(
    const Subspace& subspace) const {
  const StopFlag stop = options_.control.stop;
  const GradeInputs inputs{
      [&](const Subspace& side) -> Result<SubspaceGrades> {
        auto values = MILLSTONE_TRY(SubspaceGrades::make(variant_, side, data_of(side)));
        const DatabaseFile file = MILLSTONE_TRY(open_values(side));
        MILLSTONE_TRY(values.read_values(file, stop));
        return values;
      },
      [&](const Subspace& input) -> Result<std::shared_ptr<const SubspaceGrades>> {
        return std::make_shared<const SubspaceGrades>(
            MILLSTONE_TRY(SubspaceGrades::load(options_.directory, variant_, input, stop)));
      }};
  return grade_by_turns(variant_, subspace, scores_, inputs, stop);
}

Result<std::vector<GradedSubspace>> Grading::Parts::grade_anew(const Subspace& subspace) {
  std::vector<GradedSubspace> rows;
  if (is_graded_by_blocks(variant_, subspace)) {
    for (const GradedCodes& side : MILLSTONE_TRY(grade_in_blocks(subspace)))
      rows.push_back(MILLSTONE_TRY(write(side)));
    return rows;
  }
  for (const SubspaceGrades& side : MILLSTONE_TRY(grade_turn_by_turn(subspace)))
    rows.push_back(MILLSTONE_TRY(write(side.view())));
  return rows;
}

Result<GradedSubspace> Grading::Parts::write(const GradedCodes& graded) {
  const DatabaseFile values = MILLSTONE_TRY(open_values(graded.subspace));
  const auto bytes =
      MILLSTONE_TRY(write_grade_file(options_.directory, variant_, graded, values.header(),
                                     {.level = options_.level, .codec = options_.codec}));
  return GradedSubspace{graded.subspace,
                        values.header().counts,
                        graded.data.score,
                        graded.data.grades.size(),
                        bytes,
                        false};
}

std::vector<GradedSubspace> Grading::Parts::find_kept(const std::vector<Subspace>& together) const {
  std::vector<GradedSubspace> kept;
  for (const Subspace& side : together)
    if (const auto row = find_kept(side)) kept.push_back(*row);
  return kept;
}

Result<std::vector<GradedSubspace>> Grading::Parts::grade(const Subspace& subspace) {
  const std::vector<Subspace> together = solved_together(variant_, subspace);
  std::vector<GradedSubspace> rows = find_kept(together);
  const bool is_kept = rows.size() == together.size();
  if (!is_kept) rows = MILLSTONE_TRY(arena_.execute([&] { return grade_anew(subspace); }));
  // A kill may have left one beside finished files.
  const std::filesystem::path checkpoint = checkpoint_path(subspace);
  std::error_code ignored;
  if (!is_kept || std::filesystem::exists(checkpoint, ignored)) remove_checkpoints(checkpoint);
  for (const Subspace& side : together) MILLSTONE_TRY(go_on(side));
  return rows;
}

Result<void> Grading::Parts::prepare() {
  MILLSTONE_TRY(refuse_pack(options_.directory));
  MILLSTONE_TRY(list_subspaces());
  MILLSTONE_TRY(check_memory());
  MILLSTONE_TRY(choose_scores());
  for (const Subspace& subspace : subspaces_)
    progress_.expect(slot_count(*variant_.board, subspace));
  return {};
}

Grading::Grading(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Grading::Grading(Grading&& other) noexcept = default;
Grading& Grading::operator=(Grading&& other) noexcept = default;
Grading::~Grading() = default;

Result<Grading> Grading::start(const Variant& variant, const GradeOptions& options) {
  auto parts = std::make_unique<Parts>(variant, options);
  MILLSTONE_TRY(parts->prepare());
  return Grading(std::move(parts));
}

const std::vector<Subspace>& Grading::subspaces() const { return parts_->subspaces(); }

const ScoreTable& Grading::scores() const { return parts_->scores(); }

Result<void> Grading::write_scores() const { return parts_->write_scores(); }

Result<std::vector<GradedSubspace>> Grading::grade(const Subspace& subspace) {
  return parts_->grade(subspace);
}

std::vector<GradedSubspace> Grading::report_of(
    const std::map<Subspace, GradedSubspace>& graded) const {
  std::vector<GradedSubspace> rows;
  for (const Subspace& subspace : subspaces()) rows.push_back(graded.at(subspace));
  return rows;
}

Result<std::vector<GradedSubspace>> grade_database(const Variant& variant,
                                                   const GradeOptions& options) {
  Grading grading = MILLSTONE_TRY(Grading::start(variant, options));
  const FileLocks::Lock claim = MILLSTONE_TRY(claim_job(options.directory));
  MILLSTONE_TRY(grading.write_scores());
  std::map<Subspace, GradedSubspace> graded;
  for (const Subspace& subspace : grading.subspaces()) {
    if (graded.contains(subspace)) continue;
    for (const GradedSubspace& row : MILLSTONE_TRY(grading.grade(subspace)))
      graded[row.subspace] = row;
  }
  return grading.report_of(graded);
}

}  // namespace mill
