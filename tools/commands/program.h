#pragma once

#include <vector>

#include "tools/commands/command.h"

namespace mill {

/// Runs the command that the arguments name: help, version, wrong usage and errors are told as in
/// every program of the project. The commands are those that were added to `program`, in any order.
/// @return the exit code of the process
ExitCode run_program(CLI::App& program, const std::vector<Command>& commands, int argc,
                     char** argv);

}  // namespace mill
