#include "tools/command_line/file_arguments.h"

#include <fmt/format.h>

#include <cstdio>
#include <iostream>

#include "base/text_file.h"

namespace mill {
namespace {

constexpr std::string_view kStandardStream = "-";

CLI::Option* add_file_option(CLI::App& command, const std::string& option,
                             std::filesystem::path& file, const std::string& description) {
  const auto take = [option, &file](const std::string& name) {
    if (name.empty()) throw CLI::ValidationError(option, "a file has a name");
    file = name;
  };
  return command.add_option_function<std::string>(option, take, description)->type_name("FILE");
}

}  // namespace

CLI::Option* add_input_option(CLI::App& command, const std::string& option,
                              std::filesystem::path& file, const std::string& description) {
  return add_file_option(command, option, file, description + "; - is the standard input");
}

CLI::Option* add_output_option(CLI::App& command, const std::string& option,
                               std::filesystem::path& file, const std::string& description) {
  return add_file_option(command, option, file,
                         description + "; - is the standard output, in place of a report");
}

bool is_standard_stream(const std::filesystem::path& file) { return file == kStandardStream; }

std::string input_name(const std::filesystem::path& file) {
  return is_standard_stream(file) ? "standard input" : file.string();
}

Result<std::string> read_input(const std::filesystem::path& file, std::size_t largest) {
  if (!is_standard_stream(file)) return read_text_file(file, largest);
  if (std::cin.eof())
    return fail(ErrorCode::kInvalidArgument,
                "two things cannot be read from the standard input, so give one of them a file");
  return read_text(std::cin, input_name(file), largest);
}

Result<void> write_output(const std::filesystem::path& file, std::string_view text) {
  if (!is_standard_stream(file)) return write_text_file(file, text);
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size()) return {};
  return fail(ErrorCode::kInputOutput, "the standard output cannot be written");
}

Result<bool> replaces_report(std::initializer_list<OutputArgument> outputs, bool json) {
  std::string taken = json ? "--json" : "";
  bool replaced = false;
  for (const OutputArgument& output : outputs) {
    if (!is_standard_stream(output.file)) continue;
    if (!taken.empty())
      return fail(ErrorCode::kInvalidArgument,
                  "{} and {} - both write to the standard output, so give {} a file", taken,
                  output.option, output.option);
    taken = fmt::format("{} -", output.option);
    replaced = true;
  }
  return replaced;
}

}  // namespace mill
