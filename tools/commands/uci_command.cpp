#include <cstdio>
#include <iostream>
#include <string>

#include "engine/protocol/protocol.h"
#include "tools/command_line/engine_options.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

/// A front end waits for each line.
void write_line(std::string_view line) {
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fputc('\n', stdout);
  std::fflush(stdout);
}

Result<void> run_uci(const EngineChoice& choice) {
  auto settings = MILLSTONE_TRY(resolve_settings(choice));
  Protocol protocol(write_line, std::move(settings));
  std::string line;
  while (std::getline(std::cin, line))
    if (!protocol.handle(line)) return {};
  protocol.finish();
  return {};
}

}  // namespace

Command add_uci_command(CLI::App& program) {
  auto choice = std::make_shared<EngineChoice>();
  CLI::App* command =
      program.add_subcommand("uci", "Play for a front end: UCI-like commands on standard input");
  command->footer(
      "Reads commands until `quit` or the end of the input; engine/protocol/README.md lists them. "
      "What is\n"
      "set here can be set by `setoption`, too. With --db the engine plays perfectly wherever the\n"
      "database has the position.\n"
      "Example:\n"
      "  millstone uci --db morris\n"
      "  printf 'position startpos moves d6 f4\\ngo movetime 500\\n' | millstone uci");
  add_engine_options(*command, *choice);
  return {command, [choice] { return run_uci(*choice); }};
}

}  // namespace mill
