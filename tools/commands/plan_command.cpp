#include <fmt/format.h>

#include <algorithm>

#include "base/numbers.h"
#include "builder/plan/plan.h"
#include "reports/json_output.h"
#include "reports/plan_graph.h"
#include "reports/quantity.h"
#include "reports/text_table.h"
#include "tools/benchmarks/measured_rates.h"
#include "tools/benchmarks/measured_sizes.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/stop_request.h"
#include "tools/commands/cluster_plan.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

struct PlanArguments {
  VariantChoice variant;
  std::vector<std::string> subspaces;
  PlanOptions plan;
  ClusterChoice cluster;
  std::uint64_t memory = 0;  // bytes
  bool memory_given = false;
  bool json = false;
  bool graph = false;
};

std::uint64_t disk_of(const PlannedSubspace& planned) {
  return planned.value_bytes + planned.distance_bytes;
}

struct SlotTotals {
  std::uint64_t slots = 0, classes = 0;
};

SlotTotals totals_of(const Plan& plan) {
  SlotTotals totals;
  for (const PlannedSubspace& planned : plan.subspaces) {
    totals.slots += planned.slots;
    totals.classes += planned.classes;
  }
  return totals;
}

std::vector<std::string> texts_of(const std::vector<Subspace>& subspaces) {
  std::vector<std::string> texts;
  texts.reserve(subspaces.size());
  for (const Subspace& subspace : subspaces) texts.push_back(subspace.text());
  return texts;
}

std::string described_rates(const Plan& plan, const WorkRates& rates) {
  std::string text = fmt::format(
      "Times are estimates from what this machine needs now: {:.0f} ns of a processor per slot "
      "solved, {:.0f} ns where one pass is enough, {:.0f} ns written.",
      rates.cyclic, rates.one_pass, rates.writing);
  if (std::ranges::any_of(plan.subspaces, &PlannedSubspace::by_turns))
    text += fmt::format(
        " What these rules ask to be solved turn by turn takes {:.1f} and {:.1f} µs instead.",
        rates.by_turns / 1000, rates.by_turns_once / 1000);
  return text;
}

/// "288 KiB", or "about 50 MiB" where some of the sizes are estimated.
std::string described_disk(const Plan& plan) {
  const bool known =
      std::all_of(plan.subspaces.begin(), plan.subspaces.end(),
                  [](const PlannedSubspace& planned) { return planned.sizes_known; });
  return (known ? "" : "about ") + byte_size_text(plan.disk);
}

void print_table(const Plan& plan, const WorkRates& rates) {
  TextTable table({"subspace", "slots", "classes", "memory", "disk", "time", "reads"});
  table.align_left(6);
  for (const PlannedSubspace& planned : plan.subspaces)
    table.add_row({planned.subspace.text(), number_text(planned.slots),
                   number_text(planned.classes), byte_size_text(planned.memory),
                   byte_size_text(disk_of(planned)), duration_text(planned.seconds()),
                   fmt::format("{}", fmt::join(texts_of(planned.inputs), " "))});
  const SlotTotals totals = totals_of(plan);
  table.add_rule();
  table.add_row({fmt::format("{} in all", plan.subspaces.size()), number_text(totals.slots),
                 number_text(totals.classes), byte_size_text(plan.memory),
                 byte_size_text(plan.disk), duration_text(plan.seconds), ""});
  fmt::print("{}", table.text());
  const std::string needs = fmt::format("Building needs at least {} of memory and {} on disk. {}",
                                        byte_size_text(plan.least_memory), described_disk(plan),
                                        described_rates(plan, rates));
  fmt::print("\n{}", wrapped_for_output(needs));
  if (plan.kept_disk > 0)
    fmt::print("{}", wrapped_for_output(fmt::format(
                         "Distances that later subspaces need are kept meanwhile: at most about "
                         "{} more.",
                         byte_size_text(plan.kept_disk))));
  if (plan.least_memory < plan.memory)
    fmt::print("With less than {} of memory, inputs are read in parts.\n",
               byte_size_text(plan.memory));
}

/// Says whether the budget is enough: that of the user, or what `build` takes without one.
/// @param least  bytes
void print_budget(const PlanArguments& arguments, std::uint64_t least) {
  const char* whose = arguments.memory_given ? "The budget" : "Without --memory the budget";
  if (least <= arguments.memory)
    fmt::print("{} of {} suffices.\n", whose, byte_size_text(arguments.memory));
  else
    fmt::print("{} of {} does not suffice.\n", whose, byte_size_text(arguments.memory));
}

