#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "game/variant.h"

namespace mill {

/// A command of the program: its options, and what runs once they are read.
struct Command {
  CLI::App* options;
  std::function<Result<void>()> run;
};

// Each adds one command to the program; each is a source file of that name.
Command add_plan_command(CLI::App& program);
Command add_info_command(CLI::App& program);
Command add_probe_command(CLI::App& program);
Command add_prove_command(CLI::App& program);
Command add_suite_command(CLI::App& program);
Command add_tune_command(CLI::App& program);
Command add_book_command(CLI::App& program);
Command add_repack_command(CLI::App& program);
Command add_pack_command(CLI::App& program);
Command add_unpack_command(CLI::App& program);
Command add_export_command(CLI::App& program);
Command add_mount_command(CLI::App& program);
Command add_import_command(CLI::App& program);
Command add_compare_command(CLI::App& program);
Command add_stats_command(CLI::App& program);
Command add_perft_command(CLI::App& program);
Command add_bench_command(CLI::App& program);
Command add_variants_command(CLI::App& program);
Command add_uci_command(CLI::App& program);
Command add_play_command(CLI::App& program);
Command add_match_command(CLI::App& program);
Command add_analyze_command(CLI::App& program);
Command add_serve_command(CLI::App& program);
Command add_documents_command(CLI::App& program);

/// What has come of reading arguments and rules, once all processes of a job have heard of it;
/// where there is one process it is what this one says.
using JobAgreement = std::function<Result<void>(const Result<void>& own)>;
inline Result<void> agreed_alone(const Result<void>& own) { return own; }

/// Exit codes of the program.
enum ExitCode : int { kExitDone = 0, kExitFailed = 1, kExitWrongUsage = 2 };

/// kExitWrongUsage for what the arguments caused by themselves, otherwise kExitFailed.
ExitCode exit_code_of(ErrorCode code);

}  // namespace mill
