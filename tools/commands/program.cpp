#include "tools/commands/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <memory>
#include <new>

#include "tools/command_line/help_formatter.h"
#include "tools/command_line/standard_streams.h"
#include "tools/command_line/usage_message.h"

namespace mill {
namespace {

/// Prints the one sentence that says what went wrong.
void print_error(const std::string& who, std::string message) {
  if (message.empty()) return;  // another process of the job says it
  std::replace(message.begin(), message.end(), '\n', ' ');
  print_error_output("{}: {}\n", who, shown_message(message));
}

/// "millstone build" once the command is known, otherwise "millstone".
std::string name_for_messages(const CLI::App& program) {
  const CLI::App* command = named_command(program);
  return program.get_name() + (command ? " " + command->get_name() : "");
}

ExitCode run_command(const Command& command, const std::string& who) {
  try {
    const Result<void> done = command.run();
    if (!done) {
      std::fflush(stdout);
      print_error(who, done.error().message);
      return exit_code_of(done.error().code);
    }
  } catch (const std::bad_alloc&) {
    print_error(who, "the machine has not enough memory left; give less with --memory");
    return kExitFailed;
  } catch (const std::exception& error) {
    print_error(who, error.what());
    return kExitFailed;
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
    print_error(who, "the output could not be written");
    return kExitFailed;
  }
  return kExitDone;
}

}  // namespace

ExitCode run_program(CLI::App& program, const std::vector<Command>& commands, int argc,
                     char** argv) {
  hold_closed_streams();
  // Reaching the limit of file size is then an error of the write, which leaves nothing half done.
  std::signal(SIGXFSZ, SIG_IGN);
  program.formatter(std::make_shared<HelpFormatter>());
  for (const Command& command : commands) command.options->formatter(program.get_formatter());
  program.set_version_flag("--version", program.get_name() + " " + MILLSTONE_VERSION);
  program.require_subcommand(1);
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help, --version
    return static_cast<ExitCode>(program.exit(request));
  } catch (const CLI::ParseError& error) {
    print_error(name_for_messages(program), usage_message(program, error));
    return kExitWrongUsage;
  }
  for (const Command& command : commands)
    if (command.options->parsed()) return run_command(command, name_for_messages(program));
  return kExitWrongUsage;
}

}  // namespace mill
