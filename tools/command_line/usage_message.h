#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace mill {

/// The command that was named, null if none was.
const CLI::App* named_command(const CLI::App& program);

/// What was wrong with a command line: one sentence that names the word, the name that may have
/// been meant, and where help is.
std::string usage_message(const CLI::App& program, const CLI::ParseError& error);

}  // namespace mill
