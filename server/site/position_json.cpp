#include "server/site/position_json.h"

#include <algorithm>

#include "engine/match/review.h"
#include "game/notation.h"
#include "game/text_play.h"

namespace mill {
namespace {

Json names_of(const Board& board, Mask points) {
  Json names = Json::array();
  for_each_bit(points, [&](int point) { names.push_back(board.point_names[point]); });
  return names;
}

constexpr std::string_view protocol_name(Side side) {
  return side == Side::kWhite ? "white" : "black";
}

}  // namespace

Json side_json(const std::optional<Side>& side) {
  return side ? Json(protocol_name(*side)) : Json();
}

Json position_json(const Variant& variant, const TextPosition& text) {
  const Position& position = text.position;
  const bool white = text.side == Side::kWhite;
  // What a single position tells; the rules that count need its history.
  const GameResult result = Game(variant, text, HistoryRules{0, 0, false}).result();
  return {{"turn", protocol_name(text.side)},
          {"white", names_of(*variant.board, text.white())},
          {"black", names_of(*variant.board, text.black())},
          {"white_hand", white ? position.own_hand : position.opponent_hand},
          {"black_hand", white ? position.opponent_hand : position.own_hand},
          {"marked", names_of(*variant.board, position.memory.marked)},
          {"removals", position.removals},
          {"removes_own", position.memory.from_own},
          {"phase", turn_phase_name(turn_phase_of(variant.rules, position))},
          {"over", result.ending == Ending::kOpen ? Json() : Json(ending_name(result.ending))},
          {"winner", side_json(result.winner)}};
}

std::string_view category_of(const Standing& standing) {
  return standing.value ? value_name(*standing.value) : "unknown";
}

Json dtw_of(const Standing& standing) {
  if (!standing.distance) return {};
  return standing.value == Value::kLoss ? -*standing.distance : *standing.distance;
}

void put_standing(Json& json, const Variant& variant, const Position& position,
                  const Standing& standing) {
  const Status how = status(variant, position);
  json["category"] = category_of(standing);
  json["dtw"] = dtw_of(standing);
  json["checkmate"] = how == Status::kTooFewStones;
  json["stalemate"] = how == Status::kBlocked || how == Status::kCannotPlace;
  json["variant_win"] = false;
  json["variant_loss"] = how == Status::kBoardFull && !ends_in_draw(variant, how);
  json["insufficient_material"] = false;
  for (const char* name : {"dtz", "precise_dtz", "dtm", "dtc"}) json[name] = nullptr;
}

void put_turn(Json& json, const Board& board, const Turn& turn) {
  const std::string text = turn_text(board, turn);
  json["uci"] = text;
  json["san"] = text;
}

bool is_zeroing(const Variant& variant, const Position& before, const Turn& turn) {
  const std::vector<Action> actions = actions_of(variant, before, turn);
  return std::any_of(actions.begin(), actions.end(), is_irreversible);
}

}  // namespace mill
