#include "tools/command_line/usage_message.h"

#include <fmt/format.h>

#include "base/suggestion.h"
#include "base/words.h"
#include "tools/command_line/command_outline.h"
#include "tools/command_line/common_options.h"

namespace mill {
namespace {

/// The first of the words that no option or command took.
std::string first_unknown(const CLI::App& program) {
  const std::vector<std::string> unknown = program.remaining(true);
  return unknown.empty() ? "" : unknown.front();
}

std::string unknown_command(const CLI::App& program) {
  const std::string unknown = first_unknown(program);
  if (unknown.empty()) return "say what to do";
  std::vector<std::string> names;
  for (const CLI::App* command : shown_commands(program)) names.push_back(command->get_name());
  return fmt::format("there is no '{}'{}", unknown, did_you_mean(unknown, names));
}

std::string unknown_word(const CLI::App& program, const CLI::App& command) {
  const std::string unknown = first_unknown(program);
  if (!unknown.starts_with('-')) return fmt::format("'{}' was not expected", unknown);
  std::string_view rest = unknown;
  const std::string_view name_alone = take_part(rest, '=');
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return fmt::format("there is no option '{}'{}", unknown, did_you_mean(name_alone, names));
}

}  // namespace

const CLI::App* named_command(const CLI::App& program) {
  const auto commands = program.get_subcommands();
  return commands.empty() ? nullptr : commands.front();
}

std::string usage_message(const CLI::App& program, const CLI::ParseError& error) {
  const CLI::App* command = named_command(program);
  std::string message = error.what();
  // What is missing may be what was written wrong.
  const bool is_required = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  if (!command)
    message = unknown_command(program);
  else if (dynamic_cast<const CLI::ExtrasError*>(&error) ||
           (is_required && first_unknown(program).starts_with('-')))
    message = unknown_word(program, *command);
  else if (is_required && message.starts_with("--db ") && usual_databases().size() > 1)
    message +=
        fmt::format(", since {} names {} directories", kDatabaseVariable, usual_databases().size());
  return fmt::format("{}; see {}{}{} --help", message, program.get_name(), command ? " " : "",
                     command ? command->get_name() : "");
}

}  // namespace mill
