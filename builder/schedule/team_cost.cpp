#include "builder/schedule/team_cost.h"

#include <algorithm>
#include <cmath>

#include "builder/schedule/pair_schedule.h"
#include "builder/solver/solver.h"
#include "game/subset_rank.h"

namespace mill {
namespace {

// Measured on the machine of the default WorkRates (builder/cluster/README.md).
constexpr double kSecondsPerIndexEntry = 12e-9;  // by one thread, for each index of major stones
constexpr double kSecondsPerMoveEntry = 85e-9;   // likewise, to list the moves of all blocks
constexpr double kSecondsPerByte = 2e-9;         // of a processor, to pack a byte and unpack it
constexpr double kSecondsPerGathered = 1e-9;     // of the first member, to write a byte
constexpr double kSecondsToLook = 75e-6;         // until a message that is there is looked at
constexpr double kSecondsToForm = 0.1;           // of a team, for what is agreed on besides levels

// What crosses (builder/solver/frontier_exchange.cpp, transposed_exchange.cpp, team_writer.cpp).
constexpr double kBytesPerPosition = 1.2;  // of a frontier
constexpr double kBytesPerTransposed = 4;
constexpr double kPackedBytesPerSlot = 0.25;

/// How many other members pull from a block, in the mean: nearly one more each time that the team
/// doubles, since consecutive blocks are related.
double pulling_members(const Variant& variant, const Subspace& major, int members) {
  if (flies(variant.rules, major.own, major.own_hand)) return members - 1;
  double edges = 0;
  for (const Mask joined : variant.board->neighbours) edges += count(joined) / 2.0;
  const double doubled = 0.8 * edges / variant.board->points();
  return std::clamp(doubled * std::log2(members) - 0.4, 0.0, members - 1.0);
}

int sides_of(const PlannedSubspace& row) { return row.partner ? 2 : 1; }

/// The part of what all hold that is in the shares of others than a given member.
double others_share(int members) { return (members - 1.0) / members; }

}  // namespace

TeamCosts::TeamCosts(const Variant& variant, const Plan& plan, const PlanOptions& options,
                     const ClusterShape& shape)
    : variant_(variant), options_(options), shape_(shape) {
  for (const PlannedSubspace& row : plan.subspaces) rows_[row.subspace] = &row;
}

TeamCost TeamCosts::of(const PlannedSubspace& row, int members) const {
  TeamCost cost;
  add_work(row, members, cost);
  if (shape_.ranks == 1) return cost;
  add_inputs(row, members, cost);
  if (members > 1) cost.meeting += kSecondsToForm;
  if (members > 1 && row.cyclic) add_exchanges(row, members, cost);
  add_files(row, members, cost);
  return cost;
}

void TeamCosts::add_work(const PlannedSubspace& row, int members, TeamCost& cost) const {
  const double alone = sides_of(row) * row.start_seconds;
  cost.working = alone + (seconds_of_pair(row) - alone) / members;
  if (shape_.ranks == 1) return;
  // What one thread does while the others wait shows where there are many.
  const int major = std::max(row.subspace.own, row.subspace.opponent);
  const auto entries = static_cast<double>(binomial(variant_.board->points(), major));
  const double indexes = 1 + static_cast<double>(row.inputs.size());
  cost.working += options_.rates.slowness() * entries *
                  (kSecondsPerIndexEntry * indexes + kSecondsPerMoveEntry / members);
}

void TeamCosts::add_inputs(const PlannedSubspace& row, int members, TeamCost& cost) const {
  double slots = 0, bytes = 0;  // of one member
  for (const Subspace& name : row.inputs) {
    const auto input = rows_.find(name);
    if (input == rows_.end()) continue;
    const double readers = is_read_by_shares(variant_, row.subspace, name) ? members : 1;
    slots += static_cast<double>(input->second->slots) / readers;
    bytes +=
        static_cast<double>(input->second->value_bytes + input->second->distance_bytes) / readers;
  }
  cost.reading =
      slots * options_.rates.reading * 1e-9 / options_.threads + bytes / shape_.bandwidth;
  cost.read = bytes * members;
}

void TeamCosts::add_exchanges(const PlannedSubspace& row, int members, TeamCost& cost) const {
  const auto slots = static_cast<double>(row.slots);
  const Subspace major = row.subspace.own_is_major() ? row.subspace : row.subspace.mirror();
  const double decided = row.decided * slots;
  cost.crossing = decided * kBytesPerPosition * pulling_members(variant_, major, members);
  double exchanges = 2;  // the members agree that there is a next level, and exchange frontiers
  if (!row.partner) {
    cost.crossing += decided * kBytesPerTransposed * others_share(members);
    ++exchanges;
  }
  const double of_member = cost.crossing / members;
  cost.exchanging = of_member / shape_.bandwidth +
                    of_member * kSecondsPerByte * options_.rates.slowness() / options_.threads;
  cost.meeting += row.levels * exchanges * (shape_.latency + kSecondsToLook);
}

void TeamCosts::add_files(const PlannedSubspace& row, int members, TeamCost& cost) const {
  const int metrics = row.distance_bytes > 0 ? 2 : 1;
  auto bytes = static_cast<double>(row.value_bytes + row.distance_bytes);
  if (row.partner && rows_.contains(*row.partner))
    bytes += static_cast<double>(rows_.at(*row.partner)->value_bytes +
                                 rows_.at(*row.partner)->distance_bytes);
  cost.gathering = bytes / shape_.bandwidth;  // to the file system
  if (members == 1) return;
  const double packed =
      kPackedBytesPerSlot * metrics * sides_of(row) * static_cast<double>(row.slots);
  cost.gathered = (bytes + packed) * others_share(members);
  cost.gathering += cost.gathered / shape_.bandwidth +
                    (bytes + packed) * kSecondsPerGathered * options_.rates.slowness();
  // The writer comes to one member after the other.
  cost.meeting += members * metrics * sides_of(row) * (shape_.latency + kSecondsToLook);
}

}  // namespace mill
