#include "game/rule_table.h"

#include <algorithm>

namespace mill {
namespace {

/// A part of a capture, the capture itself among them.
struct CapturePart {
  std::string_view field;  ///< what stands behind the name of the capture
  bool CaptureRule::*member;
};
constexpr CapturePart kCaptureParts[] = {
    {"", &CaptureRule::enabled},
    {"InMovingPhase", &CaptureRule::while_moving},
    {"InPlacingPhase", &CaptureRule::while_placing},
    {"OnCrossLines", &CaptureRule::on_cross_lines},
    {"OnDiagonalLines", &CaptureRule::on_diagonal_lines},
    {"OnSquareEdges", &CaptureRule::on_square_edges},
    {"OnlyWhenOwnPiecesLeq3", &CaptureRule::only_with_three},
};

template <typename Member>
FieldSpec member_field(std::string name, int lowest, int highest, Member member) {
  return {std::move(name),
          lowest,
          highest,
          {},
          [member](const Rules& rules) { return static_cast<int>(rules.*member); },
          [member](Rules& rules, int value) {
            using Type = std::remove_reference_t<decltype(rules.*member)>;
            rules.*member = static_cast<Type>(value);
          }};
}

/// A flag under which nothing can be solved.
template <typename Member>
FieldSpec played_field(std::string name, Member member) {
  FieldSpec spec = member_field(std::move(name), 0, 1, member);
  spec.solved = {0};
  return spec;
}

void add_capture(std::vector<FieldSpec>& list, const std::string& capture,
                 CaptureRule Rules::*rule) {
  for (const CapturePart& part : kCaptureParts) {
    const auto member = part.member;
    FieldSpec spec{
        capture + std::string(part.field),
        0,
        1,
        {},
        [rule, member](const Rules& rules) { return static_cast<int>(rules.*rule.*member); },
        [rule, member](Rules& rules, int value) { rules.*rule.*member = value != 0; }};
    if (!part.field.empty()) spec.part = rule;
    list.push_back(std::move(spec));
  }
}

}  // namespace

const std::vector<FieldSpec>& field_specs() {
  static const std::vector<FieldSpec> specs = [] {
    std::vector<FieldSpec> list;
    list.push_back(member_field("boardFullAction", 0, 4, &Rules::board_full_action));
    add_capture(list, "custodianCapture", &Rules::custodian);
    list.push_back(member_field("flyCountsHand", 0, 1, &Rules::fly_counts_hand));
    list.push_back(member_field("flyPieceCount", 3, 4, &Rules::fly_piece_count));
    add_capture(list, "interventionCapture", &Rules::intervention);
    list.push_back(member_field("isDefenderMoveFirst", 0, 1, &Rules::defender_moves_first));
    add_capture(list, "leapCapture", &Rules::leap);
    list.push_back(member_field("mayFly", 0, 1, &Rules::may_fly));
    list.push_back(member_field("mayMoveInPlacingPhase", 0, 1, &Rules::move_while_placing));
    list.push_back(member_field("mayRemoveFromMillsAlways", 0, 1, &Rules::remove_from_mills));
    list.push_back(member_field("mayRemoveMultiple", 0, 1, &Rules::remove_multiple));
    list.push_back(
        member_field("millFormationActionInPlacingPhase", 0, 5, &Rules::placing_mill_action));
    list.push_back(played_field("oneTimeUseMill", &Rules::one_time_mills));
    list.push_back(member_field("pieceCount", 3, 12, &Rules::piece_count));
    list.push_back(member_field("piecesAtLeastCount", 3, 5, &Rules::pieces_at_least_count));
    list.push_back(
        member_field("restrictRepeatedMillsFormation", 0, 1, &Rules::restrict_repeated_mills));
    list.push_back(member_field("stalemateAction", 0, 5, &Rules::stalemate_action));
    list.push_back(member_field("stopPlacingWhenTwoEmptySquares", 0, 1, &Rules::stop_at_two_empty));
    return list;
  }();
  return specs;
}

std::vector<std::string_view> idle_fields(const Rules& rules) {
  std::vector<std::string_view> idle;
  if (!rules.may_fly) idle = {"flyCountsHand", "flyPieceCount"};
  for (const FieldSpec& spec : field_specs())
    if (spec.is_idle(rules)) idle.push_back(spec.name);
  return idle;
}

std::string FieldSpec::option() const {
  if (name == "pieceCount") return "PiecesCount";
  std::string option = name;
  if (name.ends_with("Capture")) option += "Enabled";
  if (!option.starts_with("fly")) option[0] = static_cast<char>(option[0] - 'a' + 'A');
  return option;
}

bool FieldSpec::is_solved(int value) const {
  return solved.empty() || std::find(solved.begin(), solved.end(), value) != solved.end();
}

std::string FieldSpec::value_text(int value) const {
  if (!is_flag()) return std::to_string(value);
  return value == 0 ? "false" : "true";
}

}  // namespace mill
