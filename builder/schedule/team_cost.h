#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "builder/plan/plan.h"
#include "game/variant.h"

namespace mill {

/// The machines that a job runs on, all alike.
struct ClusterShape {
  int ranks = 1;              ///< processes, PlanOptions::threads processors each
  double bandwidth = 1.25e9;  ///< bytes per second that a rank can send, and receive meanwhile
  double latency = 20e-6;     ///< seconds that the shortest message takes
};

/// What it takes a team to build a pair, estimated.
struct TeamCost {
  // Seconds, one after the other.
  double working = 0;     ///< solving and compressing, as far as plans know of it
  double reading = 0;     ///< inputs, by each member, as far as they are not shared out
  double exchanging = 0;  ///< what crosses between members, packed, sent and unpacked
  double meeting = 0;     ///< exchanges that have to be waited for however short they are
  double gathering = 0;   ///< what is compressed, on its way through the first member to the disk

  // Bytes of all members together.
  double crossing = 0;  ///< positions that one member tells others of
  double gathered = 0;  ///< compressed blocks, sent to the first member
  double read = 0;      ///< files of inputs

  double seconds() const { return working + reading + exchanging + meeting + gathering; }
  double sent() const { return crossing + gathered; }
};

/// The model of builder/cluster/README.md. Immutable.
class TeamCosts {
 public:
  /// Refers to all of its arguments.
  TeamCosts(const Variant& variant, const Plan& plan, const PlanOptions& options,
            const ClusterShape& shape);

  /// @param row  of the plan, with its partner
  TeamCost of(const PlannedSubspace& row, int members) const;

 private:
  void add_work(const PlannedSubspace& row, int members, TeamCost& cost) const;
  void add_inputs(const PlannedSubspace& row, int members, TeamCost& cost) const;
  void add_exchanges(const PlannedSubspace& row, int members, TeamCost& cost) const;
  void add_files(const PlannedSubspace& row, int members, TeamCost& cost) const;

  const Variant& variant_;
  const PlanOptions& options_;
  const ClusterShape& shape_;
  std::map<Subspace, const PlannedSubspace*> rows_;
};

}  // namespace mill
