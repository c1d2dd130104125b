#include "game/variant_outline.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/numbers.h"
#include "base/suggestion.h"
#include "game/embedded_data.h"
#include "game/toml_text.h"

namespace mill {
namespace {

constexpr std::string_view kBoards = "boards/";
constexpr std::string_view kVariants = "variants/";

/// Names of the embedded files of a folder, in the order in which the build lists them.
std::vector<std::string> embedded_names(std::string_view folder) {
  std::vector<std::string> names;
  for (std::string_view path : embedded_paths())
    if (path.starts_with(folder))
      names.push_back(std::filesystem::path(path.substr(folder.size())).stem().string());
  return names;
}

template <typename List, typename Item>
bool contains(const List& list, const Item& item) {
  return std::find(std::begin(list), std::end(list), item) != std::end(list);
}

tl::unexpected<Error> unknown_field(std::string_view field, std::string_view who) {
  if (field == "hasDiagonalLines")
    return fail(ErrorCode::kInvalidArgument,
                "{}: rule field '{}' is part of the board here: write board = \"24-diagonal\"", who,
                field);
  const auto not_modelled = rules_not_modelled();
  std::vector<std::string> names(not_modelled.begin(), not_modelled.end());
  for (const FieldSpec& spec : field_specs()) names.emplace_back(spec.name);
  return fail(ErrorCode::kInvalidArgument, "{}: unknown rule field '{}'{}", who, field,
              did_you_mean(field, names));
}

Result<void> check_counts(const Variant& variant, std::string_view who) {
  const Rules& rules = variant.rules;
  const int stones = 2 * rules.piece_count;
  if (stones > variant.board->points())
    return fail(ErrorCode::kInvalidArgument,
                "{}: rule field 'pieceCount' puts {} stones on a board of {} points", who, stones,
                variant.board->points());
  if (rules.pieces_at_least_count > rules.piece_count)
    return fail(ErrorCode::kInvalidArgument,
                "{}: rule field 'piecesAtLeastCount' = {} is above 'pieceCount' = {}", who,
                rules.pieces_at_least_count, rules.piece_count);
  return {};
}

/// Refuses captures on a board that does not say what is between what.
Result<void> check_captures(const Variant& variant, std::string_view who) {
  if (!variant.rules.has_captures() || variant.board->rows.size() == variant.board->lines.size())
    return {};
  return fail(ErrorCode::kInvalidArgument,
              "{}: captures need a board on which every line has three points", who);
}

StatedValue stated_value(const toml::node& node) {
  if (const auto* flag = node.as_boolean())
    return {flag->get() ? 1 : 0, true, flag->get() ? "true" : "false"};
  if (const auto* number = node.as_integer()) {
    const std::int64_t value = number->get();
    const bool small = value >= INT16_MIN && value <= INT16_MAX;
    return {small ? std::optional(static_cast<int>(value)) : std::nullopt, false,
            std::to_string(value)};
  }
  if (const auto* text = node.as_string()) return {{}, false, fmt::format("'{}'", text->get())};
  return {{}, false, node.is_table() ? "a table" : "something else"};
}

Result<void> read_board_field(const toml::table& table, VariantOutline& outline,
                              std::string_view who) {
  const toml::node* node = table.get("board");
  Result<SharedBoard> board = fail(
      ErrorCode::kInvalidArgument,
      "{}: field 'board' must be the name of a board ({}) or a table with rings, edges and lines",
      who, fmt::join(board_names(), ", "));
  if (node && node->is_string()) board = find_board(node->as_string()->get(), who);
  if (node && node->is_table())
    board = share(read_board(*node->as_table(), outline.name, fmt::format("{}: board", who)));
  outline.board = MILLSTONE_TRY(std::move(board));
  return {};
}

Result<void> read_rules(const toml::table& table, VariantOutline& outline, std::string_view who) {
  const toml::node* node = table.get("rules");
  if (!node) return {};
  if (!node->is_table())
    return fail(ErrorCode::kInvalidArgument, "{}: field 'rules' must be a table", who);
  for (const auto& [field, value] : *node->as_table())
    MILLSTONE_TRY(set_rule(outline, field.str(), stated_value(value), who));
  return {};
}

Result<VariantOutline> read_outline(std::string_view text, std::string_view source) {
  const std::string who = fmt::format("variant {}", source);
  const auto table = MILLSTONE_TRY(parse_toml(text, who));
  for (const auto& [field, node] : table)
    if (field != "name" && field != "board" && field != "rules")
      return fail(ErrorCode::kInvalidArgument,
                  "{}: field '{}' is unknown; expected name, board and a table rules", who,
                  field.str());
  VariantOutline outline;
  outline.name =
      MILLSTONE_TRY(read_name(table, std::filesystem::path(source).stem().string(), who));
  MILLSTONE_TRY(read_board_field(table, outline, who));
  MILLSTONE_TRY(read_rules(table, outline, who));
  return outline;
}

}  // namespace

std::vector<int> default_values() {
  std::vector<int> values;
  for (const FieldSpec& spec : field_specs()) values.push_back(spec.get(Rules{}));
  return values;
}

Result<VariantOutline> parse_outline(std::string_view text, std::string_view source,
                                     const std::vector<RuleField>& settings) {
  auto outline = MILLSTONE_TRY(read_outline(text, source));
  if (settings.empty()) return outline;
  return with_settings(outline, settings);
}

Result<VariantOutline> find_outline(std::string_view name, const std::vector<RuleField>& settings) {
  const auto text = embedded_text(fmt::format("{}{}.toml", kVariants, name));
  if (text) return parse_outline(*text, name, settings);
  const std::vector<std::string> names = variant_names();
  return fail(ErrorCode::kInvalidArgument, "there is no variant '{}'{}; there are {}", name,
              did_you_mean(name, names), fmt::join(names, ", "));
}

StatedValue stated_value(std::string_view text) {
  if (text == "true" || text == "false") return {text == "true" ? 1 : 0, true, std::string(text)};
  if (const auto number = number_in<int>(text)) return {*number, false, std::string(text)};
  return {{}, false, fmt::format("'{}'", text)};
}

Result<void> set_rule(VariantOutline& outline, std::string_view field, const StatedValue& value,
                      std::string_view who) {
  const auto& specs = field_specs();
  const auto spec = std::find_if(specs.begin(), specs.end(),
                                 [&](const auto& each) { return each.name == field; });
  if (spec == specs.end()) {
    if (!contains(rules_not_modelled(), field)) return unknown_field(field, who);
    if (value.number) return {};
    return fail(ErrorCode::kInvalidArgument,
                "{}: rule field '{}' must be a number, true or false, found {}", who, field,
                value.text);
  }
  const bool fits = value.number && *value.number >= spec->lowest &&
                    *value.number <= spec->highest && (spec->is_flag() || !value.is_bool);
  if (!fits)
    return fail(
        ErrorCode::kInvalidArgument, "{}: rule field '{}' must be {}, found {}", who, field,
        spec->is_flag() ? "true or false" : fmt::format("{}..{}", spec->lowest, spec->highest),
        value.text);
  outline.values[spec - specs.begin()] = *value.number;
  return {};
}

std::vector<RuleField> changes_between(const std::vector<int>& before,
                                       const std::vector<int>& after) {
  std::vector<RuleField> changes;
  const auto& specs = field_specs();
  for (std::size_t i = 0; i < specs.size(); ++i)
    if (before[i] != after[i])
      changes.push_back({std::string(specs[i].name), specs[i].value_text(after[i])});
  return changes;
}

Result<VariantOutline> with_settings(const VariantOutline& base,
                                     const std::vector<RuleField>& settings) {
  VariantOutline outline = base;
  for (const RuleField& setting : settings) {
    const std::string who = fmt::format("setting {}={}", setting.field, setting.value);
    if (setting.field == "board") {
      outline.board = MILLSTONE_TRY(find_board(setting.value, who));
    } else {
      MILLSTONE_TRY(set_rule(outline, setting.field, stated_value(setting.value), who));
    }
  }
  std::vector<std::string> changes;
  if (!same_graph(*outline.board, *base.board)) changes.push_back("board=" + outline.board->name);
  for (const RuleField& change : changes_between(base.values, outline.values))
    changes.push_back(change.field + "=" + change.value);
  if (!changes.empty()) outline.name += fmt::format(" with {}", fmt::join(changes, ", "));
  return outline;
}

Rules rules_of(const std::vector<int>& values) {
  Rules rules;
  const auto& specs = field_specs();
  for (std::size_t i = 0; i < specs.size(); ++i) specs[i].set(rules, values[i]);
  return rules;
}

Result<Variant> to_variant(const VariantOutline& outline, std::string_view who) {
  Variant variant{outline.name, rules_of(outline.values), outline.board};
  MILLSTONE_TRY(check_counts(variant, who));
  MILLSTONE_TRY(check_captures(variant, who));
  return variant;
}

std::vector<std::string> board_names() { return embedded_names(kBoards); }

std::vector<std::string> variant_names() { return embedded_names(kVariants); }

Result<SharedBoard> share(Result<Board> board) {
  return std::make_shared<const Board>(MILLSTONE_TRY(std::move(board)));
}

Result<SharedBoard> find_board(std::string_view name, std::string_view who) {
  const auto text = embedded_text(fmt::format("{}{}.toml", kBoards, name));
  const std::vector<std::string> names = board_names();
  if (!text)
    return fail(ErrorCode::kInvalidArgument, "{}: there is no board '{}'{}; there are {}", who,
                name, did_you_mean(name, names), fmt::join(names, ", "));
  return share(parse_board(*text, name));
}

}  // namespace mill
