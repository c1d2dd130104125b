#include <chrono>
#include <random>
#include <thread>

#include "builder/cluster/check_coordinator.h"
#include "builder/cluster/check_worker.h"
#include "builder/cluster/cluster.h"
#include "builder/cluster/job_messages.h"
#include "formats/database_directory.h"

namespace mill {
namespace {

using nlohmann::json;

constexpr std::chrono::milliseconds kBetweenTurns{2};

/// What the first rank tells the others before they begin.
json news_of_job(const std::filesystem::path& directory, const Variant& variant,
                 const Result<Verification>& verification) {
  if (!verification) return {{"good", false}};
  std::filesystem::path locked;  // a file that is there
  const auto entries = list_database(directory, variant);
  if (entries && !entries->empty()) locked = entries->front().path;
  std::random_device random;
  return {{"good", true},
          {"subspaces", to_json(verification->subspaces())},
          {"locked", locked.string()},
          {"job", std::uint64_t{random()} << 32 | random()}};
}

Result<void> make_checks(Result<Verification>& verification, CheckWorker& worker) {
  if (!verification) return tl::unexpected(verification.error());
  while (const auto number = MILLSTONE_TRY(worker.next()))
    worker.checked(*number, MILLSTONE_TRY(verification->check(*number)));
  return {};
}

Result<std::optional<VerifyReport>> gathered(const CheckCoordinator& coordinator,
                                             const VerifyOptions& options) {
  std::vector<SubspaceReport> reports;
  for (const auto& [number, report] : coordinator.reports()) {
    if (options.finished) options.finished(report);
    reports.push_back(report);
  }
  if (coordinator.failure()) return tl::unexpected(*coordinator.failure());
  return verdict_on(std::move(reports));
}

}  // namespace

Result<void> agreed(Communicator& communicator, Result<void> own) {
  const bool first_is_well = communicator.from_first(own.has_value()).get<bool>();
  if (communicator.is_first()) return own;
  if (!first_is_well) return fail(ErrorCode::kInterrupted, "stopped");
  if (own) return own;
  communicator.give_up();
  return fail(own.error().code, "{}: {}", communicator.name_of(communicator.rank()),
              own.error().message);
}

Result<std::optional<VerifyReport>> verify_on_cluster(Communicator& communicator,
                                                      const std::filesystem::path& directory,
                                                      const Variant& variant,
                                                      const VerifyOptions& options) {
  CheckState state;
  const auto start = [&](const VerifyOptions& given) {
    VerifyOptions share = given;
    share.control = {state.stopping, [&](const Progress& made) { state.share = made.share; }};
    return Verification::start(directory, variant, share, CheckOrder::kDearestFirst);
  };
  std::optional<Result<Verification>> verification;
  if (communicator.is_first()) verification = start(options);
  const json job = communicator.from_first(
      verification ? news_of_job(directory, variant, *verification) : json());
  if (!job.at("good").get<bool>()) {
    if (verification) return tl::unexpected(verification->error());
    return fail(ErrorCode::kInterrupted, "stopped");
  }
  JobLocks locks(job.at("locked").get<std::string>(), job.at("job"));
  locks.claim_rank(communicator.rank());
  communicator.wait_for_all();

  if (!verification) {
    VerifyOptions same = options;
    same.subspaces = subspaces_from(job.at("subspaces"));
    verification = start(same);
  }
  CheckWorker worker(communicator, locks, state, options.control.stop);
  std::optional<CheckCoordinator> coordinator;
  if (communicator.is_first())
    coordinator.emplace(communicator, **verification, locks, options.control);
  std::jthread service([&](const std::stop_token& ended) {
    while (!ended.stop_requested()) {
      worker.poll();
      if (coordinator) coordinator->poll();
      std::this_thread::sleep_for(kBetweenTurns);
    }
  });
  const auto done = make_checks(*verification, worker);
  const auto ended = worker.end(done);
  service = {};
  MILLSTONE_TRY(ended);
  // Who has no lock any more while others do not know of the end seems to be dead.
  if (!communicator.has_given_up()) communicator.wait_for_all();
  if (coordinator) return gathered(*coordinator, options);
  if (done) return std::nullopt;
  return fail(ErrorCode::kInterrupted, "stopped");
}

}  // namespace mill
