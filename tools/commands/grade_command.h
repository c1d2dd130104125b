#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "builder/grader/grader.h"
#include "tools/commands/command.h"

namespace mill {

/// Grades a database: what was graded; none where another process tells what has come of it.
using GradeTask = std::function<Result<std::optional<std::vector<GradedSubspace>>>(
    const Variant&, const GradeOptions&)>;

/// How a database is graded.
struct GradeRunner {
  GradeTask grade = grade_database;
  JobAgreement agreed = agreed_alone;
  int sharers = 1;  ///< processes that share the machine's processors and memory
};

/// The command `grade`, which prints what was graded.
Command add_grade_command(CLI::App& program, const GradeRunner& runner = {});

}  // namespace mill
