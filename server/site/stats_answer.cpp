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

Reply<Answer> answer_subspace(const Call& call, const SubspaceSummary& row) {
  const ServedDatabase& database = *call.database;
  const auto stats = database.counted->find(database.directories, database.variant(), row.subspace,
                                            call.site.stop_flag());
  if (!stats) return tl::unexpected(refusal_of(database, stats.error()));
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
