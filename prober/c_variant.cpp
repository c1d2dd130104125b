#include <string_view>
#include <tuple>

#include "base/words.h"
#include "game/rule_table.h"
#include "prober/c_handles.h"

using mill::guarded;
using mill::keep_argument_error;
using mill::keep_error;
using mill::kOk;
using mill::Result;
using mill::RuleField;

namespace {

/// Refuses what a millstone_position has no room for.
Result<void> check_room(const mill::Variant& variant) {
  if (!variant.rules.one_time_mills) return {};
  return mill::fail(mill::ErrorCode::kUnsupportedRule,
                    "variant {}: rule field 'oneTimeUseMill' = true has more to remember than a "
                    "position of this interface has room for",
                    variant.name);
}

/// Names of the variants that are compiled in and that this interface has room for.
const std::vector<std::string>& preset_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const mill::Preset& preset : mill::list_presets())
      if (check_room(preset.variant)) list.push_back(preset.name);
    return list;
  }();
  return names;
}

Result<std::vector<RuleField>> to_settings(const char* const* settings, std::size_t count) {
  std::vector<RuleField> fields;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view text = settings && settings[i] ? settings[i] : "";
    const auto setting = mill::split_named_value(text);
    if (!setting)
      return mill::fail(mill::ErrorCode::kInvalidArgument,
                        "setting {} is '{}', expected field=value", i, text);
    fields.push_back({std::string(setting->name), std::string(setting->value)});
  }
  return fields;
}

/// Makes a handle of what `find` makes of the settings.
template <typename Find>
millstone_status put_variant(const char* const* settings, std::size_t count, Find&& find,
                             millstone_variant** out) {
  *out = nullptr;
  const auto fields = to_settings(settings, count);
  if (!fields) return keep_argument_error(fields.error());
  auto variant = find(*fields);
  if (!variant) return keep_argument_error(variant.error());
  if (auto room = check_room(*variant); !room) return keep_argument_error(room.error());
  *out = new millstone_variant(std::move(*variant));
  return MILLSTONE_OK;
}

bool has_point(const millstone_variant* variant, std::int32_t point) {
  return point >= 0 && point < millstone_point_count(variant);
}

millstone_status no_such(const char* what) {
  return keep_error(MILLSTONE_ERROR_INVALID_ARGUMENT, fmt::format("there is no such {}", what));
}

}  // namespace

extern "C" {

size_t millstone_preset_count(void) {
  return mill::value_or(std::size_t{0}, [] { return preset_names().size(); });
}

const char* millstone_preset_name(size_t index) {
  return index < millstone_preset_count() ? preset_names()[index].c_str() : nullptr;
}

millstone_status millstone_find_variant(const char* name, const char* const* settings,
                                        size_t setting_count, millstone_variant** variant) {
  return guarded({{name, "name"}, {variant, "variant"}}, [&] {
    const auto find = [&](const auto& fields) { return mill::find_variant(name, fields); };
    return put_variant(settings, setting_count, find, variant);
  });
}

millstone_status millstone_parse_variant(const char* toml, const char* source,
                                         const char* const* settings, size_t setting_count,
                                         millstone_variant** variant) {
  return guarded({{toml, "toml"}, {variant, "variant"}}, [&] {
    const auto find = [&](const auto& fields) {
      return mill::parse_variant(toml, source ? source : "text", fields);
    };
    return put_variant(settings, setting_count, find, variant);
  });
}

void millstone_free_variant(millstone_variant* variant) { delete variant; }

const char* millstone_variant_name(const millstone_variant* variant) {
  return variant ? variant->variant.name.c_str() : "";
}

const char* millstone_variant_digest(const millstone_variant* variant) {
  return variant ? variant->digest.c_str() : "";
}

const char* millstone_variant_text(const millstone_variant* variant) {
  return variant ? variant->text.c_str() : "";
}

size_t millstone_rule_count(void) {
  return mill::value_or(std::size_t{0}, [] { return mill::field_specs().size(); });
}

const char* millstone_rule_name(size_t index) {
  return index < millstone_rule_count() ? mill::field_specs()[index].name.data() : nullptr;
}

millstone_status millstone_rule_value(const millstone_variant* variant, const char* name,
                                      int32_t* value) {
  return guarded({{variant, "variant"}, {name, "name"}, {value, "value"}}, [&] {
    for (const mill::FieldSpec& spec : mill::field_specs())
      if (spec.name == name) {
        *value = spec.get(variant->variant.rules);
        return kOk;
      }
    return keep_error(MILLSTONE_ERROR_INVALID_ARGUMENT,
                      fmt::format("there is no rule field '{}'", name));
  });
}

int32_t millstone_point_count(const millstone_variant* variant) {
  return variant ? variant->variant.board->points() : 0;
}

const char* millstone_point_name(const millstone_variant* variant, int32_t point) {
  if (!has_point(variant, point)) return nullptr;
  return variant->variant.board->point_names[static_cast<std::size_t>(point)].c_str();
}

int32_t millstone_find_point(const millstone_variant* variant, const char* name) {
  return variant && name ? variant->variant.board->find_point(name) : -1;
}

millstone_status millstone_point_place(const millstone_variant* variant, int32_t point,
                                       int32_t* column, int32_t* row) {
  return guarded({{variant, "variant"}, {column, "column"}, {row, "row"}}, [&] {
    if (!has_point(variant, point)) return no_such("point");
    const std::string& name = variant->variant.board->point_names[static_cast<std::size_t>(point)];
    *column = name[0] - 'a';
    *row = name[1] - '1';
    return kOk;
  });
}

uint32_t millstone_neighbours(const millstone_variant* variant, int32_t point) {
  if (!has_point(variant, point)) return 0;
  return variant->variant.board->neighbours[static_cast<std::size_t>(point)];
}

size_t millstone_edge_count(const millstone_variant* variant) {
  return variant ? variant->edges.size() : 0;
}

millstone_status millstone_edge(const millstone_variant* variant, size_t index, int32_t* from,
                                int32_t* to) {
  return guarded({{variant, "variant"}, {from, "from"}, {to, "to"}}, [&] {
    if (index >= variant->edges.size()) return no_such("edge");
    std::tie(*from, *to) = variant->edges[index];
    return kOk;
  });
}

size_t millstone_line_count(const millstone_variant* variant) {
  return variant ? variant->variant.board->lines.size() : 0;
}

uint32_t millstone_line(const millstone_variant* variant, size_t index) {
  return index < millstone_line_count(variant) ? variant->variant.board->lines[index] : 0;
}

}  // extern "C"
