#include <fmt/format.h>

#include "builder/cluster/cluster.h"
#include "tools/command_line/standard_streams.h"
#include "tools/commands/build_command.h"
#include "tools/commands/command.h"
#include "tools/commands/grade_command.h"
#include "tools/commands/program.h"
#include "tools/commands/verify_command.h"

namespace mill {
namespace {

constexpr const char* kDescription =
    "Builds, grades and verifies perfect-play databases for mill games on many machines.";
constexpr const char* kFooter =
    "Started by mpirun or Slurm, on directories that all machines see; the files are those of\n"
    "millstone, byte by byte.\n"
    "Example:\n"
    "  mpirun -n 4 millstone-mpi build --db morris 9-9 --memory 4G\n"
    "  mpirun -n 4 millstone-mpi grade --db morris\n"
    "  mpirun -n 4 millstone-mpi verify --db morris\n"
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
    print_error_output("millstone-mpi: {}\n", communicator.error().message);
    return kExitFailed;
  }
  Communicator& ranks = **communicator;
  CLI::App program(kDescription, "millstone-mpi");
  program.footer(kFooter);
  int team = 0;
  const auto build = [&](const Variant& variant, const BuildOptions& options) {
    return told_once(ranks, build_on_cluster(ranks, variant, options, team));
  };
  const auto grade = [&](const Variant& variant, const GradeOptions& options) {
    return told_once(ranks, grade_on_cluster(ranks, variant, options));
  };
  const auto agree = [&](const Result<void>& own) { return told_once(ranks, agreed(ranks, own)); };
  const Command build_command =
      add_build_command(program, {build, grade, ranks.ranks_here(), ranks.size(), &team});
  const Command grade_command = add_grade_command(program, {grade, agree, ranks.ranks_here()});
  const auto verify = [&](const std::filesystem::path& directory, const Variant& variant,
                          const VerifyOptions& options) {
    return told_once(ranks, verify_on_cluster(ranks, directory, variant, options));
  };
  const Command verify_command =
      add_verify_command(program, {verify, agree, ranks.is_first(), ranks.ranks_here()});
  return run_program(program, {build_command, grade_command, verify_command}, argc, argv);
}

}  // namespace
}  // namespace mill

int main(int argc, char** argv) { return mill::run(argc, argv); }
