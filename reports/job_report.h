#pragma once

#include <string>

#include "builder/database_builder.h"
#include "reports/json_output.h"
#include "reports/terminal.h"

namespace mill {

/// The work of the busiest of some ranks, divided by the mean: 1 where all have the same. Work is
/// what was not waiting.
double imbalance_of(const std::vector<RankShare>& ranks);

/// What each pair took of its ranks, and all of them together of all ranks, for people. Of waiting
/// and bytes it shows what the rank with the most has.
/// @param seconds  of the whole job
std::string job_table(const JobReport& job, double seconds,
                      const TextLayout& layout = TextLayout::of_output());

/// The same for programs, rank by rank.
Json job_json(const JobReport& job);

}  // namespace mill
