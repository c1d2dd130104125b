#include <fmt/format.h>

#include "builder/cluster/cluster.h"
#include "tools/commands/build_command.h"
#include "tools/commands/command.h"
#include "tools/commands/program.h"

namespace mill {
namespace {

constexpr const char* kDescription =
    "Builds and verifies perfect-play databases for mill games on many machines.";
constexpr const char* kFooter =
    "Started by mpirun or Slurm, on directories that all machines see; the files are those of\n"
    "millstone, byte by byte.\n"
    "Example:\n"
    "  mpirun -n 4 millstone-mpi build --db morris 9-9 --memory 4G\n"
    "Exit codes: 0 done, 1 the task failed, 2 wrong usage.";

/// What the first rank tells of is told; the others end without a word.
template <typename T>
Result<T> told_once(const Communicator& communicator, Result<T> result) {
  if (!result && !communicator.is_first() && result.error().code == ErrorCode::kInterrupted)
    return tl::unexpected(Error{ErrorCode::kInputOutput, ""});
  return result;
}

ExitCode run(int argc, char** argv) {
  const auto communicator = Communicator::start(argc, argv);
  if (!communicator) {
    fmt::print(stderr, "millstone-mpi: {}\n", communicator.error().message);
    return kExitFailed;
  }
  Communicator& ranks = **communicator;
  CLI::App program(kDescription, "millstone-mpi");
  program.footer(kFooter);
  int team = 0;
  const auto build = [&](const Variant& variant, const BuildOptions& options) {
    return told_once(ranks, build_on_cluster(ranks, variant, options, team));
  };
  const BuildRunner runner{build, ranks.ranks_here(), ranks.size(), &team};
  return run_program(program, {add_build_command(program, runner)}, argc, argv);
}

}  // namespace
}  // namespace mill

int main(int argc, char** argv) { return mill::run(argc, argv); }
