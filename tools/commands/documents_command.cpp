#include "base/text_file.h"
#include "tools/command_line/command_outline.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/manual_page.h"
#include "tools/command_line/shell_completions.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

struct DocumentsArguments {
  std::filesystem::path directory;
  std::string date;
};

Result<void> run_documents(const CLI::App& program, const DocumentsArguments& arguments) {
  const ProgramOutline outline = outline_of(program, MILLSTONE_VERSION);
  const std::pair<const char*, std::string> files[] = {
      {"millstone.1", manual_page(outline, arguments.date)},
      {"millstone.bash", bash_completion(outline)},
      {"_millstone", zsh_completion(outline)},
      {"millstone.fish", fish_completion(outline)}};
  std::error_code failure;
  std::filesystem::create_directories(arguments.directory, failure);
  for (const auto& [name, text] : files)
    MILLSTONE_TRY(write_text_file(arguments.directory / name, text));
  return {};
}

}  // namespace

Command add_documents_command(CLI::App& program) {
  auto arguments = std::make_shared<DocumentsArguments>();
  CLI::App* command = program.add_subcommand(
      "documents", "Write the manual page and the completions of three shells into a directory");
  command->group("");  // for the build: help does not list it
  add_directory_option(*command, "--to", arguments->directory, "Directory for the files");
  command->add_option("--date", arguments->date, "Date of the manual page")
      ->required()
      ->type_name("DATE");
  return {command, [arguments, &program] { return run_documents(program, *arguments); }};
}

}  // namespace mill
