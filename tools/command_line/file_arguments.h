#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/error.h"

namespace mill {

// Files that the user names. `-` is a standard stream: the input where a file is read, the output
// where one is written.

/// An option for a file to read with read_input(), or an argument, whose name has no hyphens. The
/// help says what `-` is; a name that is empty is refused.
CLI::Option* add_input_option(CLI::App& command, const std::string& option,
                              std::filesystem::path& file, const std::string& description);

/// An option for a file to write with write_output().
CLI::Option* add_output_option(CLI::App& command, const std::string& option,
                               std::filesystem::path& file, const std::string& description);

/// Whether it is `-`.
bool is_standard_stream(const std::filesystem::path& file);

/// How messages call a file that is read.
std::string input_name(const std::filesystem::path& file);

/// The whole of it. Errors as read_text_file(); kInvalidArgument for a standard input that was read
/// before.
Result<std::string> read_input(const std::filesystem::path& file, std::size_t largest);

/// Errors as write_text_file(), kInputOutput for a standard output that is closed.
Result<void> write_output(const std::filesystem::path& file, std::string_view text);

/// A file to write and the option that names it.
struct OutputArgument {
  const char* option;
  const std::filesystem::path& file;  ///< empty: none
};

/// Whether one of these goes to the standard output, and so stands in place of the report. Refuses
/// (kInvalidArgument) two, and one where JSON goes there, too.
Result<bool> replaces_report(std::initializer_list<OutputArgument> outputs, bool json);

}  // namespace mill
