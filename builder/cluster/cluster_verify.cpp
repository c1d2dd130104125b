#include <random>

#include "builder/cluster/check_coordinator.h"
#include "builder/cluster/cluster.h"
#include "builder/cluster/job_messages.h"
#include "formats/database_directory.h"

namespace mill {
namespace {

using nlohmann::json;

constexpr double kWorthTelling = 0.001;  // of all checks

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

/// What tells the first rank how much of all checks has been made here.
std::function<void(const Progress&)> told_to_first(Communicator& communicator) {
  return [&communicator, told = 0.0](const Progress& made) mutable {
    if (made.share < told + kWorthTelling) return;
    told = made.share;
    communicator.send(kFirstRank, Channel::kCoordinator,
                      {{"kind", kinds::kProgress}, {"share", told}});
  };
}

/// Makes a check that the coordinator hands out.
/// @return what it found, for the coordinator
Result<json> make_check(Verification& verification, const json& handed_out) {
  const std::size_t number = handed_out.at("number");
  const SubspaceReport report = MILLSTONE_TRY(verification.check(number));
  return json{{"checked", {{"number", number}, {"report", to_json(report)}}}};
}

VerifyReport gathered(const CheckCoordinator& coordinator, const VerifyOptions& options) {
  VerifyReport all;
  for (const auto& [number, report] : coordinator.reports()) {
    if (options.finished) options.finished(report);
    all.subspaces.push_back(report);
  }
  return all;
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
  StopSigns signs;
  const auto start = [&](const VerifyOptions& given) {
    VerifyOptions share = given;
    share.control = {signs.stopping, told_to_first(communicator)};
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
  const JobTerms terms{communicator, locks, "run the same command again", false};
  JobWorker worker(terms, signs, options.control.stop);
  std::optional<CheckCoordinator> coordinator;
  if (communicator.is_first()) coordinator.emplace(terms, **verification, options.control.progress);
  const auto done =
      take_part(terms, worker, coordinator ? &*coordinator : nullptr, [&]() -> Result<json> {
        if (!*verification) return tl::unexpected(verification->error());
        MILLSTONE_TRY(worker.work_off(
            [&](const json& answer) { return make_check(**verification, answer); }));
        return json::object();
      });
  std::optional<VerifyReport> found;
  if (coordinator) found = gathered(*coordinator, options);
  MILLSTONE_TRY(done);
  if (!found) return std::nullopt;
  return verdict_on(std::move(found->subspaces));
}

}  // namespace mill
