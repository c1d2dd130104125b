#include "engine/protocol_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include "game/rule_table.h"
#include "game/variant_outline.h"

namespace millstone {
namespace {

using Setter = std::function<Result<void>(ProtocolSettings&, const std::string& value)>;

/// One option: how the list shows it, and what a value does.
struct Option {
  std::string name;
  std::string shape;  ///< `type spin default 64 min 1 max 4096`; empty: not listed
  OptionEffect effect;
  Setter set;
};

constexpr std::string_view kEmpty = "<empty>";  // how front ends write a text of no length
constexpr int kMostMebibytes = 1 << 20;
constexpr int kMostThreads = 512;
constexpr int kMostPlies = 1000;

struct DriverName {
  std::string_view name, number;  ///< the number by which another engine calls it
  Driver driver;
};
constexpr DriverName kDrivers[] = {{"alpha-beta", "0", Driver::kAlphaBeta},
                                   {"pvs", "1", Driver::kPvs},
                                   {"mtdf", "2", Driver::kMtdf}};
// What the other numbers stand for.
constexpr std::pair<std::string_view, std::string_view> kOtherAlgorithms[] = {{"mcts", "3"},
                                                                              {"random", "4"}};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& character : result)
    if (character >= 'A' && character <= 'Z') character = static_cast<char>(character - 'A' + 'a');
  return result;
}

Result<bool> parse_flag(std::string_view text, std::string_view who) {
  const std::string word = lower(text);
  if (word == "true" || word == "1") return true;
  if (word == "false" || word == "0") return false;
  return fail(ErrorCode::kInvalidArgument, "{}: found '{}', expected true or false", who, text);
}

std::string who(std::string_view name) { return fmt::format("option {}", name); }

Option spin(std::string_view name, OptionEffect effect, int lowest, int highest, int initial,
            const std::function<void(ProtocolSettings&, int)>& store) {
  const auto set = [=, label = who(name)](ProtocolSettings& settings,
                                          const std::string& value) -> Result<void> {
    const auto number = parse_number(value, lowest, highest, label);
    if (!number) return tl::unexpected(number.error());
    store(settings, static_cast<int>(*number));
    return {};
  };
  return {std::string(name),
          fmt::format("type spin default {} min {} max {}", initial, lowest, highest), effect, set};
}

Option check(std::string_view name, OptionEffect effect, bool initial,
             const std::function<void(ProtocolSettings&, bool)>& store) {
  const auto set = [=, label = who(name)](ProtocolSettings& settings,
                                          const std::string& value) -> Result<void> {
    const auto flag = parse_flag(value, label);
    if (!flag) return tl::unexpected(flag.error());
    store(settings, *flag);
    return {};
  };
  return {std::string(name), fmt::format("type check default {}", initial), effect, set};
}

/// An option of other programs that this one cannot switch; it takes the value it behaves by.
Option fixed(std::string_view name, bool only, std::string_view reason) {
  const auto set = [=, label = who(name), text = std::string(reason)](
                       ProtocolSettings&, const std::string& value) -> Result<void> {
    const auto flag = parse_flag(value, label);
    if (!flag) return tl::unexpected(flag.error());
    if (*flag == only) return {};
    return fail(ErrorCode::kUnsupportedRule, "{}: {} is not supported: {}", label, value, text);
  };
  return {std::string(name), "", OptionEffect::kNone, set};
}

Option hidden(Option option, std::string_view name) {
  option.name = name;
  option.shape.clear();
  return option;
}

Result<void> set_directories(ProtocolSettings& settings, const std::string& value) {
  std::vector<std::filesystem::path> directories;
  std::size_t begin = 0;
  while (value != kEmpty && begin < value.size()) {
    const std::size_t end = std::min(value.find(':', begin), value.size());
    if (end > begin) directories.emplace_back(value.substr(begin, end - begin));
    begin = end + 1;
  }
  settings.directories = std::move(directories);
  return {};
}

