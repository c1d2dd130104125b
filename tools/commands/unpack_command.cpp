#include <fmt/format.h>

#include "base/timing.h"
#include "reports/database_pack.h"
#include "reports/json_output.h"
#include "reports/quantity.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/progress_display.h"
#include "tools/command_line/stop_request.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

struct UnpackArguments {
  std::filesystem::path pack, to;
  bool check = false;
  bool json = false;
};

void print_report(const UnpackArguments& arguments, const PackReport& report, double seconds) {
  if (arguments.check) {
    fmt::print("{}: {} files, {} bytes: all checksums hold; {}.\n",
               shown_text(arguments.pack.string()), report.files, number_text(report.bytes),
               duration_text(seconds));
    return;
  }
  fmt::print("{} files are in {}", report.files, shown_text(arguments.to.string()));
  if (report.kept != 0) fmt::print(", {} of them were there already", report.kept);
  fmt::print("; {}.\n", duration_text(seconds));
}

Result<void> run_unpack(const UnpackArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  ProgressDisplay display;
  const TaskControl control{catch_stop_signals(), shown_on(display)};
  const auto report = arguments.check ? check_pack(arguments.pack, control)
                                      : unpack_database(arguments.pack, arguments.to, control);
  display.clear();
  if (!report && !arguments.check)
    return tl::unexpected(explain_stop(report.error(), arguments.to));
  MILLSTONE_TRY(report);
  const double seconds = seconds_since(start);
  if (arguments.json)
    print_json({{"files", report->files},
                {"kept", report->kept},
                {"bytes", report->bytes},
                {"seconds", seconds}});
  else
    print_report(arguments, *report, seconds);
  return {};
}

}  // namespace

Command add_unpack_command(CLI::App& program) {
  auto arguments = std::make_shared<UnpackArguments>();
  CLI::App* command =
      program.add_subcommand("unpack", "Make a directory of a pack again, or check the pack");
  command->footer(
      "Each file is compared with its checksum before it gets its name; what an earlier run has\n"
      "finished is kept. --check writes nothing and compares every byte of the pack.\n"
      "Example:\n  millstone unpack morris.pack morris\n"
      "  millstone unpack morris.pack --check");
  command->add_option("FILE", arguments->pack, "The pack, which is only read")
      ->required()
      ->type_name("FILE");
  CLI::Option* to = command->add_option("DIR", arguments->to, "Directory for the files");
  CLI::Option* check =
      command->add_flag("--check", arguments->check, "Only compare the pack with its checksums");
  check->excludes(to->type_name("DIR"));
  add_json_option(*command, arguments->json);
  command->final_callback([=] {
    if (!arguments->check && arguments->to.empty()) throw CLI::RequiredError("DIR or --check");
  });
  return {command, [arguments] { return run_unpack(*arguments); }};
}

}  // namespace mill
