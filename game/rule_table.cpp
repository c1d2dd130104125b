#include "game/rule_table.h"

#include <algorithm>

namespace mill {
namespace {

/// A field that has one supported value only and no member in Rules.
FieldSpec fixed_field(std::string_view name, int highest, int only) {
  return {name, 0, highest, {only}, [only](const Rules&) { return only; }, [](Rules&, int) {}};
}

template <typename Member>
FieldSpec member_field(std::string_view name, int lowest, int highest, Member member) {
  return {name,
          lowest,
          highest,
          {},
          [member](const Rules& rules) { return static_cast<int>(rules.*member); },
          [member](Rules& rules, int value) {
            using Type = std::remove_reference_t<decltype(rules.*member)>;
            rules.*member = static_cast<Type>(value);
          }};
}

}  // namespace

const std::vector<FieldSpec>& field_specs() {
  static const std::vector<FieldSpec> specs = [] {
    std::vector<FieldSpec> list;
    list.push_back(member_field("boardFullAction", 0, 4, &Rules::board_full_action));
    list.push_back(fixed_field("custodianCapture", 1, 0));
    list.push_back(member_field("flyCountsHand", 0, 1, &Rules::fly_counts_hand));
    list.push_back(member_field("flyPieceCount", 3, 4, &Rules::fly_piece_count));
    list.push_back(fixed_field("interventionCapture", 1, 0));
    list.push_back(member_field("isDefenderMoveFirst", 0, 1, &Rules::defender_moves_first));
    list.push_back(fixed_field("leapCapture", 1, 0));
    list.push_back(member_field("mayFly", 0, 1, &Rules::may_fly));
    list.push_back(member_field("mayMoveInPlacingPhase", 0, 1, &Rules::move_while_placing));
    list.push_back(member_field("mayRemoveFromMillsAlways", 0, 1, &Rules::remove_from_mills));
    list.push_back(member_field("mayRemoveMultiple", 0, 1, &Rules::remove_multiple));
    list.push_back(
        member_field("millFormationActionInPlacingPhase", 0, 5, &Rules::placing_mill_action));
    list.back().able = {0, 1, 3};
    list.push_back(fixed_field("oneTimeUseMill", 1, 0));
    list.push_back(member_field("pieceCount", 3, 12, &Rules::piece_count));
    list.push_back(member_field("piecesAtLeastCount", 3, 5, &Rules::pieces_at_least_count));
    list.push_back(fixed_field("restrictRepeatedMillsFormation", 1, 0));
    list.push_back(member_field("stalemateAction", 0, 5, &Rules::stalemate_action));
    list.push_back(member_field("stopPlacingWhenTwoEmptySquares", 0, 1, &Rules::stop_at_two_empty));
    return list;
  }();
  return specs;
}

std::vector<std::string_view> idle_fields(const Rules& rules) {
  if (rules.may_fly) return {};
  return {"flyCountsHand", "flyPieceCount"};
}

std::string FieldSpec::option() const {
  if (name == "pieceCount") return "PiecesCount";
  std::string option(name);
  if (!option.starts_with("fly")) option[0] = static_cast<char>(option[0] - 'a' + 'A');
  return option;
}

bool FieldSpec::is_able(int value) const {
  return able.empty() || std::find(able.begin(), able.end(), value) != able.end();
}

std::string FieldSpec::value_text(int value) const {
  if (!is_flag()) return std::to_string(value);
  return value == 0 ? "false" : "true";
}

}  // namespace mill
