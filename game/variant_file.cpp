#include <algorithm>
#include <filesystem>

#include "base/suggestion.h"
#include "game/embedded_data.h"
#include "game/toml_text.h"
#include "game/variant_outline.h"

namespace mill {
namespace {

constexpr std::string_view kVariants = "variants/";

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

std::string who_is(std::string_view source) { return fmt::format("variant {}", source); }

Result<VariantOutline> read_outline(std::string_view text, std::string_view source) {
  const std::string who = who_is(source);
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

Result<VariantOutline> parse_outline(std::string_view text, std::string_view source,
                                     const std::vector<RuleField>& settings) {
  auto outline = MILLSTONE_TRY(read_outline(text, source));
  if (settings.empty()) return outline;
  return with_settings(outline, settings);
}

Result<VariantOutline> find_outline(std::string_view name, const std::vector<RuleField>& settings) {
  const auto text = embedded_text(fmt::format("{}{}.toml", kVariants, name));
  if (text) return parse_outline(*text, name, settings);
  const std::vector<std::string> names = embedded_names(kVariants);
  return fail(ErrorCode::kInvalidArgument, "there is no variant '{}'{}; there are {}", name,
              did_you_mean(name, names), fmt::join(names, ", "));
}

Result<Variant> parse_variant(std::string_view text, std::string_view source,
                              const std::vector<RuleField>& settings) {
  const auto outline = MILLSTONE_TRY(parse_outline(text, source, settings));
  return to_variant(outline, who_is(settings.empty() ? source : outline.name));
}

Result<Variant> find_variant(std::string_view name, const std::vector<RuleField>& settings) {
  const auto outline = MILLSTONE_TRY(find_outline(name, settings));
  return to_variant(outline, who_is(settings.empty() ? name : outline.name));
}

std::vector<Preset> list_presets() {
  std::vector<Preset> presets;
  for (const std::string& name : embedded_names(kVariants)) {
    const auto outline = find_outline(name, {});
    MILLSTONE_CHECK(outline.has_value());
    const auto& specs = field_specs();
    const auto stones = std::find_if(specs.begin(), specs.end(),
                                     [](const auto& spec) { return spec.name == "pieceCount"; });
    presets.push_back({outline->name, outline->board->name, outline->values[stones - specs.begin()],
                       changes_between(default_values(), outline->values),
                       to_variant(*outline, who_is(name))});
  }
  return presets;
}

}  // namespace mill
