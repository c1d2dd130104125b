#pragma once

#include <string>

#include "tools/command_line/command_outline.h"

namespace mill {

// Scripts that complete commands, options and their values on the command lines of three shells.
// They do not run the program.

std::string bash_completion(const ProgramOutline& program);
std::string zsh_completion(const ProgramOutline& program);
std::string fish_completion(const ProgramOutline& program);

}  // namespace mill
