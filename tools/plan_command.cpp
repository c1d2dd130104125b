#include <fmt/format.h>

#include "builder/plan.h"
#include "tools/command.h"
#include "tools/common_options.h"
#include "tools/json_output.h"
#include "tools/quantity.h"
#include "tools/text_table.h"

namespace millstone {
namespace {

struct PlanArguments {
  VariantChoice variant;
  std::vector<std::string> subspaces;
  PlanOptions plan;
  bool json = false;
};

std::uint64_t disk_of(const PlannedSubspace& planned) {
  return planned.value_bytes + planned.distance_bytes;
}

struct Totals {
  std::uint64_t slots = 0, classes = 0;
};

Totals totals_of(const Plan& plan) {
  Totals totals;
  for (const PlannedSubspace& planned : plan.subspaces) {
    totals.slots += planned.slots;
    totals.classes += planned.classes;
  }
  return totals;
}

void print_table(const Plan& plan) {
  TextTable table({"subspace", "slots", "classes", "memory", "disk", "time"});
  for (const PlannedSubspace& planned : plan.subspaces)
    table.add_row({planned.subspace.text(), number_text(planned.slots),
                   number_text(planned.classes), byte_size_text(planned.memory),
                   byte_size_text(disk_of(planned)), duration_text(planned.seconds)});
  const Totals totals = totals_of(plan);
  table.add_rule();
  table.add_row({fmt::format("{} in all", plan.subspaces.size()), number_text(totals.slots),
                 number_text(totals.classes), byte_size_text(plan.least_memory),
                 byte_size_text(plan.disk), duration_text(plan.seconds)});
  fmt::print("{}", table.text());
  fmt::print("\nBuilding needs at least {} of memory and about {} on disk; times are estimates.\n",
             byte_size_text(plan.least_memory), byte_size_text(plan.disk));
}

Json plan_json(const Variant& variant, const Plan& plan) {
  Json rows = Json::array();
  for (const PlannedSubspace& planned : plan.subspaces) {
    Json row = subspace_json(planned.subspace);
    row["slots"] = planned.slots;
    row["classes"] = planned.classes;
    row["memory"] = planned.memory;
    row["value_bytes"] = planned.value_bytes;
    row["distance_bytes"] = planned.distance_bytes;
    row["seconds"] = planned.seconds;
    rows.push_back(std::move(row));
  }
  const Totals totals = totals_of(plan);
  return {{"variant", variant_json(variant)},
          {"subspaces", rows},
          {"slots", totals.slots},
          {"classes", totals.classes},
          {"least_memory", plan.least_memory},
          {"disk", plan.disk},
          {"seconds", plan.seconds}};
}

Result<void> run_plan(const PlanArguments& arguments) {
  const auto variant = resolve_variant(arguments.variant);
  if (!variant) return tl::unexpected(variant.error());
  const auto roots = parse_subspaces(*variant, arguments.subspaces);
  if (!roots) return tl::unexpected(roots.error());
  const Plan plan = make_plan(*variant, *roots, arguments.plan);
  if (arguments.json)
    print_json(plan_json(*variant, plan));
  else
    print_table(plan);
  return {};
}

}  // namespace

Command add_plan_command(CLI::App& program) {
  auto arguments = std::make_shared<PlanArguments>();
  CLI::App* command = program.add_subcommand(
      "plan", "Show what a build would do and take: subspaces in build order, memory, disk, time");
  command->footer("Example:\n  millstone plan 9-9 --threads 2");
  add_subspaces_argument(*command, arguments->subspaces);
  command->get_option("SUBSPACE")->required();
  add_threads_option(*command, arguments->plan.threads);
  add_metrics_option(*command, arguments->plan.distances);
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_plan(*arguments); }};
}

}  // namespace millstone
