#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "builder/verifier/verifier.h"
#include "tools/commands/command.h"

namespace mill {

/// How a verification is made.
struct VerifyRunner {
  /// The report; none where another process tells what has come of it.
  std::function<Result<std::optional<VerifyReport>>(const std::filesystem::path&, const Variant&,
                                                    const VerifyOptions&)>
      verify = verify_database;
  JobAgreement agreed = agreed_alone;
  bool reports = true;  ///< whether this process prints what was found
  int sharers = 1;      ///< processes that share the machine's processors and memory
};

/// The command `verify`, which prints what has come of the verification.
Command add_verify_command(CLI::App& program, const VerifyRunner& runner = {});

}  // namespace mill
