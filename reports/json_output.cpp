#include "reports/json_output.h"

#include <fmt/format.h>

#include "base/numbers.h"
#include "game/notation.h"

namespace mill {

Json rule_value_json(const std::string& value) {
  if (value == "true" || value == "false") return value == "true";
  if (const auto number = number_in<int>(value)) return *number;
  return value;
}

Json variant_json(const Variant& variant) {
  constexpr std::string_view kBoardPrefix = "board.";
  Json board = {{"name", variant.board->name}};
  Json rules = Json::object();
  for (const RuleField& entry : rule_fields(variant)) {
    if (entry.field.starts_with(kBoardPrefix))
      board[entry.field.substr(kBoardPrefix.size())] = entry.value;
    else
      rules[entry.field] = rule_value_json(entry.value);
  }
  return {{"name", variant.name}, {"digest", variant.digest()}, {"rules", rules}, {"board", board}};
}

Json subspace_json(const Subspace& subspace) {
  return {{"subspace", subspace.text()},
          {"own", subspace.own},
          {"opponent", subspace.opponent},
          {"own_hand", subspace.own_hand},
          {"opponent_hand", subspace.opponent_hand}};
}

Json counts_json(const ClassCounts& counts) {
  return {{"classes", counts.classes},
          {"slots", counts.slots},
          {"wins", counts.wins},
          {"draws", counts.draws},
          {"losses", counts.losses},
          {"longest_win", counts.longest_win},
          {"longest_loss", counts.longest_loss}};
}

Json subspace_json(const Subspace& subspace, const ClassCounts& counts, std::uint64_t value_bytes,
                   std::uint64_t distance_bytes) {
  Json json = subspace_json(subspace);
  json.update(counts_json(counts));
  json["value_bytes"] = value_bytes;
  json["distance_bytes"] = distance_bytes;
  return json;
}

Json grade_json(const std::optional<Grade>& grade) {
  if (!grade) return {};
  return {{"gain", grade->gain}, {"steps", grade->steps}};
}

Json answer_json(const Board& board, const ProbeReport& report) {
  Json moves = Json::array();
  for (const RankedTurn& ranked : report.turns)
    moves.push_back({{"move", turn_text(board, ranked.turn)},
                     {"value", value_name(ranked.value)},
                     {"distance", json_or_null(ranked.distance)},
                     {"grade", grade_json(ranked.grade)}});
  return {{"value", value_name(report.value)},
          {"distance", json_or_null(report.distance)},
          {"grade", grade_json(report.grade)},
          {"moves", moves}};
}

std::string json_text(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

void print_json(const Json& json) { fmt::print("{}\n", json_text(json, 2)); }

}  // namespace mill
