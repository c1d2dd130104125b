#include "game/variant.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/checksum.h"
#include "base/words.h"
#include "game/captures.h"
#include "game/rule_table.h"
#include "game/variant_outline.h"

namespace mill {
namespace {

constexpr std::string_view kNotModelled[] = {"endgameNMoveRule", "nMoveRule",
                                             "threefoldRepetitionRule"};

/// Stands in the text of rules that once were played otherwise, so that files of then are told from
/// those of now: a loss from the hand that left a side too few stones used to end the game
/// (millFormationActionInPlacingPhase 1).
const RuleField kHandLosses{"handLosses", "free"};

std::string join_names(const Board& board, Mask mask) {
  std::string text;
  for_each_bit(mask, [&](int point) {
    if (!text.empty()) text += '-';
    text += board.point_names[point];
  });
  return text;
}

std::string describe_edges(const Board& board) {
  std::string text;
  for (int point = 0; point < board.points(); ++point)
    for_each_bit(board.neighbours[point] & ~low_bits(point), [&](int other) {
      if (!text.empty()) text += ' ';
      text += join_names(board, bit(point) | bit(other));
    });
  return text;
}

std::string describe_lines(const Board& board) {
  std::vector<Mask> lines = board.lines;
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (Mask line : lines) {
    if (!text.empty()) text += ' ';
    text += join_names(board, line);
  }
  return text;
}

/// The words of a list, as an outline of a board has them.
std::vector<std::string> list_of(std::string_view text) {
  const Words words = split_words(text);
  return {words.begin(), words.end()};
}

/// The board that is compiled in and has this graph, for its name and the groups of its position
/// text; otherwise the board itself.
std::shared_ptr<const Board> known_by_name(std::shared_ptr<const Board> board) {
  for (const std::string& name : board_names())
    if (const auto known = find_board(name, ""); known && same_graph(**known, *board))
      return *known;
  return board;
}

/// A field with which restrictRepeatedMillsFormation is not solved, since a side may then act and
/// keep what it remembers: it places or captures, or passes for ever; empty if there is none.
std::string field_beside_repeated_mills(const Rules& rules) {
  if (!rules.restrict_repeated_mills) return {};
  if (rules.move_while_placing) return "mayMoveInPlacingPhase";
  if (rules.stalemate_action == StalemateAction::kPass) return "stalemateAction";
  for (const auto& [field, capture] : {std::pair("custodianCapture", &rules.custodian),
                                       std::pair("interventionCapture", &rules.intervention),
                                       std::pair("leapCapture", &rules.leap)})
    if (capture->enabled) return field;
  return {};
}

std::string who_is(std::string_view source) { return fmt::format("variant {}", source); }

}  // namespace

std::vector<RuleField> rule_fields(const Variant& variant) {
  const Board& board = *variant.board;
  std::vector<RuleField> fields;
  fields.push_back({"board.edges", describe_edges(board)});
  fields.push_back({"board.lines", describe_lines(board)});
  fields.push_back({"board.points", fmt::format("{}", fmt::join(board.point_names, " "))});
  for (const FieldSpec& spec : field_specs())
    if (!spec.is_idle(variant.rules))
      fields.push_back({spec.name, std::to_string(spec.get(variant.rules))});
  return fields;
}

std::string Variant::canonical_text() const {
  std::vector<RuleField> fields = rule_fields(*this);
  if (rules.placing_mill_action == PlacingMillAction::kRemoveFromHand) {
    fields.push_back(kHandLosses);
    std::ranges::sort(fields, {}, &RuleField::field);
  }
  std::string text;
  for (const RuleField& entry : fields) text += fmt::format("{}={}\n", entry.field, entry.value);
  return text;
}

std::string Variant::digest() const { return as_hex(digest_bytes(as_bytes(canonical_text()))); }

std::vector<RuleField> changed_rules(const Rules& rules) {
  std::vector<RuleField> changes;
  for (const FieldSpec& spec : field_specs())
    if (spec.get(rules) != spec.get(Rules{}))
      changes.push_back({spec.name, spec.value_text(spec.get(rules))});
  return changes;
}

Result<void> check_solvable(const Variant& variant) {
  for (const FieldSpec& spec : field_specs())
    if (const int value = spec.get(variant.rules); !spec.is_solved(value))
      return fail(ErrorCode::kUnsupportedRule,
                  "{}: rule field '{}' = {} is played but not solved by this version",
                  who_is(variant.name), spec.name, spec.value_text(value));
  if (const std::string other = field_beside_repeated_mills(variant.rules); !other.empty())
    return fail(ErrorCode::kUnsupportedRule,
                "{}: rule fields 'restrictRepeatedMillsFormation' and '{}' are played together but "
                "not solved by this version",
                who_is(variant.name), other);
  if (!captures_are_symmetric(variant))
    return fail(
        ErrorCode::kUnsupportedRule,
        "{}: rule field 'interventionCapture' or a field of captures on some lines is played "
        "but not solved on this board, from whose sides it does not look the same",
        who_is(variant.name));
  return {};
}

std::span<const std::string_view> rules_not_modelled() { return kNotModelled; }

Result<Variant> parse_variant(std::string_view text, std::string_view source,
                              const std::vector<RuleField>& settings) {
  const auto outline = MILLSTONE_TRY(parse_outline(text, source, settings));
  return to_variant(outline, who_is(settings.empty() ? source : outline.name));
}

Result<Variant> find_variant(std::string_view name, const std::vector<RuleField>& settings) {
  const auto outline = MILLSTONE_TRY(find_outline(name, settings));
  return to_variant(outline, who_is(settings.empty() ? name : outline.name));
}

Result<Variant> parse_canonical_text(std::string_view text, std::string_view name,
                                     std::string_view source) {
  const std::string who = fmt::format("rules of {}", source);
  VariantOutline outline;
  outline.name = is_printable(name) ? name : "unnamed";
  BoardOutline board{outline.name, {}, {}, {}};
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view value = take_line(rest);
    const std::string_view field = take_part(value, '=');
    if (RuleField{std::string(field), std::string(value)} == kHandLosses) continue;
    if (field == "board.points") {
      board.rings = {list_of(value)};
    } else if (field == "board.edges") {
      board.edges = list_of(value);
    } else if (field == "board.lines") {
      board.lines = list_of(value);
    } else if (auto set = set_rule(outline, field, stated_value(value), who); !set) {
      return tl::unexpected(Error{ErrorCode::kUnsupportedRule, set.error().message});
    }
  }
  auto made = MILLSTONE_TRY(share(make_board(board, fmt::format("{}: board", who))));
  outline.board = known_by_name(made);
  auto variant = to_variant(outline, who);
  if (variant && variant->canonical_text() != text)
    return fail(ErrorCode::kInvalidArgument, "{}: a field is missing or not in its place", who);
  return variant;
}

std::vector<Preset> list_presets() {
  std::vector<Preset> presets;
  for (const std::string& name : variant_names()) {
    const auto outline = find_outline(name, {});
    MILLSTONE_CHECK(outline.has_value());
    auto variant = to_variant(*outline, who_is(name));
    MILLSTONE_CHECK(variant.has_value());
    const auto& specs = field_specs();
    const auto stones = std::find_if(specs.begin(), specs.end(),
                                     [](const auto& spec) { return spec.name == "pieceCount"; });
    presets.push_back({outline->name, outline->board->name, outline->values[stones - specs.begin()],
                       changes_between(default_values(), outline->values), std::move(*variant)});
  }
  return presets;
}

}  // namespace mill
