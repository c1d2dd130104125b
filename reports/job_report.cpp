#include "reports/job_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/quantity.h"
#include "reports/text_table.h"

namespace mill {
namespace {

/// What all pairs took of each rank, those too that had none.
std::vector<RankShare> shares_of_job(const JobReport& job) {
  std::vector<RankShare> sums(static_cast<std::size_t>(job.ranks));
  for (int rank = 0; rank < job.ranks; ++rank) sums[static_cast<std::size_t>(rank)].rank = rank;
  for (const BuiltPair& pair : job.pairs)
    for (const RankShare& share : pair.ranks) {
      RankShare& sum = sums.at(static_cast<std::size_t>(share.rank));
      sum.seconds += share.seconds;
      sum.waited += share.waited;
      sum.sent += share.sent;
      sum.received += share.received;
    }
  return sums;
}

/// "0-3, 6": runs of ranks that follow each other.
std::string ranks_text(const std::vector<RankShare>& ranks) {
  std::string text;
  for (std::size_t first = 0, last = 0; first < ranks.size(); first = ++last) {
    while (last + 1 < ranks.size() && ranks[last + 1].rank == ranks[last].rank + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", ranks[first].rank);
    if (last > first) text += fmt::format("-{}", ranks[last].rank);
  }
  return text;
}

std::vector<std::string> table_row(std::string name, double seconds, std::uint64_t slots,
                                   const std::vector<RankShare>& ranks) {
  const ShareExtremes found = extremes_of(ranks);
  return {std::move(name),
          ranks_text(ranks),
          fmt::format("{:.2f}", seconds),
          fmt::format("{:.2f}", found.most_waited),
          fmt::format("{:.2f}", imbalance_of(ranks)),
          byte_size_text(found.most_sent),
          byte_size_text(found.most_received),
          fmt::format("{:.2f}", static_cast<double>(found.sent) / static_cast<double>(slots))};
}

Json shares_json(const std::vector<RankShare>& ranks) {
  Json list = Json::array();
  for (const RankShare& each : ranks)
    list.push_back({{"rank", each.rank},
                    {"seconds", each.seconds},
                    {"waited", each.waited},
                    {"sent", each.sent},
                    {"received", each.received}});
  return list;
}

}  // namespace

double imbalance_of(const std::vector<RankShare>& ranks) {
  double busiest = 0, all = 0;
  for (const RankShare& each : ranks) {
    const double busy = std::max(each.seconds - each.waited, 0.0);
    busiest = std::max(busiest, busy);
    all += busy;
  }
  return all > 0 ? busiest * static_cast<double>(ranks.size()) / all : 1;
}

std::string job_table(const JobReport& job, double seconds, const TextLayout& layout) {
  TextTable table({"pair", "ranks", "seconds", "most waited", "imbalance", "most sent",
                   "most received", "bytes per slot"});
  table.align_left(1);
  std::uint64_t slots = 0;
  for (const BuiltPair& pair : job.pairs) {
    table.add_row(table_row(pair.subspace.text(), pair.seconds, pair.slots, pair.ranks));
    slots += pair.slots;
  }
  table.add_rule();
  table.add_row(
      table_row(fmt::format("{} in all", job.pairs.size()), seconds, slots, shares_of_job(job)));
  return table.text(layout);
}

Json job_json(const JobReport& job) {
  Json pairs = Json::array();
  for (const BuiltPair& pair : job.pairs)
    pairs.push_back({{"subspace", pair.subspace.text()},
                     {"partner", pair.partner ? Json(pair.partner->text()) : Json()},
                     {"slots", pair.slots},
                     {"seconds", pair.seconds},
                     {"imbalance", imbalance_of(pair.ranks)},
                     {"ranks", shares_json(pair.ranks)}});
  const std::vector<RankShare> ranks = shares_of_job(job);
  return {{"imbalance", imbalance_of(ranks)}, {"ranks", shares_json(ranks)}, {"pairs", pairs}};
}

}  // namespace mill
