#include <fmt/format.h>

#include <algorithm>

#include "game/picture.h"
#include "game/rule_table.h"
#include "tools/command.h"
#include "tools/common_options.h"
#include "tools/json_output.h"
#include "tools/text_table.h"

namespace millstone {
namespace {

constexpr std::size_t kTextWidth = 78;  // of lists of names

struct VariantsArguments {
  VariantChoice variant;
  bool json = false;
};

/// What tells a preset from the defaults, its stones aside: they have a column of their own.
std::string changes_text(const Preset& preset) {
  std::string text;
  for (const RuleField& change : preset.changes) {
    if (change.field == "pieceCount") continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", change.field, change.value);
  }
  return text.empty() ? "-" : text;
}

void print_presets(const std::vector<Preset>& presets) {
  TextTable table({"variant", "stones", "board", "digest", "rules not at their defaults"});
  table.align_left(2);
  table.align_left(4);
  std::string refusals;
  for (const Preset& preset : presets) {
    table.add_row({preset.name, std::to_string(preset.piece_count), preset.board,
                   preset.variant ? preset.variant->digest() : "not supported",
                   changes_text(preset)});
    if (!preset.variant) refusals += fmt::format("{}\n", preset.variant.error().message);
  }
  fmt::print("{}", table.text());
  if (!refusals.empty()) fmt::print("\nNot supported:\n{}", refusals);
}

Json preset_json(const Preset& preset) {
  Json changes = Json::object();
  for (const RuleField& change : preset.changes)
    changes[change.field] = rule_value_json(change.value);
  return {{"name", preset.name},
          {"stones", preset.piece_count},
          {"board", preset.board},
          {"changes", changes},
          {"supported", preset.variant.has_value()},
          {"digest", preset.variant ? Json(preset.variant->digest()) : Json()},
          {"reason", preset.variant ? Json() : Json(preset.variant.error().message)}};
}

/// Words after a title, broken into lines.
std::string wrapped(std::string_view title, const std::vector<std::string>& words) {
  std::string text, line(title);
  for (const std::string& word : words) {
    if (line.size() + 1 + word.size() > kTextWidth) {
      text += line + "\n";
      line = " ";
    }
    line += " " + word;
  }
  return text + line + "\n";
}

std::vector<std::string> line_names(const Board& board) {
  std::vector<std::string> names;
  for (Mask line : board.lines) {
    std::vector<std::string> points;
    for_each_bit(line, [&](int point) { points.push_back(board.point_names[point]); });
    std::sort(points.begin(), points.end());  // along a straight line
    names.push_back(fmt::format("{}", fmt::join(points, "-")));
  }
  return names;
}

/// The points in the order of the position text, a slash between its groups.
std::vector<std::string> point_order(const Board& board) {
  std::vector<std::string> words;
  int point = 0;
  for (int length : board.rings) {
    if (point > 0) words.emplace_back("/");
    for (const int end = point + length; point < end; ++point)
      words.push_back(board.point_names[point]);
  }
  return words;
}

int edge_count(const Board& board) {
  int ends = 0;
  for (Mask neighbours : board.neighbours) ends += count(neighbours);
  return ends / 2;
}

void print_rules(const Rules& rules) {
  TextTable table({"rule field", "value", "default"});
  for (const FieldSpec& spec : field_specs()) {
    const int value = spec.get(rules);
    const int usual = spec.get(Rules{});
    table.add_row({std::string(spec.name), spec.value_text(value),
                   value == usual ? "" : spec.value_text(usual)});
  }
  fmt::print("{}", table.text());
}

std::string start_text(const Variant& variant) {
  TextPosition start;
  start.position = start_position(variant);
  return position_text(variant, start);
}

void print_description(const Variant& variant) {
  const Board& board = *variant.board;
  fmt::print("{}\nrules {}\n\n", variant.name, variant.digest());
  print_rules(variant.rules);
  fmt::print("\nBoard {}: {} points, {} edges, {} lines, {} symmetries\n\n{}\n", board.name,
             board.points(), edge_count(board), board.lines.size(), board.symmetries.size(),
             board_names_picture(board));
  fmt::print("{}", wrapped("Lines:", line_names(board)));
  fmt::print("{}", wrapped("Points in the order of the position text:", point_order(board)));
  fmt::print("Start: {}\n\n", start_text(variant));
  fmt::print(
      "Not modelled: {}.\nA database says draw where neither side can force a win, whatever ends "
      "such a game.\n",
      fmt::join(rules_not_modelled(), ", "));
}

Json description_json(const Variant& variant) {
  Json json = variant_json(variant);
  json["symmetries"] = variant.board->symmetries.size();
  json["groups"] = variant.board->rings;
  json["start"] = start_text(variant);
  json["not_modelled"] = rules_not_modelled();
  return json;
}

Result<void> describe(const VariantsArguments& arguments) {
  const auto variant = resolve_variant(arguments.variant);
  if (!variant) return tl::unexpected(variant.error());
  if (arguments.json)
    print_json(description_json(*variant));
  else
    print_description(*variant);
  return {};
}

Result<void> run_variants(const VariantsArguments& arguments) {
  if (arguments.variant.is_given()) return describe(arguments);
  const std::vector<Preset> presets = list_presets();
  if (!arguments.json) {
    print_presets(presets);
    return {};
  }
  Json rows = Json::array();
  for (const Preset& preset : presets) rows.push_back(preset_json(preset));
  print_json({{"variants", rows}});
  return {};
}

}  // namespace

Command add_variants_command(CLI::App& program) {
  auto arguments = std::make_shared<VariantsArguments>();
  CLI::App* command = program.add_subcommand(
      "variants", "List the variants, or describe one: its rules, its digest, its board");
  command->footer(
      "Without options all variants are listed. A file of rules is described when it is given.\n"
      "Example:\n  millstone variants\n  millstone variants --describe lasker-morris\n"
      "  millstone variants --rules house-rules.toml --set mayFly=false");
  CLI::Option* describe = command
                              ->add_option("--describe", arguments->variant.name,
                                           "Describe this variant in place of the list")
                              ->type_name("NAME");
  describe->excludes(add_rules_options(*command, arguments->variant));
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_variants(*arguments); }};
}

}  // namespace millstone