Result<void> set_algorithm(ProtocolSettings& settings, const std::string& value) {
  const std::string word = lower(value);
  for (const DriverName& each : kDrivers)
    if (word == each.name || word == each.number) {
      settings.driver = each.driver;
      return {};
    }
  for (const auto& [name, number] : kOtherAlgorithms)
    if (word == name || word == number)
      return fail(ErrorCode::kUnsupportedRule,
                  "option Algorithm: {} is not supported, only alpha-beta, pvs and mtdf", name);
  return fail(ErrorCode::kInvalidArgument,
              "option Algorithm: found '{}', expected alpha-beta, pvs, mtdf or 0 to 2", value);
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

std::string current_board(const ProtocolSettings& settings) {
  for (const RuleField& change : settings.changes)
    if (change.field == "board") return change.value;
  return settings.preset.board->name;
}

Result<void> set_variant(ProtocolSettings& settings, const std::string& value) {
  auto variant = find_variant(value);
  if (!variant) return fail(variant.error().code, "option Variant: {}", variant.error().message);
  settings.preset = std::move(*variant);
  settings.changes.clear();
  return {};
}

Result<void> set_board(ProtocolSettings& settings, const std::string& value) {
  const auto board = find_board(value, who("Board"));
  if (!board) return tl::unexpected(board.error());
  change_rule(settings, "board", value);
  return {};
}

/// The field by which other programs tell apart the two boards of 24 points.
void set_diagonals(ProtocolSettings& settings, bool diagonals) {
  if (diagonals)
    change_rule(settings, "board", "24-diagonal");
  else if (current_board(settings) == "24-diagonal")
    change_rule(settings, "board", "24");
}

Result<void> set_field(ProtocolSettings& settings, const FieldSpec& spec, const std::string& label,
                       const std::string& value) {
  const StatedValue stated = stated_value(lower(value));
  VariantOutline scratch;
  if (const auto set = set_rule(scratch, spec.name, stated, label); !set)
    return tl::unexpected(set.error());
  if (!spec.is_able(*stated.number))
    return fail(ErrorCode::kUnsupportedRule, "{}: {} is not supported by this version", label,
                spec.value_text(*stated.number));
  change_rule(settings, spec.name, spec.value_text(*stated.number));
  return {};
}

/// The name by which programs that speak this protocol know a field.
std::string known_name(const FieldSpec& spec) {
  std::string name(spec.name);
  if (name == "pieceCount") return "PiecesCount";
  if (!name.starts_with("fly")) name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

/// Fields that can have one value only are taken, but not listed.
std::string field_shape(const FieldSpec& spec) {
  const int initial = spec.get(Rules{});
  if (spec.able.size() == 1) return "";
  if (spec.is_flag()) return fmt::format("type check default {}", initial != 0);
  return fmt::format("type spin default {} min {} max {}", initial, spec.lowest, spec.highest);
}

std::vector<Option> rule_options() {
  std::vector<Option> options;
  for (const FieldSpec& spec : field_specs()) {
    const std::string name = known_name(spec);
    Option option{name, field_shape(spec), OptionEffect::kRules,
                  [&spec, label = who(name)](ProtocolSettings& settings, const std::string& value) {
                    return set_field(settings, spec, label, value);
                  }};
    if (lower(name) != lower(spec.name)) options.push_back(hidden(option, spec.name));
    options.push_back(std::move(option));
  }
  return options;
}

std::string combo_shape(std::string_view initial, const std::vector<std::string>& values) {
  return fmt::format("type combo default {} var {}", initial, fmt::join(values, " var "));
}

std::vector<Option> variant_options() {
  std::vector<std::string> presets;
  for (const Preset& preset : list_presets())
    if (preset.variant) presets.push_back(preset.name);
  const std::string initial = default_settings().preset.name;
  return {
      {"Variant", combo_shape(initial, presets), OptionEffect::kRules, set_variant},
      {"Board", combo_shape("24", board_names()), OptionEffect::kRules, set_board},
      check("HasDiagonalLines", OptionEffect::kRules, false, set_diagonals),
      spin("NMoveRule", OptionEffect::kHistory, 0, 10'000, HistoryRules{}.n_move,
           [](auto& settings, int plies) { settings.history.n_move = plies; }),
      spin("EndgameNMoveRule", OptionEffect::kHistory, 0, 10'000, HistoryRules{}.endgame_n_move,
           [](auto& settings, int plies) { settings.history.endgame_n_move = plies; }),
      check("ThreefoldRepetitionRule", OptionEffect::kHistory, HistoryRules{}.threefold,
            [](auto& settings, bool on) { settings.history.threefold = on; }),
  };
}

std::vector<Option> database_options() {
  const Option path{"DatabasePath", fmt::format("type string default {}", kEmpty),
                    OptionEffect::kDatabase, set_directories};
  return {
      path,
      hidden(path, "PerfectDatabasePath"),
      check("UsePerfectDatabase", OptionEffect::kDatabase, true,
            [](auto& settings, bool use) { settings.use_databases = use; }),
      spin("DatabaseCache", OptionEffect::kDatabase, 1, kMostMebibytes,
           ProtocolSettings{}.cache_mebibytes,
           [](auto& settings, int size) { settings.cache_mebibytes = size; }),
      spin("ProbeDepth", OptionEffect::kEngine, 0, kMostPlies, ProtocolSettings{}.probe_depth,
           [](auto& settings, int plies) { settings.probe_depth = plies; }),
  };
}

std::vector<Option> search_options() {
  const ProtocolSettings initial;
  return {
      spin("Hash", OptionEffect::kEngine, 1, kMostMebibytes, initial.hash_mebibytes,
           [](auto& settings, int size) { settings.hash_mebibytes = size; }),
      {"Clear Hash", "type button", OptionEffect::kForget,
       [](ProtocolSettings&, const std::string&) { return Result<void>{}; }},
      spin("Threads", OptionEffect::kEngine, 1, kMostThreads, initial.threads,
           [](auto& settings, int threads) { settings.threads = threads; }),
      {"Algorithm", combo_shape("pvs", {"alpha-beta", "pvs", "mtdf"}), OptionEffect::kEngine,
       set_algorithm},
      spin("MultiPV", OptionEffect::kEngine, 1, 500, initial.lines,
           [](auto& settings, int lines) { settings.lines = lines; }),
      spin("SkillLevel", OptionEffect::kNone, 0, 30, initial.skill_level,
           [](auto& settings, int level) { settings.skill_level = level; }),
      spin("MoveTime", OptionEffect::kNone, 0, 60, initial.move_seconds,
           [](auto& settings, int seconds) { settings.move_seconds = seconds; }),
      spin("Move Overhead", OptionEffect::kNone, 0, 5000,
           static_cast<int>(initial.overhead.count()),
           [](auto& settings, int time) { settings.overhead = std::chrono::milliseconds(time); }),
      fixed("Shuffling", false, "equal moves are not drawn by lot"),
      fixed("DrawOnHumanExperience", false, "the depth is SkillLevel in the opening, too"),
      fixed("AiIsLazy", false, "it always does its best"),
  };
}

const std::vector<Option>& all_options() {
  static const std::vector<Option> options = [] {
    std::vector<Option> list;
    for (auto part : {database_options(), search_options(), variant_options(), rule_options()})
      list.insert(list.end(), std::make_move_iterator(part.begin()),
                  std::make_move_iterator(part.end()));
    return list;
  }();
  return options;
}

}  // namespace

ProtocolSettings default_settings() {
  ProtocolSettings settings;
  auto variant = find_variant("nine-mens-morris");
  MILLSTONE_CHECK(variant.has_value());
  settings.preset = std::move(*variant);
  return settings;
}

Result<OptionEffect> set_option(ProtocolSettings& settings, const OptionRequest& request) {
  const std::string name = lower(request.name);
  for (const Option& option : all_options()) {
    if (lower(option.name) != name) continue;
    const Result<void> done = option.set(settings, request.value);
    if (!done) return tl::unexpected(done.error());
    return option.effect;
  }
  return fail(ErrorCode::kInvalidArgument, "setoption: there is no option '{}'", request.name);
}

std::vector<std::string> option_lines() {
  std::vector<std::string> lines;
  for (const Option& option : all_options())
    if (!option.shape.empty())
      lines.push_back(fmt::format("option name {} {}", option.name, option.shape));
  return lines;
}

Result<Variant> chosen_variant(const ProtocolSettings& settings) {
  VariantOutline base{settings.preset.name, settings.preset.board, {}};
  for (const FieldSpec& spec : field_specs())
    base.values.push_back(spec.get(settings.preset.rules));
  const auto outline = with_settings(base, settings.changes);
  if (!outline) return tl::unexpected(outline.error());
  return to_variant(*outline, fmt::format("variant {}", outline->name));
}

}  // namespace millstone
