#include "engine/protocol/protocol_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include "base/machine.h"
#include "base/numbers.h"
#include "base/suggestion.h"
#include "base/words.h"
#include "game/rule_table.h"
#include "game/variant_outline.h"

namespace mill {
namespace {

using Setter = std::function<Result<void>(ProtocolSettings&, const std::string& value)>;
using Getter = std::function<std::string(ProtocolSettings&)>;

/// One option: how the list shows it, and what a value does.
struct Option {
  std::string name;
  std::string type;  ///< as the list says it; empty: not listed
  std::string range;
  OptionEffect effect;
  Setter set;
  Getter get = {};  ///< none for a button
};

constexpr std::string_view kEmpty = "<empty>";  // how front ends write a text of no length
constexpr const char* kPlainBoard = "24";
constexpr const char* kDiagonalBoard = "24-diagonal";
constexpr int kMostMebibytes = 1 << 20;
constexpr int kMostLines = 500;
constexpr int kMostOverhead = 5000;  // milliseconds
constexpr int kMostCountedPlies = 10'000;

// Another engine has numbers for these: that of an algorithm is its place in kAlgorithmNames.
constexpr std::string_view kOtherAlgorithms[] = {"random"};  // the numbers behind them

Result<bool> parse_flag(std::string_view text, std::string_view who) {
  const std::string word = lower_case(text);
  if (word == "true" || word == "1") return true;
  if (word == "false" || word == "0") return false;
  return fail(ErrorCode::kInvalidArgument, "{}: found '{}', expected true or false", who, text);
}

std::string who(std::string_view name) { return fmt::format("option {}", name); }

using Number = std::function<int&(ProtocolSettings&)>;
using Path = std::function<std::filesystem::path&(ProtocolSettings&)>;
using Flag = std::function<bool&(ProtocolSettings&)>;

Option spin(std::string_view name, OptionEffect effect, int lowest, int highest,
            const Number& number) {
  const auto set = [=, label = who(name)](ProtocolSettings& settings,
                                          const std::string& value) -> Result<void> {
    number(settings) = MILLSTONE_TRY(parse_number(value, lowest, highest, label));
    return {};
  };
  return {std::string(name),
          "spin",
          fmt::format(" min {} max {}", lowest, highest),
          effect,
          set,
          [number](ProtocolSettings& settings) { return std::to_string(number(settings)); }};
}

Option check(std::string_view name, OptionEffect effect, const Flag& flag) {
  const auto set = [=, label = who(name)](ProtocolSettings& settings,
                                          const std::string& value) -> Result<void> {
    const auto read = MILLSTONE_TRY(parse_flag(value, label));
    flag(settings) = read;
    return {};
  };
  return {std::string(name), "check", "", effect, set, [flag](ProtocolSettings& settings) {
            return fmt::format("{}", flag(settings));
          }};
}

/// A file, or none.
Option file(std::string_view name, OptionEffect effect, const Path& path) {
  const auto set = [path](ProtocolSettings& settings, const std::string& value) -> Result<void> {
    path(settings) = value == kEmpty ? "" : value;
    return {};
  };
  return {std::string(name), "string", "", effect, set, [path](ProtocolSettings& settings) {
            const std::string text = path(settings).string();
            return text.empty() ? std::string(kEmpty) : text;
          }};
}

/// An option of other programs that this one cannot switch; it takes the value it behaves by.
Option fixed(std::string_view name, bool only, std::string_view reason) {
  const auto set = [=, label = who(name), text = std::string(reason)](
                       ProtocolSettings&, const std::string& value) -> Result<void> {
    const auto flag = MILLSTONE_TRY(parse_flag(value, label));
    if (flag == only) return {};
    return fail(ErrorCode::kUnsupportedRule, "{}: {} is not supported: {}", label, value, text);
  };
  return {std::string(name), "", "", OptionEffect::kNone, set};
}

Option hidden(Option option, std::string_view name) {
  option.name = name;
  option.type.clear();
  return option;
}

Result<void> set_directories(ProtocolSettings& settings, const std::string& value) {
  std::vector<std::filesystem::path> directories;
  if (value != kEmpty)
    for (const std::string_view part : split_at(value, ':'))
      if (!part.empty()) directories.emplace_back(part);
  settings.directories = std::move(directories);
  return {};
}

std::string directories_text(const ProtocolSettings& settings) {
  std::string text;
  for (const auto& directory : settings.directories)
    text += (text.empty() ? "" : ":") + directory.string();
  return text.empty() ? std::string(kEmpty) : text;
}

std::string algorithm_text(const ProtocolSettings& settings) {
  return std::string(algorithm_name(settings.algorithm));
}

Result<void> set_algorithm(ProtocolSettings& settings, const std::string& value) {
  const std::string word = lower_case(value);
  int number = 0;
  const auto is_meant = [&](std::string_view name) {
    return word == name || word == std::to_string(number++);
  };
  for (const auto& [name, algorithm] : kAlgorithmNames)
    if (is_meant(name)) {
      settings.algorithm = algorithm;
      return {};
    }
  for (const std::string_view name : kOtherAlgorithms)
    if (is_meant(name))
      return fail(ErrorCode::kUnsupportedRule,
                  "option Algorithm: {} is not supported, only alpha-beta, pvs, mtdf and mcts",
                  name);
  return fail(ErrorCode::kInvalidArgument,
              "option Algorithm: found '{}', expected alpha-beta, pvs, mtdf, mcts or 0 to 3",
              value);
}

std::vector<std::string> style_names() {
  std::vector<std::string> names;
  for (const auto& [name, style] : kStyleNames) names.emplace_back(name);
  return names;
}

std::string style_text(const ProtocolSettings& settings) {
  return std::string(std::ranges::find(kStyleNames, settings.style, [](const auto& each) {
                       return each.second;
                     })->first);
}

Result<void> set_style(ProtocolSettings& settings, const std::string& value) {
  const std::string word = lower_case(value);
  for (const auto& [name, style] : kStyleNames)
    if (name == word) {
      settings.style = style;
      return {};
    }
  return fail(ErrorCode::kInvalidArgument, "option Style: found '{}', expected {}{}", value,
              fmt::join(style_names(), ", "), did_you_mean(word, style_names()));
}

/// Puts a field in the place it had, or behind the others.
void change_rule(ProtocolSettings& settings, std::string_view field, std::string value) {
  auto& changes = settings.changes;
  const auto found = std::find_if(changes.begin(), changes.end(),
                                  [&](const RuleField& each) { return each.field == field; });
  if (found != changes.end())
    found->value = std::move(value);
  else
    changes.push_back({std::string(field), std::move(value)});
}

/// The value of a field that was set, or else what the preset says.
std::string current_value(const ProtocolSettings& settings, std::string_view field,
                          std::string preset) {
  for (const RuleField& change : settings.changes)
    if (change.field == field) return change.value;
  return preset;
}

std::string current_board(const ProtocolSettings& settings) {
  return current_value(settings, "board", settings.preset.board->name);
}

Result<void> set_variant(ProtocolSettings& settings, const std::string& value) {
  auto variant = find_variant(value);
  if (!variant) return fail(variant.error().code, "option Variant: {}", variant.error().message);
  settings.preset = std::move(*variant);
  settings.changes.clear();
  return {};
}

Result<void> set_board(ProtocolSettings& settings, const std::string& value) {
  MILLSTONE_TRY(find_board(value, who("Board")));
  change_rule(settings, "board", value);
  return {};
}

/// Other programs tell the two boards of 24 points apart by a rule field.
Result<void> set_diagonals(ProtocolSettings& settings, const std::string& value) {
  const auto diagonals = MILLSTONE_TRY(parse_flag(value, who("HasDiagonalLines")));
  if (diagonals)
    change_rule(settings, "board", kDiagonalBoard);
  else if (current_board(settings) == kDiagonalBoard)
    change_rule(settings, "board", kPlainBoard);
  return {};
}

Result<void> set_field(ProtocolSettings& settings, const FieldSpec& spec, const std::string& label,
                       const std::string& value) {
  const StatedValue stated = stated_value(lower_case(value));
  VariantOutline scratch;
  MILLSTONE_TRY(set_rule(scratch, spec.name, stated, label));
  change_rule(settings, spec.name, spec.value_text(*stated.number));
  return {};
}

Option rule_option(const FieldSpec& spec, const std::string& name) {
  Option option{name, spec.is_flag() ? "check" : "spin", "", OptionEffect::kRules, {}, {}};
  if (!spec.is_flag()) option.range = fmt::format(" min {} max {}", spec.lowest, spec.highest);
  option.set = [&spec, label = who(name)](ProtocolSettings& settings, const std::string& value) {
    return set_field(settings, spec, label, value);
  };
  option.get = [&spec](const ProtocolSettings& settings) {
    const int preset = spec.get(settings.preset.rules);
    return current_value(settings, spec.name, spec.value_text(preset));
  };
  return option;
}

std::vector<Option> rule_field_options() {
  std::vector<Option> options;
  for (const FieldSpec& spec : field_specs()) {
    options.push_back(rule_option(spec, spec.option()));
    // Older front ends know captures by the names of their fields.
    if (spec.name.ends_with("Capture"))
      options.push_back(hidden(rule_option(spec, spec.name), spec.name));
    // Users type both, so both are listed.
    if (spec.name == "pieceCount") options.push_back(rule_option(spec, "PieceCount"));
  }
  return options;
}

std::string choices(const std::vector<std::string>& values) {
  return fmt::format(" var {}", fmt::join(values, " var "));
}

std::vector<Option> variant_choice_options() {
  std::vector<std::string> presets;
  for (const Preset& preset : list_presets()) presets.push_back(preset.name);
  const auto preset_name = [](const ProtocolSettings& settings) { return settings.preset.name; };
  const auto diagonals = [](const ProtocolSettings& settings) {
    return fmt::format("{}", current_board(settings) == kDiagonalBoard);
  };
  using Effect = OptionEffect;
  return {
      {"Variant", "combo", choices(presets), Effect::kRules, set_variant, preset_name},
      {"Board", "combo", choices(board_names()), Effect::kRules, set_board, current_board},
      {"HasDiagonalLines", "check", "", Effect::kRules, set_diagonals, diagonals},
      spin("NMoveRule", Effect::kHistory, 0, kMostCountedPlies,
           [](auto& settings) -> int& { return settings.history.n_move; }),
      spin("EndgameNMoveRule", Effect::kHistory, 0, kMostCountedPlies,
           [](auto& settings) -> int& { return settings.history.endgame_n_move; }),
      check("ThreefoldRepetitionRule", Effect::kHistory,
            [](auto& settings) -> bool& { return settings.history.threefold; }),
  };
}

std::vector<Option> database_options() {
  using Effect = OptionEffect;
  const Option path{"DatabasePath",    "string",        "",
                    Effect::kDatabase, set_directories, directories_text};
  return {
      path,
      hidden(path, "PerfectDatabasePath"),
      check("UsePerfectDatabase", Effect::kDatabase, std::mem_fn(&ProtocolSettings::use_databases)),
      spin("DatabaseCache", Effect::kDatabase, 1, kMostMebibytes,
           std::mem_fn(&ProtocolSettings::cache_mebibytes)),
      spin("ProbeDepth", Effect::kEngine, 0, kMostSearchPlies,
           std::mem_fn(&ProtocolSettings::probe_depth)),
  };
}

/// What the program brings along.
std::vector<Option> own_knowledge_options() {
  using Effect = OptionEffect;
  return {
      check("Endings", Effect::kDatabase, std::mem_fn(&ProtocolSettings::own_endings)),
      check("OwnBook", Effect::kDatabase, std::mem_fn(&ProtocolSettings::own_book)),
      file("BookFile", Effect::kDatabase, std::mem_fn(&ProtocolSettings::book_file)),
      check("BestBookMove", Effect::kEngine, std::mem_fn(&ProtocolSettings::best_book_turn)),
  };
}

std::vector<Option> search_options() {
  using Effect = OptionEffect;
  using Settings = ProtocolSettings;
  const auto nothing = [](Settings&, const std::string&) { return Result<void>{}; };
  const Option limit_strength =
      check("LimitStrength", Effect::kEngine, std::mem_fn(&Settings::limit_strength));
  const Option elo =
      spin("Elo", Effect::kEngine, kLowestElo, kHighestElo, std::mem_fn(&Settings::elo));
  return {
      spin("Hash", Effect::kEngine, 1, most_hash_mebibytes(),
           std::mem_fn(&Settings::hash_mebibytes)),
      {"Clear Hash", "button", "", Effect::kForget, nothing},
      file("HashFile", Effect::kEngine, std::mem_fn(&Settings::hash_file)),
      spin("Threads", Effect::kEngine, 1, kMostSearchThreads, std::mem_fn(&Settings::threads)),
      {"Algorithm", "combo", choices({"alpha-beta", "pvs", "mtdf", "mcts"}), Effect::kEngine,
       set_algorithm, algorithm_text},
      spin("MultiPV", Effect::kEngine, 1, kMostLines, std::mem_fn(&Settings::lines)),
      spin("SkillLevel", Effect::kEngine, 0, kFullLevel, std::mem_fn(&Settings::skill_level)),
      limit_strength,
      hidden(limit_strength, "UCI_LimitStrength"),
      elo,
      hidden(elo, "UCI_Elo"),
      spin("MoveTime", Effect::kNone, 0, 60, std::mem_fn(&Settings::move_seconds)),
      spin("Move Overhead", Effect::kNone, 0, kMostOverhead,
           std::mem_fn(&Settings::overhead_milliseconds)),
      check("OneLineBestMove", Effect::kNone, std::mem_fn(&Settings::one_line)),
      check("PassToken", Effect::kNone, std::mem_fn(&Settings::pass_token)),
      spin("MaxQuiescenceDepth", Effect::kNone, 0, kMostSearchPlies,
           std::mem_fn(&Settings::quiescence_plies)),
      check("Ponder", Effect::kNone, std::mem_fn(&Settings::ponder)),
      check("Shuffling", Effect::kEngine, std::mem_fn(&Settings::shuffling)),
      {"Style", "combo", choices(style_names()), Effect::kEngine, set_style, style_text},
      fixed("DrawOnHumanExperience", false, "the strength is SkillLevel in the opening, too"),
      fixed("AiIsLazy", false, "it always does its best"),
  };
}

const std::vector<Option>& all_options() {
  static const std::vector<Option> options = [] {
    std::vector<Option> list;
    for (auto part : {database_options(), own_knowledge_options(), search_options(),
                      variant_choice_options(), rule_field_options()})
      list.insert(list.end(), std::make_move_iterator(part.begin()),
                  std::make_move_iterator(part.end()));
    return list;
  }();
  return options;
}

}  // namespace

ProtocolSettings default_settings() {
  ProtocolSettings settings;
  auto variant = find_variant(kDefaultVariant);
  MILLSTONE_CHECK(variant.has_value());
  settings.preset = std::move(*variant);
  return settings;
}

std::optional<Strength> chosen_strength(const ProtocolSettings& settings) {
  return strength_of_level(settings.limit_strength ? level_of_elo(settings.elo)
                                                   : settings.skill_level);
}

bool thinks_without_end(const ProtocolSettings& settings) {
  return settings.move_seconds == 0 && !chosen_strength(settings);
}

int most_hash_mebibytes() {
  const std::uint64_t bytes = physical_memory();
  if (bytes == 0) return kMostMebibytes;
  return static_cast<int>(std::clamp<std::uint64_t>(bytes >> 20, 1, kMostMebibytes));
}

Result<OptionEffect> set_option(ProtocolSettings& settings, const OptionRequest& request) {
  const std::string name = lower_case(request.name);
  for (const Option& option : all_options()) {
    if (lower_case(option.name) != name) continue;
    MILLSTONE_TRY(option.set(settings, request.value));
    return option.effect;
  }
  std::vector<std::string> names;
  for (const Option& option : all_options()) names.push_back(option.name);
  return fail(ErrorCode::kInvalidArgument, "setoption: there is no option '{}'{}", request.name,
              did_you_mean(request.name, names));
}

std::vector<std::string> option_lines(ProtocolSettings settings) {
  std::vector<std::string> lines;
  for (const Option& option : all_options()) {
    if (option.type.empty()) continue;
    const std::string value = option.get ? " default " + option.get(settings) : "";
    lines.push_back(
        fmt::format("option name {} type {}{}{}", option.name, option.type, value, option.range));
  }
  return lines;
}

Result<Variant> chosen_variant(const ProtocolSettings& settings) {
  VariantOutline base{settings.preset.name, settings.preset.board, {}};
  for (const FieldSpec& spec : field_specs())
    base.values.push_back(spec.get(settings.preset.rules));
  const auto outline = MILLSTONE_TRY(with_settings(base, settings.changes));
  return to_variant(outline, fmt::format("variant {}", outline.name));
}

}  // namespace mill
