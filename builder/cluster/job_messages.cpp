#include "builder/cluster/job_messages.h"

namespace mill {

using nlohmann::json;

json to_json(const Subspace& subspace) {
  return {subspace.own,
          subspace.opponent,
          subspace.own_hand,
          subspace.opponent_hand,
          subspace.marked,
          subspace.due,
          static_cast<int>(subspace.mover)};
}

Subspace subspace_from(const json& parts) {
  return {parts.at(0),
          parts.at(1),
          parts.at(2),
          parts.at(3),
          parts.at(4),
          parts.at(5),
          static_cast<Mover>(parts.at(6).get<int>())};
}

json to_json(const std::vector<Subspace>& subspaces) {
  json list = json::array();
  for (const Subspace& subspace : subspaces) list.push_back(to_json(subspace));
  return list;
}

std::vector<Subspace> subspaces_from(const json& list) {
  std::vector<Subspace> subspaces;
  for (const json& each : list) subspaces.push_back(subspace_from(each));
  return subspaces;
}

namespace {

json to_json(const ClassCounts& counts) {
  return {{"slots", counts.slots},
          {"classes", counts.classes},
          {"wins", counts.wins},
          {"draws", counts.draws},
          {"losses", counts.losses},
          {"longest_win", counts.longest_win},
          {"longest_loss", counts.longest_loss}};
}

ClassCounts class_counts_from(const json& message) {
  return {message.at("slots"),       message.at("classes"), message.at("wins"),
          message.at("draws"),       message.at("losses"),  message.at("longest_win"),
          message.at("longest_loss")};
}

}  // namespace

json to_json(const BuiltSubspace& built) {
  return {{"subspace", to_json(built.subspace)},
          {"counts", to_json(built.counts)},
          {"value_bytes", built.value_bytes},
          {"distance_bytes", built.distance_bytes},
          {"seconds", built.seconds}};
}

BuiltSubspace built_subspace_from(const json& message) {
  BuiltSubspace built;
  built.subspace = subspace_from(message.at("subspace"));
  built.counts = class_counts_from(message.at("counts"));
  built.value_bytes = message.at("value_bytes");
  built.distance_bytes = message.at("distance_bytes");
  built.seconds = message.at("seconds");
  return built;
}

json to_json(const GradedSubspace& graded) {
  return {{"subspace", to_json(graded.subspace)},
          {"counts", to_json(graded.counts)},
          {"score", graded.score},
          {"grades", graded.grades},
          {"bytes", graded.bytes},
          {"kept", graded.kept}};
}

GradedSubspace graded_subspace_from(const json& message) {
  return {subspace_from(message.at("subspace")),
          class_counts_from(message.at("counts")),
          message.at("score"),
          message.at("grades"),
          message.at("bytes"),
          message.at("kept")};
}

json to_json(const RankShare& share) {
  return {{"rank", share.rank},
          {"seconds", share.seconds},
          {"waited", share.waited},
          {"sent", share.sent},
          {"received", share.received}};
}

RankShare rank_share_from(const json& message) {
  return {message.at("rank"), message.at("seconds"), message.at("waited"), message.at("sent"),
          message.at("received")};
}

json to_json(const SubspaceReport& report) {
  return {{"subspace", to_json(report.subspace)},
          {"distances", report.distances},
          {"grades", report.grades},
          {"slots", report.slots},
          {"slots_checked", report.slots_checked},
          {"differences", report.differences},
          {"seconds", report.seconds},
          {"first_difference", report.first_difference},
          {"fault", report.fault},
          {"fault_code", static_cast<int>(report.fault_code)}};
}

SubspaceReport subspace_report_from(const json& message) {
  return {subspace_from(message.at("subspace")),
          message.at("distances"),
          message.at("grades"),
          message.at("slots"),
          message.at("slots_checked"),
          message.at("differences"),
          message.at("seconds"),
          message.at("first_difference"),
          message.at("fault"),
          static_cast<ErrorCode>(message.at("fault_code").get<int>())};
}

json to_json(const Error& error) {
  return {{"code", static_cast<int>(error.code)}, {"message", error.message}};
}

Error error_from(const json& message) {
  return {static_cast<ErrorCode>(message.at("code").get<int>()), message.at("message")};
}

}  // namespace mill
