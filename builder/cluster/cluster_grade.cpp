#include "base/machine.h"
#include "base/places.h"
#include "builder/cluster/cluster.h"
#include "builder/cluster/grade_coordinator.h"
#include "builder/cluster/job_messages.h"

namespace mill {
namespace {

using nlohmann::json;

/// Chooses the scores for all ranks and puts them beside the files.
Result<Grading> start_grading(const Variant& variant, const GradeOptions& options,
                              std::optional<JobLocks>& locks) {
  Grading grading = MILLSTONE_TRY(Grading::start(variant, options));
  MILLSTONE_TRY(locks.emplace(options.directory).claim_job());
  MILLSTONE_TRY(grading.write_scores());
  return grading;
}

/// What the first rank tells the others before they begin.
json news_of_grading(const Result<Grading>& grading) {
  if (!grading) return {{"good", false}};
  return {{"good", true},
          {"subspaces", to_json(grading->subspaces())},
          {"scores", score_table_text(grading->scores())}};
}

/// What the first rank grades, as it has told.
Result<Grading> join_grading(const Variant& variant, const GradeOptions& options,
                             const json& news) {
  GradeOptions same = options;
  same.subspaces = subspaces_from(news.at("subspaces"));
  const auto scores = news.at("scores").get<std::string>();
  same.scores = MILLSTONE_TRY(
      parse_score_table(variant, scores, file_place(options.directory / kScoreTableName)));
  return Grading::start(variant, same);
}

/// Grades a pair that the coordinator hands out.
/// @return what was found, for the coordinator
Result<json> grade_pair(Grading& grading, const json& handed_out) {
  const auto graded = MILLSTONE_TRY(grading.grade(subspace_from(handed_out.at("pair"))));
  json found = json::array();
  for (const GradedSubspace& each : graded) found.push_back(to_json(each));
  return json{{"graded", found}};
}

}  // namespace

Result<std::optional<std::vector<GradedSubspace>>> grade_on_cluster(Communicator& communicator,
                                                                    const Variant& variant,
                                                                    const GradeOptions& given) {
  StopSigns signs;
  GradeOptions options = given;
  if (options.memory == 0) options.memory = usual_memory_budget() / communicator.ranks_here();
  options.control = {signs.stopping, {}};
  std::optional<JobLocks> locks;
  std::optional<Result<Grading>> grading;
  if (communicator.is_first()) grading = start_grading(variant, options, locks);
  const json news = communicator.from_first(grading ? news_of_grading(*grading) : json());
  if (!news.at("good").get<bool>()) {
    if (grading) return tl::unexpected(grading->error());
    return fail(ErrorCode::kInterrupted, "stopped");
  }
  if (!locks) locks.emplace(options.directory);
  locks->claim_rank(communicator.rank());
  communicator.wait_for_all();

  if (!grading) grading = join_grading(variant, options, news);
  const JobTerms terms{communicator, *locks,
                       "finished subspaces are kept, the same command goes on from here", true};
  JobWorker worker(terms, signs, given.control.stop);
  std::vector<PlannedSubspace> pairs;
  std::optional<GradeCoordinator> coordinator;
  if (communicator.is_first()) {
    pairs = rows_of_pairs(make_plan(variant, (*grading)->subspaces(), {}));
    coordinator.emplace(terms, pairs, given.control.progress);
  }
  const auto done =
      take_part(terms, worker, coordinator ? &*coordinator : nullptr, [&]() -> Result<json> {
        if (!*grading) return tl::unexpected(grading->error());
        MILLSTONE_TRY(
            worker.work_off([&](const json& answer) { return grade_pair(**grading, answer); }));
        return json::object();
      });
  MILLSTONE_TRY(done);
  if (!coordinator) return std::nullopt;
  return (*grading)->report_of(coordinator->graded());
}

}  // namespace mill
