#include "tools/command_line/shell_completions.h"

#include <fmt/format.h>

#include <algorithm>

namespace mill {
namespace {

using Kind = ValueOutline::Kind;

/// A word in single quotes; `inner` is how the shell writes a quote within them.
std::string quoted(std::string_view text, std::string_view inner) {
  std::string word = "'";
  for (const char character : text)
    word += character == '\'' ? std::string(inner) : std::string(1, character);
  return word + "'";
}

/// Text with a backslash before each of some characters.
std::string escaped(std::string_view text, std::string_view characters) {
  std::string result;
  for (const char character : text) {
    if (characters.find(character) != std::string_view::npos) result += '\\';
    result += character;
  }
  return result;
}

std::vector<std::string> option_names(const CommandOutline& command) {
  std::vector<std::string> names;
  for (const OptionOutline& option : command.options)
    if (!option.is_argument) names.push_back(option.name);
  return names;
}

std::vector<std::string> command_names(const ProgramOutline& program) {
  std::vector<std::string> names;
  for (const CommandOutline& command : program.commands) names.push_back(command.name);
  return names;
}

/// What bash does behind an option or for an argument.
std::string bash_value(const ValueOutline& value) {
  switch (value.kind) {
    case Kind::kFile:
      return "_millstone_paths -f";
    case Kind::kDirectory:
      return "_millstone_paths -d";
    case Kind::kChoice:
      return fmt::format("_millstone_words {}",
                         quoted(fmt::format("{}", fmt::join(value.choices, " ")), "'\\''"));
    default:
      return ":";
  }
}

std::string bash_command(const CommandOutline& command) {
  std::string text = fmt::format("    {})\n      case $previous in\n", command.name);
  std::string argument = ":";
  for (const OptionOutline& option : command.options) {
    if (option.is_argument)
      argument = bash_value(option.value);
    else if (option.value.kind != Kind::kNone)
      text += fmt::format("        {}) {}; return ;;\n", option.name, bash_value(option.value));
  }
  return text + fmt::format(
                    "      esac\n"
                    "      if [[ $word == -* ]]; then _millstone_words '{}'; else {}; fi\n"
                    "      ;;\n",
                    fmt::join(option_names(command), " "), argument);
}

constexpr std::string_view kBashFunctions = R"(
# Offers those of some words that the word begins with; one that ends with = or : goes on.
_millstone_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word")
  # What stands before a = or : of the word is not replaced.
  local before=
  case $whole in
    *[=:]*) before=${whole%"${whole##*[=:]}"} ;;
  esac
  if [[ -n $before && $COMP_WORDBREAKS == *[=:]* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$whole")
    COMPREPLY=("${COMPREPLY[@]#"$before"}")
  fi
  if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *[=:] ]]; then
    compopt -o nospace 2>/dev/null
  fi
}

# Offers files (-f) or directories (-d).
_millstone_paths() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen "$1" -- "$word")
}
)";

/// Puts together what bash has taken apart at = and :, so that `whole` is the word at the cursor
/// and `previous` the one before it.
constexpr std::string_view kBashWords = R"(
_millstone() {
  local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} index=$COMP_CWORD whole previous
  COMPREPLY=()
  if [[ $word == [=:] ]]; then whole=$word word=; else whole=$word; fi
  while ((index > 1)); do
    if [[ $whole == [=:]* || ${COMP_WORDS[index - 1]} == [=:] ]]; then
      index=$((index - 1))
      whole=${COMP_WORDS[index]}$whole
    else
      break
    fi
  done
  previous=${COMP_WORDS[index - 1]}
  if [[ $whole == --*=* ]]; then
    previous=${whole%%=*} whole=${whole#*=}
  fi
)";

