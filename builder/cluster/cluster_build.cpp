#include "base/machine.h"
#include "builder/cluster/cluster.h"
#include "builder/cluster/coordinator.h"
#include "builder/cluster/job_messages.h"
#include "builder/cluster/worker.h"

namespace mill {
namespace {

using nlohmann::json;

/// Ranks that a team may have.
int most_in_a_team(const Communicator& communicator, const BuildOptions& options, int wanted) {
  if (!can_be_written_by_team(options)) return 1;
  return wanted > 0 ? std::min(wanted, communicator.size()) : communicator.size();
}

/// What the first rank has beside what all have.
struct Job {
  const BuildOptions& options;
  InputDistances distances;
  WorkList work;
  BuildMeter meter;
  std::optional<BuildLog> log{};

  Job(const Variant& variant, const BuildOptions& build)
      : options(build),
        distances(variant, build),
        work(variant, build, distances),
        meter(build.control.progress) {}
};

Result<void> start_job(Communicator& communicator, const Variant& variant,
                       const BuildOptions& options, std::uint64_t budget, JobLocks& locks,
                       Job& job) {
  MILLSTONE_TRY(locks.claim_job());
  MILLSTONE_TRY(prepare_build(variant, options, budget, job.distances, job.work, job.meter));
  job.log.emplace(options.directory);
  job.log->started(variant, options, job.work.plan().subspaces.size(), job.work.found().size(),
                   budget);
  for (int rank = 0; rank < communicator.size(); ++rank) job.log->note(communicator.name_of(rank));
  return {};
}

/// What is built here, with everything that concerns the whole job left to the first rank.
BuildOptions options_of_share(const BuildOptions& options, const StopSigns& signs) {
  BuildOptions share = options;
  share.check_space = false;
  share.control = {signs.stopping, {}};
  share.note = {};
  return share;
}

BuildReport make_report(const Coordinator& coordinator, int ranks, Job& job) {
  BuildReport report;
  for (const PlannedSubspace& planned : job.work.plan().subspaces) {
    const auto built = coordinator.written().find(planned.subspace);
    // Another build may have made what this job was about to.
    if (built == coordinator.written().end()) (void)job.work.look_again(planned.subspace);
    report.subspaces.push_back(built == coordinator.written().end()
                                   ? job.work.found().at(planned.subspace)
                                   : built->second);
  }
  report.seconds = job.meter.seconds();
  report.peak_memory = coordinator.peak();
  report.job = {ranks, coordinator.pairs()};
  return report;
}

}  // namespace

Result<std::optional<BuildReport>> build_on_cluster(Communicator& communicator,
                                                    const Variant& variant,
                                                    const BuildOptions& given, int team) {
  BuildOptions options = given;
  const std::uint64_t budget = options.memory_budget
                                   ? options.memory_budget
                                   : usual_memory_budget() / communicator.ranks_here();
  options.memory_budget = budget;
  options.processes = most_in_a_team(communicator, options, team);
  std::optional<Job> job;
  std::error_code ignored;  // it is told where the directory is used
  std::filesystem::create_directories(options.directory, ignored);
  JobLocks locks(options.directory);
  Result<void> ready;
  if (communicator.is_first()) {
    job.emplace(variant, options);
    ready = start_job(communicator, variant, options, budget, locks, *job);
  }
  MILLSTONE_TRY(agreed(communicator, ready));
  locks.claim_rank(communicator.rank());
  communicator.wait_for_all();

  const JobTerms terms{communicator, locks,
                       "finished subspaces are kept, the same command goes on from here", true};
  StopSigns signs;
  JobWorker worker(terms, signs, options.control.stop);
  std::optional<Coordinator> coordinator;
  if (job)
    coordinator.emplace(terms, job->work, *job->log, job->meter,
                        TeamLimits{team, options.processes, budget});
  const auto done =
      take_part(terms, worker, coordinator ? &*coordinator : nullptr, [&]() -> Result<json> {
        Worker pairs(communicator, worker, signs);
        const auto peak =
            MILLSTONE_TRY(build_share(variant, options_of_share(options, signs), pairs));
        return json{{"peak", peak}};
      });
  if (job) job->distances.keep_only({});
  if (!done && job) job->log->broken_off(job->meter.seconds(), done.error());
  MILLSTONE_TRY(done);
  if (!job) return std::nullopt;
  BuildReport report = make_report(*coordinator, communicator.size(), *job);
  job->log->ended(report.seconds, report.peak_memory);
  return report;
}

}  // namespace mill
