#include "tools/command_line/command_outline.h"

#include <algorithm>

#include "base/words.h"
#include "game/variant.h"
#include "game/variant_outline.h"
#include "tools/command_line/common_options.h"

namespace mill {
namespace {

using Kind = ValueOutline::Kind;

/// Rule fields to be set, the flags and choices of the board with their values.
std::vector<std::string> settings() {
  std::vector<std::string> settings;
  for (const std::string& board : board_names()) settings.push_back("board=" + board);
  for (const FieldSpec& spec : field_specs()) {
    const std::string field(spec.name);
    if (!spec.is_flag()) {
      settings.push_back(field + "=");
      continue;
    }
    for (const char* value : {"false", "true"}) settings.push_back(field + "=" + value);
  }
  return settings;
}

/// What the types mean that options state; other words are free text.
void read_type(ValueOutline& value) {
  value.kind = Kind::kText;
  if (value.type == kDatabasePlace) {
    value.kind = Kind::kFile;
    return;
  }
  if (value.type == "FILE" || value.type == "GAMEFILE") value.kind = Kind::kFile;
  if (value.type == "DIR") value.kind = Kind::kDirectory;
  if (value.type == "VARIANT") value.choices = variant_names();
  if (value.type == "FIELD=VALUE") value.choices = settings();
  if (value.type == "PLAYER")
    value.choices = {"perfect", "random", "engine", "engine:", "program:"};
  if (value.type.find('|') != std::string::npos) {
    const Words choices = split_at(value.type, '|');
    value.choices.assign(choices.begin(), choices.end());
  }
  if (!value.choices.empty()) value.kind = Kind::kChoice;
}

/// Takes "zstd|context [zstd]" apart.
ValueOutline value_of(const CLI::Option& option) {
  ValueOutline value;
  if (option.get_items_expected_max() == 0) return value;
  const std::string text = option.get_positional() ? option.get_name(true) : option.get_type_name();
  const std::size_t bracket = text.find(" [");
  value.type = text.substr(0, bracket);
  if (bracket != std::string::npos)
    value.usual = text.substr(bracket + 2, text.size() - bracket - 3);
  read_type(value);
  return value;
}

OptionOutline outline_of(const CLI::Option& option) {
  OptionOutline outline;
  outline.is_argument = option.get_positional();
  outline.name = outline.is_argument ? option.get_name(true) : "--" + option.get_lnames().front();
  outline.description = option.get_description();
  outline.value = value_of(option);
  outline.repeats = option.get_items_expected_max() > 1;
  return outline;
}

}  // namespace

std::vector<const CLI::App*> shown_commands(const CLI::App& program) {
  return program.get_subcommands(
      [](const CLI::App* command) { return !command->get_group().empty(); });
}

ProgramOutline outline_of(const CLI::App& program, const std::string& version) {
  ProgramOutline outline{
      program.get_name(), program.get_description(), program.get_footer(), version, {}};
  for (const CLI::App* command : shown_commands(program)) {
    CommandOutline each{command->get_name(), command->get_description(), command->get_footer(), {}};
    for (const CLI::Option* option : command->get_options())
      each.options.push_back(outline_of(*option));
    outline.commands.push_back(std::move(each));
  }
  return outline;
}

}  // namespace mill
