#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <new>

#include "tools/command_line/help_formatter.h"
#include "tools/command_line/usage_message.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

constexpr const char* kDescription =
    "Millstone builds, verifies, stores and probes perfect-play databases for mill games.";
constexpr const char* kFooter =
    "Example:\n"
    "  millstone build --db morris 5-5\n"
    "  millstone probe --db morris \"O@O*****/*****@*O/**@***** w m s 3 0 3 0 0 0 0 0 0 0 0 3 "
    "20\"\n"
    "Exit codes: 0 done, 1 the task failed, 2 wrong usage.";

/// Prints the one sentence that says what went wrong.
void print_error(const std::string& who, std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  fmt::print(stderr, "{}: {}\n", who, shown_message(message));
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

ExitCode run_program(int argc, char** argv) {
  CLI::App program(kDescription, "millstone");
  program.formatter(std::make_shared<HelpFormatter>());  // the commands inherit it
  program.footer(kFooter);
  program.set_version_flag("--version", std::string("millstone ") + MILLSTONE_VERSION);
  program.require_subcommand(1);
  const Command commands[] = {
      add_plan_command(program),   add_build_command(program),    add_info_command(program),
      add_probe_command(program),  add_verify_command(program),   add_stats_command(program),
      add_perft_command(program),  add_variants_command(program), add_play_command(program),
      add_uci_command(program),    add_match_command(program),    add_analyze_command(program),
      add_prove_command(program),  add_tune_command(program),     add_bench_command(program),
      add_repack_command(program), add_serve_command(program),    add_documents_command(program)};
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

}  // namespace
}  // namespace mill

int main(int argc, char** argv) {
  // Reaching the limit of file size is then an error of the write, which leaves nothing half done.
  std::signal(SIGXFSZ, SIG_IGN);
  return mill::run_program(argc, argv);
}
