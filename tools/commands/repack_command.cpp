#include <fmt/format.h>

#include <map>

#include "base/timing.h"
#include "reports/database_repack.h"
#include "reports/json_output.h"
#include "reports/quantity.h"
#include "reports/text_table.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/progress_display.h"
#include "tools/command_line/stop_request.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

struct RepackArguments {
  VariantChoice variant;
  RepackOptions repack;
  bool json = false;
};

/// Sums of the rows of one metric.
struct MetricTotals {
  std::size_t files = 0, kept = 0;
  std::uint64_t classes = 0, before = 0, after = 0;

  void add(const RepackedFile& row) {
    ++files;
    kept += row.kept;
    classes += row.classes;
    before += row.bytes_before;
    after += row.bytes_after;
  }
};

std::vector<std::string> table_row(std::string name, std::uint64_t classes, std::uint64_t before,
                                   std::uint64_t after) {
  return {std::move(name),
          number_text(classes),
          number_text(before),
          number_text(after),
          fmt::format("{:.3f}", bits_per_class(before, classes)),
          fmt::format("{:.3f}", bits_per_class(after, classes))};
}

std::map<Metric, MetricTotals> totals_of(const std::vector<RepackedFile>& rows) {
  std::map<Metric, MetricTotals> totals;
  for (const RepackedFile& row : rows) totals[row.metric].add(row);
  return totals;
}

void print_report(const std::vector<RepackedFile>& rows, double seconds,
                  const RepackOptions& options) {
  TextTable table({"file", "classes", "bytes before", "after", "bits/class before", "after"});
  for (const RepackedFile& row : rows)
    table.add_row(table_row(file_name(row.subspace, row.metric), row.classes, row.bytes_before,
                            row.bytes_after));
  table.add_rule();
  std::size_t kept = 0;
  for (const auto& [metric, sum] : totals_of(rows)) {
    kept += sum.kept;
    table.add_row(table_row(fmt::format("{} {} files", sum.files, metric_name(metric)), sum.classes,
                            sum.before, sum.after));
  }
  fmt::print("{}\n{} files are in {}", table.text(), rows.size(), shown_text(options.to.string()));
  if (kept != 0) fmt::print(", {} of them were there already", kept);
  fmt::print("; {}.\n", duration_text(seconds));
}

Json report_json(const Variant& variant, const std::vector<RepackedFile>& rows, double seconds) {
  Json files = Json::array();
  for (const RepackedFile& row : rows) {
    Json file = subspace_json(row.subspace);
    file["metric"] = metric_name(row.metric);
    file["classes"] = row.classes;
    file["bytes_before"] = row.bytes_before;
    file["bytes_after"] = row.bytes_after;
    file["kept"] = row.kept;
    files.push_back(std::move(file));
  }
  return {{"variant", variant_json(variant)}, {"files", files}, {"seconds", seconds}};
}

Result<void> run_repack(const RepackArguments& arguments) {
  const auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant, arguments.repack.from));
  const auto start = std::chrono::steady_clock::now();
  ProgressDisplay display;
  RepackOptions options = arguments.repack;
  options.control = {catch_stop_signals(), shown_on(display)};
  const auto rows = repack_database(variant, options);
  display.clear();
  if (!rows) return tl::unexpected(explain_stop(rows.error(), options.to));
  const double seconds = seconds_since(start);
  if (arguments.json)
    print_json(report_json(variant, *rows, seconds));
  else
    print_report(*rows, seconds, options);
  return {};
}

}  // namespace

Command add_repack_command(CLI::App& program) {
  auto arguments = std::make_shared<RepackArguments>();
  RepackOptions& repack = arguments->repack;
  CLI::App* command = program.add_subcommand(
      "repack", "Write a database once more with another codec or level: smaller or quicker files");
  command->footer(
      "The files of --db are only read. Each new file is compared with the old one slot by slot.\n"
      "Files that are in --to already are kept if values and codec are those wanted; their level\n"
      "can't be told. Without --level distance files of zstd are copied as they are.\n"
      "Value files of the codec mirror are the smallest, and need those beside them that their\n"
      "quiet turns lead to.\n"
      "Example:\n  millstone repack --db morris --to small --codec mirror --metrics value");
  add_directory_option(*command, repack.from);
  add_directory_option(*command, "--to", repack.to, "Directory for the new files");
  add_codec_option(*command, repack.codec);
  add_level_option(*command, repack.level);
  add_metrics_option(*command, repack.distances);
  add_threads_option(*command, repack.threads);
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_repack(*arguments); }};
}

}  // namespace mill
