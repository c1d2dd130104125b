#include "game/position_text.h"
#include "game/rule_table.h"
#include "server/site/call.h"
#include "server/site/site.h"

namespace mill {
namespace {

Json indices_of(Mask points) {
  Json indices = Json::array();
  for_each_bit(points, [&](int point) { indices.push_back(point); });
  return indices;
}

/// Where a point is drawn follows from its name: a file letter and a rank digit.
Json point_json(const std::string& name) {
  return {{"name", name}, {"x", name[0] - 'a'}, {"y", name[1] - '1'}};
}

Json edges_of(const Board& board) {
  Json edges = Json::array();
  for (int point = 0; point < board.points(); ++point)
    for_each_bit(board.neighbours[point], [&](int other) {
      if (point < other) edges.push_back({point, other});
    });
  return edges;
}

Json symmetries_of(const Board& board) {
  Json symmetries = Json::array();
  for (const Symmetry& symmetry : board.symmetries.elements) {
    Json& images = symmetries.emplace_back(Json::array());
    for (int point = 0; point < board.points(); ++point) images.push_back(symmetry(point));
  }
  return symmetries;
}

Json board_json(const Board& board) {
  Json points = Json::array(), lines = Json::array();
  for (const std::string& name : board.point_names) points.push_back(point_json(name));
  for (const Mask line : board.lines) lines.push_back(indices_of(line));
  return {{"name", board.name},
          {"points", std::move(points)},
          {"edges", edges_of(board)},
          {"lines", std::move(lines)},
          {"symmetries", symmetries_of(board)}};
}

Json rules_json(const Rules& rules) {
  Json json = Json::object();
  for (const FieldSpec& spec : field_specs()) {
    if (spec.is_idle(rules)) continue;
    const int value = spec.get(rules);
    json[spec.name] = spec.is_flag() ? Json(value == 1) : Json(value);
  }
  return json;
}

/// Subspaces whose files are there and cannot be read.
Json damaged_subspaces(const ServedDatabase& database) {
  Json subspaces = Json::array();
  for (const auto& [subspace, error] : database.faults)
    if (error.code != ErrorCode::kMissingFile) subspaces.push_back(subspace.text());
  return subspaces;
}

Json database_json(const Databases& databases, const ServedDatabase& database) {
  const Variant& variant = database.variant();
  Json subspaces = Json::array();
  for (const SubspaceSummary& row : database.summaries) subspaces.push_back(row.subspace.text());
  const Position start = start_position(variant);
  return {{"name", variant.name},
          {"digest", database.digest},
          {"addresses", databases.addresses_of(database)},
          {"rules", rules_json(variant.rules)},
          {"defaults", rules_json(Rules{})},
          {"idle", idle_fields(variant.rules)},
          {"start", position_text(variant, with_colours(variant, start))},
          {"board", board_json(*variant.board)},
          {"subspaces", std::move(subspaces)},
          {"damaged", damaged_subspaces(database)}};
}

}  // namespace

Reply<Answer> answer_variants(const Call& call) {
  const Databases& databases = call.site.databases();
  Json variants = Json::array();
  for (const auto& database : databases.all())
    variants.push_back(database_json(databases, *database));
  return json_answer({{"variants", std::move(variants)}}, Keeping::kAMinute);
}

}  // namespace mill
