#pragma once

#include <CLI/CLI.hpp>

#include "builder/schedule/schedule.h"
#include "reports/json_output.h"

namespace mill {

/// What the user said about a cluster that a build is planned for.
struct ClusterChoice {
  int ranks = 0;            ///< 0: not given, there is none
  int cores = 1;            ///< processors of a rank
  double bandwidth = 10e9;  ///< bits per second
  double latency = 20e-6;   ///< seconds
  int team = 0;             ///< ranks that build a pair; 0: as many as pays

  bool is_given() const { return ranks > 0; }
};

/// `--ranks`, and what goes with it: `--cores`, `--bandwidth`, `--latency`, `--team`. `--threads`,
/// which must be there already, does not. The choice must outlive the parsing.
void add_cluster_options(CLI::App& command, ClusterChoice& choice);

/// @param options  those of the plan, for `threads` = `cores`
/// @param memory   bytes of a rank
JobForecast forecast_for(const ClusterChoice& choice, const Variant& variant, const Plan& plan,
                         const PlanOptions& options, std::uint64_t memory);

/// The schedule as a table, then what it comes to.
void print_forecast(const ClusterChoice& choice, const JobForecast& forecast);

Json forecast_json(const ClusterChoice& choice, const JobForecast& forecast);

}  // namespace mill