std::string zsh_value(const ValueOutline& value) {
  const std::string type = escaped(value.type, ":[]\\");
  switch (value.kind) {
    case Kind::kNone:
      return "";
    case Kind::kFile:
      return fmt::format(":{}:_files", type);
    case Kind::kDirectory:
      return fmt::format(":{}:_files -/", type);
    case Kind::kChoice:
      return fmt::format(":{}:({})", type,
                         escaped(fmt::format("{}", fmt::join(value.choices, " ")), ":"));
    case Kind::kText:
      break;
  }
  return fmt::format(":{}: ", type);
}

std::string zsh_command(const CommandOutline& command) {
  std::string text = fmt::format("    {})\n      _arguments", command.name);
  for (const OptionOutline& option : command.options) {
    const std::string repeats = option.repeats ? "*" : "";
    const std::string spec =
        option.is_argument
            ? (option.repeats ? "*" : "1") + zsh_value(option.value)
            : fmt::format("{}{}[{}]{}", repeats, option.name, escaped(option.description, "[]:\\"),
                          zsh_value(option.value));
    text += " \\\n        " + quoted(spec, "'\\''");
  }
  return text + "\n      ;;\n";
}

std::string fish_value(const ValueOutline& value) {
  switch (value.kind) {
    case Kind::kNone:
      return "";
    case Kind::kFile:
      return " -r -F";
    case Kind::kDirectory:
      return " -x -a '(__fish_complete_directories)'";
    case Kind::kChoice:
      return fmt::format(" -x -a {}",
                         quoted(fmt::format("{}", fmt::join(value.choices, " ")), "\\'"));
    case Kind::kText:
      break;
  }
  return " -x";
}

std::string fish_command(const std::string& program, const CommandOutline& command) {
  const std::string begin =
      fmt::format("complete -c {} -n '__fish_seen_subcommand_from {}'", program, command.name);
  std::string text;
  for (const OptionOutline& option : command.options) {
    if (!option.is_argument)
      text += fmt::format("{} -l {}{} -d {}\n", begin, option.name.substr(2),
                          fish_value(option.value), quoted(option.description, "\\'"));
    else if (option.value.kind == Kind::kFile)
      text += fmt::format("{} -F\n", begin);
  }
  return text;
}

}  // namespace

std::string bash_completion(const ProgramOutline& program) {
  std::string text =
      fmt::format("# Completion of {} for bash, made from its own options.\n", program.name);
  text += kBashFunctions;
  text += kBashWords;
  text += fmt::format(
      "  if ((COMP_CWORD == 1)); then\n"
      "    _millstone_words '{} --help --version'\n    return\n  fi\n  case $command in\n",
      fmt::join(command_names(program), " "));
  for (const CommandOutline& command : program.commands) text += bash_command(command);
  return text + fmt::format("  esac\n}}\n\ncomplete -F _millstone {}\n", program.name);
}

std::string zsh_completion(const ProgramOutline& program) {
  std::string text = fmt::format(
      "#compdef {0}\n# Completion of {0} for zsh, made from its own options.\n\n", program.name);
  text += "_millstone() {\n  local -a commands=(\n";
  for (const CommandOutline& command : program.commands)
    text +=
        "    " + quoted(command.name + ":" + escaped(command.description, ":\\"), "'\\''") + '\n';
  text +=
      "  )\n"
      "  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n  ((CURRENT--))\n  case $command in\n";
  for (const CommandOutline& command : program.commands) text += zsh_command(command);
  return text +
         "  esac\n}\n\n"
         "if [[ $funcstack[1] == _millstone ]]; then\n  _millstone \"$@\"\nelse\n"
         "  compdef _millstone millstone\nfi\n";
}

std::string fish_completion(const ProgramOutline& program) {
  std::string text = fmt::format(
      "# Completion of {0} for fish, made from its own options.\n\n"
      "complete -c {0} -f\n",
      program.name);
  for (const CommandOutline& command : program.commands)
    text += fmt::format("complete -c {} -n __fish_use_subcommand -a {} -d {}\n", program.name,
                        command.name, quoted(command.description, "\\'"));
  for (const CommandOutline& command : program.commands)
    text += fish_command(program.name, command);
  return text;
}

}  // namespace mill
