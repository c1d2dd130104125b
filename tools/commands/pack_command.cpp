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

struct PackArguments {
  VariantChoice variant;
  std::vector<std::string> subspaces;
  PackOptions pack;
  bool json = false;
};

Result<void> run_pack(const PackArguments& arguments) {
  const auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant, arguments.pack.from));
  PackOptions options = arguments.pack;
  options.subspaces = MILLSTONE_TRY(parse_subspaces(variant, arguments.subspaces));
  const auto start = std::chrono::steady_clock::now();
  ProgressDisplay display;
  options.control = {catch_stop_signals(), shown_on(display)};
  const auto report = pack_database(variant, options);
  display.clear();
  MILLSTONE_TRY(report);
  const double seconds = seconds_since(start);
  if (arguments.json) {
    print_json({{"variant", variant_json(variant)},
                {"files", report->files},
                {"bytes", report->bytes},
                {"seconds", seconds}});
    return {};
  }
  fmt::print("{} files are in {}, {} bytes; {}.\n", report->files, shown_text(options.to.string()),
             number_text(report->bytes), duration_text(seconds));
  return {};
}

}  // namespace

Command add_pack_command(CLI::App& program) {
  auto arguments = std::make_shared<PackArguments>();
  PackOptions& pack = arguments->pack;
  CLI::App* command = program.add_subcommand(
      "pack", "Put the files of a database into one, which is read as the directory is");
  command->footer(
      "What is named is packed, or all that is there. Every checksum is compared on the way. All\n"
      "that reads a directory reads the pack, too, as it is: --db morris.pack. `unpack` makes a\n"
      "directory of it again, or checks that all its bytes have arrived.\n"
      "Example:\n  millstone pack morris morris.pack\n"
      "  millstone pack morris values.pack --metrics value");
  command->add_option("DIR", pack.from, "Directory or pack of the database files")
      ->required()
      ->type_name("DIR");
  command->add_option("FILE", pack.to, "The pack; there must be nothing of that name")
      ->required()
      ->type_name("FILE");
  add_subspaces_argument(*command, arguments->subspaces);
  add_metrics_option(*command, pack.distances);
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_pack(*arguments); }};
}

}  // namespace mill
