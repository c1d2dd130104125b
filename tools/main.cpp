#include "tools/commands/build_command.h"
#include "tools/commands/command.h"
#include "tools/commands/grade_command.h"
#include "tools/commands/program.h"
#include "tools/commands/verify_command.h"

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

ExitCode run(int argc, char** argv) {
  CLI::App program(kDescription, "millstone");
  program.footer(kFooter);
  const std::vector<Command> commands = {
      add_plan_command(program),   add_build_command(program),    add_info_command(program),
      add_probe_command(program),  add_verify_command(program),   add_stats_command(program),
      add_perft_command(program),  add_variants_command(program), add_play_command(program),
      add_uci_command(program),    add_match_command(program),    add_analyze_command(program),
      add_prove_command(program),  add_suite_command(program),    add_tune_command(program),
      add_book_command(program),   add_bench_command(program),    add_repack_command(program),
      add_pack_command(program),   add_unpack_command(program),   add_export_command(program),
      add_import_command(program), add_compare_command(program),  add_grade_command(program),
      add_mount_command(program),  add_serve_command(program),    add_documents_command(program)};
  return run_program(program, commands, argc, argv);
}

}  // namespace
}  // namespace mill

int main(int argc, char** argv) { return mill::run(argc, argv); }
