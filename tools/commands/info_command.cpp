#include <fmt/format.h>

#include "reports/database_summary.h"
#include "reports/json_output.h"
#include "reports/terminal.h"
#include "tools/command_line/common_options.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

struct InfoArguments {
  VariantChoice variant;
  std::filesystem::path directory;
  bool json = false;
};

Result<void> run_info(const InfoArguments& arguments) {
  const auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant, arguments.directory));
  const auto rows = MILLSTONE_TRY(summarize_database(arguments.directory, variant));
  if (arguments.json) {
    Json subspaces = Json::array();
    for (const SubspaceSummary& row : rows) {
      Json json = summary_json(row);
      json["codecs"] = codecs_json(row);
      subspaces.push_back(std::move(json));
    }
    print_json({{"variant", variant_json(variant)}, {"subspaces", subspaces}});
  } else {
    fmt::print(
        "{}\n{}\n{}",
        wrapped_for_output(fmt::format("{}, rules {}", variant.name, variant.digest()), "  "),
        wrapped_for_output(codecs_text(rows), "  "), summary_table(rows));
  }
  return {};
}

}  // namespace

Command add_info_command(CLI::App& program) {
  auto arguments = std::make_shared<InfoArguments>();
  CLI::App* command =
      program.add_subcommand("info", "Show what a database holds: counts, longest wins, sizes");
  command->footer("Example:\n  millstone info --db morris");
  add_directory_option(*command, arguments->directory);
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_info(*arguments); }};
}

}  // namespace mill
