#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace mill {

// The commands and their options as manual and completions tell them, read from the definition that
// parses the command line.

/// What can stand behind an option or as an argument.
struct ValueOutline {
  enum class Kind { kNone, kText, kFile, kDirectory, kChoice };
  Kind kind = Kind::kNone;           ///< kNone: the option is a flag
  std::string type;                  ///< "DIR", "zstd|context"
  std::string usual;                 ///< the default as help tells it; empty: none
  std::vector<std::string> choices;  ///< of kChoice; one that ends with '=' or ':' goes on
};

struct OptionOutline {
  std::string name;  ///< "--db", or "SUBSPACE" for an argument
  std::string description;
  ValueOutline value;
  bool is_argument = false;
  bool repeats = false;  ///< may be given, or hold words, any number of times
};

struct CommandOutline {
  std::string name, description, footer;
  std::vector<OptionOutline> options;  ///< those of all programs (--help) among them
};

struct ProgramOutline {
  std::string name, description, footer, version;
  std::vector<CommandOutline> commands;
};

/// The commands that help lists, in its order.
std::vector<const CLI::App*> shown_commands(const CLI::App& program);

/// @param version  of the program, such as "1.2.3"
ProgramOutline outline_of(const CLI::App& program, const std::string& version);

}  // namespace mill
