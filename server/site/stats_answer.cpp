#include <algorithm>

#include "formats/build_hint.h"
#include "server/site/call.h"
#include "server/site/site.h"

namespace mill {
namespace {

Json totals_json(const std::vector<SubspaceSummary>& rows) {
  const SubspaceSummary total = total_of(rows);
  Json json = counts_json(total.counts);
  json["value_bytes"] = total.value_bytes;
  json["distance_bytes"] = total.distance_bytes;
  json["grade_bytes"] = total.grade_bytes;
  return json;
}

/// The subspace that a text names. A query writes blanks as pluses, so that the plus of a name that
/// was not escaped arrives as one.
Reply<Subspace> subspace_of(const Variant& variant, std::string text) {
  std::replace(text.begin(), text.end(), ' ', '+');
  return about("subspace", parse_subspace(variant, text));
}

Reply<const SubspaceSummary*> find_summary(const ServedDatabase& database,
                                           const Subspace& subspace) {
  for (const SubspaceSummary& row : database.summaries)
    if (row.subspace == subspace) return &row;
  const auto fault = database.faults.find(subspace);
  if (fault != database.faults.end()) return tl::unexpected(refusal_of(fault->second));
  return refuse(
      404, "subspace", "{}: there is no such file; {} makes it",
      file_name(subspace, Metric::kValue),
      build_command(variant_options(database.variant()), "", subspace.text()).without_directory);
}

Reply<Answer> answer_subspace(const Call& call, const Subspace& subspace) {
  const ServedDatabase& database = *call.database;
  const SubspaceSummary& row = *MILLSTONE_TRY(find_summary(database, subspace));
  const auto stats = database.counted->find(database.directories, database.variant(), subspace,
                                            call.site.stop_flag());
  if (!stats) return tl::unexpected(refusal_of(stats.error()));
  Json json = summary_json(row);
  json["wins_by_distance"] = stats->distances ? Json(stats->distances->wins) : Json();
  json["losses_by_distance"] = stats->distances ? Json(stats->distances->losses) : Json();
  return json_answer(json, Keeping::kAMinute);
}

}  // namespace

Reply<Answer> answer_stats(const Call& call) {
  const ServedDatabase& database = *call.database;
  if (const std::string* asked = call.request.find_parameter("subspace")) {
    const Subspace subspace = MILLSTONE_TRY(subspace_of(database.variant(), *asked));
    return answer_subspace(call, subspace);
  }
  Json subspaces = Json::array();
  for (const SubspaceSummary& row : database.summaries) subspaces.push_back(summary_json(row));
  return json_answer({{"name", database.variant().name},
                      {"digest", database.digest},
                      {"subspaces", std::move(subspaces)},
                      {"totals", totals_json(database.summaries)}},
                     Keeping::kAMinute);
}

}  // namespace mill
