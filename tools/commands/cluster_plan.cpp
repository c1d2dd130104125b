#include "tools/commands/cluster_plan.h"

#include <fmt/format.h>

#include "base/machine.h"
#include "reports/quantity.h"
#include "reports/text_table.h"
#include "tools/command_line/option_values.h"

namespace mill {
namespace {

constexpr int kMostRanks = 4096;
constexpr int kMostCores = 4096;
constexpr double kBitsPerByte = 8;

/// Adds an option whose value `parse` reads, refused with its message.
CLI::Option* add_quantity_option(CLI::App& command, const std::string& option, double& number,
                                 Result<double> (*parse)(std::string_view),
                                 const std::string& description) {
  return command.add_option_function<std::string>(
      option,
      [option, parse, &number](const std::string& text) {
        const auto found = parse(text);
        if (!found) throw CLI::ValidationError(option, found.error().message);
        number = *found;
      },
      description);
}

std::string bytes_text(double bytes) { return byte_size_text(static_cast<std::uint64_t>(bytes)); }

std::string name_of(const PlannedSubspace& row) {
  return row.partner ? fmt::format("{} and {}", row.subspace.text(), row.partner->text())
                     : row.subspace.text();
}

/// Seconds of a team that are neither work nor reading.
double exchange_seconds(const TeamCost& cost) {
  return cost.exchanging + cost.meeting + cost.gathering;
}

void print_schedule(const JobForecast& forecast) {
  TextTable table(
      {"pair", "ranks", "begins", "ends", "work", "inputs", "exchange", "sent", "memory"});
  for (const ForecastPair& pair : forecast.pairs)
    table.add_row({name_of(pair.row), number_text(pair.team.size()), duration_text(pair.begin),
                   duration_text(pair.end), duration_text(pair.cost.working),
                   duration_text(pair.cost.reading), duration_text(exchange_seconds(pair.cost)),
                   bytes_text(pair.cost.sent()), byte_size_text(pair.memory)});
  table.add_rule();
  table.add_row({fmt::format("{} in all", forecast.pairs.size()), "", "",
                 duration_text(forecast.seconds), "", "", "", bytes_text(forecast.sent),
                 byte_size_text(forecast.memory)});
  fmt::print("{}", table.text());
}

Json pair_json(const ForecastPair& pair) {
  Json json = subspace_json(pair.row.subspace);
  json["partner"] = pair.row.partner ? Json(pair.row.partner->text()) : Json();
  json["begin"] = pair.begin;
  json["end"] = pair.end;
  json["team"] = pair.team;
  json["working"] = pair.cost.working;
  json["reading"] = pair.cost.reading;
  json["exchanging"] = pair.cost.exchanging;
  json["meeting"] = pair.cost.meeting;
  json["gathering"] = pair.cost.gathering;
  json["bytes_sent"] = pair.cost.sent();
  json["bytes_read"] = pair.cost.read;
  json["memory"] = pair.memory;
  return json;
}

}  // namespace

void add_cluster_options(CLI::App& command, ClusterChoice& choice) {
  CLI::Option* ranks =
      command.add_option("--ranks", choice.ranks, "Plan for millstone-mpi with so many processes");
  ranks->check(number_from(1, kMostRanks))->type_name("N");
  ranks->excludes(command.get_option("--threads"));
  choice.cores = available_processors();
  command.add_option("--cores", choice.cores, "Processors of each rank")
      ->check(number_from(1, kMostCores))
      ->type_name("N [those of this machine]")
      ->needs(ranks);
  add_quantity_option(command, "--bandwidth", choice.bandwidth, parse_bandwidth,
                      "Bits per second between ranks, and from files to a rank")
      ->type_name("RATE [10G]")
      ->needs(ranks);
  add_quantity_option(command, "--latency", choice.latency, parse_latency,
                      "Time of a short message between ranks")
      ->type_name("TIME [20us]")
      ->needs(ranks);
  command.add_option("--team", choice.team, "Ranks that build a pair together")
      ->check(number_from(1, kMostRanks))
      ->type_name("N [as many as pays]")
      ->needs(ranks);
}

JobForecast forecast_for(const ClusterChoice& choice, const Variant& variant, const Plan& plan,
                         const PlanOptions& options, std::uint64_t memory) {
  const ClusterShape shape{choice.ranks, choice.bandwidth / kBitsPerByte, choice.latency};
  const int most = choice.team > 0 ? std::min(choice.team, choice.ranks) : choice.ranks;
  return forecast_job(variant, plan, options, shape, {choice.team, most, memory});
}

void print_forecast(const ClusterChoice& choice, const JobForecast& forecast) {
  print_schedule(forecast);
  fmt::print("\n{}",
             wrapped_for_output(fmt::format(
                 "{} ranks of {} processors take about {}, and have nothing to build in {:.0f} % "
                 "of it. With every pair built by as few ranks as its memory allows, no number of "
                 "ranks would take less than {}.",
                 choice.ranks, choice.cores, duration_text(forecast.seconds), 100 * forecast.idle,
                 duration_text(forecast.critical_path))));
  fmt::print("{}",
             wrapped_for_output(fmt::format(
                 "A rank holds at most {} of memory. {} go from rank to rank, at most {} to or "
                 "from one of them, and {} of inputs are read from files.",
                 byte_size_text(forecast.memory), bytes_text(forecast.sent),
                 bytes_text(forecast.most_moved), bytes_text(forecast.read))));
}

Json forecast_json(const ClusterChoice& choice, const JobForecast& forecast) {
  Json pairs = Json::array();
  for (const ForecastPair& pair : forecast.pairs) pairs.push_back(pair_json(pair));
  return {{"ranks", choice.ranks},
          {"cores", choice.cores},
          {"bandwidth", choice.bandwidth},
          {"latency", choice.latency},
          {"seconds", forecast.seconds},
          {"critical_path", forecast.critical_path},
          {"idle", forecast.idle},
          {"memory", forecast.memory},
          {"least_memory", forecast.least_memory},
          {"bytes_sent", forecast.sent},
          {"most_bytes_moved", forecast.most_moved},
          {"bytes_read", forecast.read},
          {"pairs", pairs}};
}

}  // namespace mill