Json plan_json(const Variant& variant, const PlanArguments& arguments, const Plan& plan) {
  Json rows = Json::array();
  for (const PlannedSubspace& planned : plan.subspaces) {
    Json row = subspace_json(planned.subspace);
    row["slots"] = planned.slots;
    row["classes"] = planned.classes;
    row["cyclic"] = planned.cyclic;
    row["by_turns"] = planned.by_turns;
    row["partner"] = planned.partner ? Json(planned.partner->text()) : Json();
    row["inputs"] = texts_of(planned.inputs);
    row["memory"] = planned.memory;
    row["least_memory"] = planned.least_memory;
    row["value_bytes"] = planned.value_bytes;
    row["distance_bytes"] = planned.distance_bytes;
    row["sizes_known"] = planned.sizes_known;
    row["seconds"] = planned.seconds();
    rows.push_back(std::move(row));
  }
  const SlotTotals totals = totals_of(plan);
  return {{"variant", variant_json(variant)},
          {"subspaces", rows},
          {"slots", totals.slots},
          {"classes", totals.classes},
          {"memory", plan.memory},
          {"least_memory", plan.least_memory},
          {"memory_suffices",
           arguments.memory_given ? Json(plan.least_memory <= arguments.memory) : Json()},
          {"disk", plan.disk},
          {"kept_disk", plan.kept_disk},
          {"seconds", plan.seconds}};
}

Result<void> check_budget(const PlanArguments& arguments, std::uint64_t least) {
  if (!arguments.memory_given || least <= arguments.memory) return {};
  return fail(ErrorCode::kNotEnoughMemory,
              "building needs {}, the budget is {}: give --memory {}M or more",
              byte_size_text(least), byte_size_text(arguments.memory), mebibytes_for(least));
}

/// The plan of a build by many processes. Their memory is not that of this machine.
Result<void> plan_for_cluster(const PlanArguments& arguments, const Variant& variant,
                              const PlanOptions& options, const Plan& plan) {
  const std::uint64_t memory = arguments.memory_given ? arguments.memory : UINT64_MAX;
  const JobForecast forecast = forecast_for(arguments.cluster, variant, plan, options, memory);
  if (arguments.json) {
    Json json = plan_json(variant, arguments, plan);
    if (arguments.memory_given) json["memory_suffices"] = forecast.least_memory <= memory;
    json["cluster"] = forecast_json(arguments.cluster, forecast);
    print_json(json);
  } else {
    print_forecast(arguments.cluster, forecast);
    fmt::print("{}", wrapped_for_output(described_rates(plan, options.rates)));
    if (arguments.memory_given) print_budget(arguments, forecast.least_memory);
  }
  return check_budget(arguments, forecast.least_memory);
}

Result<void> run_plan(const PlanArguments& arguments) {
  const auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant));
  const auto roots = MILLSTONE_TRY(parse_subspaces(variant, arguments.subspaces));
  if (arguments.graph) {
    fmt::print("{}", plan_graph(variant, make_plan(variant, roots, arguments.plan)));
    return {};
  }
  PlanOptions options = arguments.plan;
  if (arguments.cluster.is_given()) options.threads = arguments.cluster.cores;
  const auto& stop = catch_stop_signals();
  options.rates = MILLSTONE_TRY(measure_rates());
  auto sizes = measure_sizes(variant, roots, arguments.plan.threads, stop);
  if (sizes)
    options.known_sizes = std::move(*sizes);
  else if (sizes.error().code == ErrorCode::kInterrupted)
    return tl::unexpected(sizes.error());  // otherwise, as without a temporary folder, estimates do
  const Plan plan = make_plan(variant, roots, options);
  if (arguments.cluster.is_given()) return plan_for_cluster(arguments, variant, options, plan);
  if (arguments.json) {
    print_json(plan_json(variant, arguments, plan));
  } else {
    print_table(plan, options.rates);
    print_budget(arguments, plan.least_memory);
  }
  return check_budget(arguments, plan.least_memory);
}

}  // namespace

Command add_plan_command(CLI::App& program) {
  auto arguments = std::make_shared<PlanArguments>();
  CLI::App* command = program.add_subcommand(
      "plan", "Show what a build would do and take: subspaces in build order, memory, disk, time");
  command->footer(
      "No database is made. Times come from what this machine needs for a small game, sizes of\n"
      "small subspaces from building them in a temporary folder; both take less than a second. A\n"
      "budget that does not suffice makes the exit code 1. With --ranks the schedule of a cluster\n"
      "of machines like this one, and what it would take.\n"
      "Example:\n  millstone plan 9-9 --threads 2 --memory 4G\n"
      "  millstone plan 0-0+9-9 --dot | dot -Tsvg > plan.svg\n"
      "  millstone plan 0-0+9-9 --ranks 8 --cores 32 --bandwidth 10G --latency 20us --memory 4G");
  add_subspaces_argument(*command, arguments->subspaces);
  command->get_option("SUBSPACE")->required();
  add_threads_option(*command, arguments->plan.threads);
  add_memory_option(*command, arguments->memory);
  add_cluster_options(*command, arguments->cluster);
  add_metrics_option(*command, arguments->plan.distances);
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  command->add_flag("--dot", arguments->graph, "Print what is read to build what, for Graphviz")
      ->excludes(command->get_option("--json"))
      ->excludes(command->get_option("--ranks"));
  return {command, [arguments, command] {
            arguments->memory_given = command->count("--memory") > 0;
            return run_plan(*arguments);
          }};
}

}  // namespace mill
