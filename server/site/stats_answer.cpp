#include "reports/database_stats.h"
#include "server/site/call.h"
#include "server/site/site.h"

namespace mill {
namespace {

Json totals_json(const std::vector<SubspaceSummary>& rows) {
  const SubspaceSummary total = total_of(rows);
  Json json = counts_json(total.counts);
  json["value_bytes"] = total.value_bytes;
  json["distance_bytes"] = total.distance_bytes;
  return json;
}

Reply<const SubspaceSummary*> find_summary(const ServedDatabase& database,
                                           const std::string& text) {
  for (const SubspaceSummary& row : database.summaries)
    if (row.subspace.text() == text) return &row;
  return refuse(404, "subspace",
                "there is no subspace '{}' on file; /{}/stats lists those there are", text,
                database.digest);
}

/// One pass over the blocks of the subspace, in whichever directory its files are.
Result<SubspaceStats> count(const ServedDatabase& database, const Subspace& subspace,
                            const StopFlag& stop) {
  Result<SubspaceStats> counted = fail(ErrorCode::kMissingFile, "{} is not there", subspace.text());
  for (const std::filesystem::path& directory : database.directories) {
    StatsOptions options;
    options.subspaces = {subspace};
    options.top = 0;
    options.control.stop = stop;
    const auto stats = collect_stats(directory, database.variant(), options);
    if (stats) return stats->subspaces.front();
    if (stats.error().code != ErrorCode::kMissingFile) return tl::unexpected(stats.error());
    counted = tl::unexpected(stats.error());
  }
  return counted;
}

Reply<Answer> answer_subspace(const Call& call, const SubspaceSummary& row) {
  auto stats = count(*call.database, row.subspace, call.site.stop_flag());
  if (!stats) return tl::unexpected(refusal_of(*call.database, stats.error()));
  Json json = summary_json(row);
  json["wins_by_distance"] = stats->distances ? Json(stats->distances->wins) : Json();
  json["losses_by_distance"] = stats->distances ? Json(stats->distances->losses) : Json();
  return json_answer(json, call.keeping);
}

}  // namespace

Reply<Answer> answer_stats(const Call& call) {
  const ServedDatabase& database = *call.database;
  if (const std::string* subspace = call.request.find_parameter("subspace"))
    return answer_subspace(call, *MILLSTONE_TRY(find_summary(database, *subspace)));
  Json subspaces = Json::array();
  for (const SubspaceSummary& row : database.summaries) subspaces.push_back(summary_json(row));
  return json_answer({{"name", database.variant().name},
                      {"digest", database.digest},
                      {"subspaces", std::move(subspaces)},
                      {"totals", totals_json(database.summaries)}},
                     call.keeping);
}

}  // namespace mill
