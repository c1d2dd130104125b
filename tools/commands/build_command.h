#pragma once

#include <functional>
#include <optional>

#include "builder/database_builder.h"
#include "tools/commands/grade_command.h"

namespace mill {

/// How a build is made.
struct BuildRunner {
  /// The report; none where another process tells what has come of it.
  std::function<Result<std::optional<BuildReport>>(const Variant&, const BuildOptions&)> build =
      build_database;
  GradeTask grade = grade_database;  ///< what is built
  int sharers = 1;                   ///< processes that share the machine's processors and memory
  int ranks = 1;                     ///< of the job
  int* team = nullptr;  ///< gets how many of them are to build a pair together, if that is said
};

/// The command `build`, which prints what has come of the build.
Command add_build_command(CLI::App& program, const BuildRunner& runner = {});

}  // namespace mill
