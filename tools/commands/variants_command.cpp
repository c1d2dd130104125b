#include <fmt/format.h>

#include <algorithm>

#include "game/numbering.h"
#include "game/picture.h"
#include "game/rule_table.h"
#include "game/transitions.h"
#include "reports/json_output.h"
#include "reports/quantity.h"
#include "reports/terminal.h"
#include "reports/text_table.h"
#include "tools/command_line/common_options.h"
#include "tools/commands/command.h"
#include "tools/commands/rule_sentences.h"

namespace mill {
namespace {

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

/// What there is to solve of a whole game. Of one with more slots than a disk of our days has bytes
/// only a part is solved: what whole blocks are enough for.
struct GameSize {
  std::uint64_t subspaces = 0;
  std::uint64_t by_turns = 0;  ///< of the subspaces
  std::uint64_t slots = 0;

  bool whole() const { return slots <= 1'000'000'000'000; }
};

/// None of rules that are played only.
std::optional<GameSize> size_of_game(const Variant& variant) {
  if (!check_solvable(variant)) return std::nullopt;
  const std::vector<Subspace> all =
      closure(variant, {subspace_of(variant, start_position(variant))});
  const auto by_turns = std::ranges::count_if(
      all, [&](const Subspace& subspace) { return !has_usual_turns(variant, subspace); });
  std::uint64_t slots = 0;
  for (const Subspace& subspace : all) slots += slot_count(*variant.board, subspace);
  return GameSize{all.size(), static_cast<std::uint64_t>(by_turns), slots};
}

std::string size_text(const std::optional<GameSize>& size) {
  if (!size) return "played only";
  const std::string all = number_text(size->subspaces);
  if (!size->whole())
    return fmt::format("in part: {} of {}", number_text(size->subspaces - size->by_turns), all);
  if (size->by_turns == 0) return "whole: " + all;
  return fmt::format("whole: {}, {} by turns", all, number_text(size->by_turns));
}

void print_presets(const std::vector<Preset>& presets) {
  TextTable table({"variant", "stones", "board", "digest", "subspaces to solve",
                   "rules not at their defaults"});
  for (const int column : {2, 4, 5}) table.align_left(column);
  std::string reasons;
  for (const Preset& preset : presets) {
    const Result<void> solvable = check_solvable(preset.variant);
    table.add_row({preset.name, std::to_string(preset.piece_count), preset.board,
                   preset.variant.digest(), size_text(size_of_game(preset.variant)),
                   changes_text(preset)});
    if (!solvable) reasons += wrapped_for_output(solvable.error().message, "  ");
  }
  fmt::print("{}", table.text());
  if (!reasons.empty()) fmt::print("\nPlayed, but no database can be built:\n{}", reasons);
}

Json preset_json(const Preset& preset) {
  Json changes = Json::object();
  for (const RuleField& change : preset.changes)
    changes[change.field] = rule_value_json(change.value);
  const Result<void> solvable = check_solvable(preset.variant);
  const std::optional<GameSize> size = size_of_game(preset.variant);
  return {{"name", preset.name},
          {"stones", preset.piece_count},
          {"board", preset.board},
          {"changes", changes},
          {"digest", preset.variant.digest()},
          {"solvable", solvable.has_value()},
          {"subspaces", size ? Json(size->subspaces) : Json()},
          {"by_turns", size ? Json(size->by_turns) : Json()},
          {"slots", size ? Json(size->slots) : Json()},
          {"whole", size ? Json(size->whole()) : Json()},
          {"reason", solvable ? Json() : Json(solvable.error().message)}};
}

/// Words after a title, broken into lines.
std::string listed(std::string_view title, const std::vector<std::string>& words) {
  return wrapped_for_output(fmt::format("{} {}", title, fmt::join(words, " ")), "  ");
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

/// A field under which no database can be built says so; those of captures that are off are left
/// out.
void print_rules(const VariantOutline& outline) {
  TextTable table({"rule field", "value", "default", ""});
  table.align_left(3);
  const std::vector<int> usual = default_values();
  const auto& specs = field_specs();
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const int value = outline.values[i];
    if (value == usual[i] && specs[i].is_idle(rules_of(outline.values))) continue;
    table.add_row({specs[i].name, specs[i].value_text(value),
                   value == usual[i] ? "" : specs[i].value_text(usual[i]),
                   specs[i].is_solved(value) ? "" : "played only"});
  }
  fmt::print("{}", table.text());
}

void print_sentences(const VariantOutline& outline) {
  const std::vector<RuleSentence> sentences = rule_sentences(outline);
  const bool any = std::ranges::any_of(sentences, &RuleSentence::differs);
  fmt::print("\nIn words{}:\n", any ? " (a * marks what is not the default)" : "");
  for (const RuleSentence& sentence : sentences)
    fmt::print("{}", wrapped_for_output(
                         fmt::format("{} {}", sentence.differs ? '*' : '-', sentence.text), "  "));
}

Json sentences_json(const VariantOutline& outline) {
  Json json = Json::array();
  for (const RuleSentence& sentence : rule_sentences(outline))
    json.push_back(
        {{"field", sentence.field}, {"sentence", sentence.text}, {"differs", sentence.differs}});
  return json;
}

std::string start_text(const Variant& variant) {
  TextPosition start;
  start.position = start_position(variant);
  return position_text(variant, start);
}

void print_description(const VariantOutline& outline, const Variant& variant) {
  const Board& board = *outline.board;
  fmt::print("{}\nrules {}\n\n", outline.name, variant.digest());
  print_rules(outline);
  if (const Result<void> solvable = check_solvable(variant); !solvable)
    fmt::print("\n{}", wrapped_for_output(solvable.error().message));
  print_sentences(outline);
  fmt::print("\nBoard {}: {} points, {} edges, {} lines, {} symmetries\n\n{}\n", board.name,
             board.points(), edge_count(board), board.lines.size(), board.symmetries.size(),
             board_names_picture(board));
  fmt::print("{}", listed("Lines:", line_names(board)));
  fmt::print("{}", listed("Points in the order of the position text:", point_order(board)));
  fmt::print("Start: {}\n\n", start_text(variant));
  fmt::print(
      "{}{}",
      wrapped_for_output(fmt::format("Not modelled: {}.", fmt::join(rules_not_modelled(), ", "))),
      wrapped_for_output("A database says draw where neither side can force a win, whatever "
                         "ends such a game."));
}

Json description_json(const VariantOutline& outline, const Variant& variant) {
  const Result<void> solvable = check_solvable(variant);
  Json json = variant_json(variant);
  json["solvable"] = solvable.has_value();
  json["reason"] = solvable ? Json() : Json(solvable.error().message);
  json["sentences"] = sentences_json(outline);
  json["symmetries"] = outline.board->symmetries.size();
  json["groups"] = outline.board->rings;
  json["start"] = start_text(variant);
  json["not_modelled"] = rules_not_modelled();
  return json;
}

Result<void> describe(const VariantsArguments& arguments) {
  const auto outline = MILLSTONE_TRY(resolve_outline(arguments.variant));
  const auto variant = MILLSTONE_TRY(to_variant(arguments.variant, outline));
  if (arguments.json)
    print_json(description_json(outline, variant));
  else
    print_description(outline, variant);
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
                              ->type_name("VARIANT");
  describe->excludes(add_rules_options(*command, arguments->variant));
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_variants(*arguments); }};
}

}  // namespace mill
