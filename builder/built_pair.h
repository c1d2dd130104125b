#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "game/subspace.h"

namespace mill {

/// What building a pair took of one of the ranks that did it.
struct RankShare {
  int rank = 0;
  double seconds = 0;                    ///< from being given it to asking for the next
  double waited = 0;                     ///< of these, for messages of others
  std::uint64_t sent = 0, received = 0;  ///< bytes, to and from the others
};

/// What a table or a line tells of the shares of several ranks.
struct ShareExtremes {
  std::uint64_t sent = 0;                          ///< bytes, by all of them
  std::uint64_t most_sent = 0, most_received = 0;  ///< bytes, by one of them
  double least_waited = 0, most_waited = 0;        ///< seconds
};

/// @param ranks  one or more
ShareExtremes extremes_of(const std::vector<RankShare>& ranks);

/// A pair (or a single subspace) that the ranks of a job have built.
struct BuiltPair {
  Subspace subspace;
  std::optional<Subspace> partner;
  std::uint64_t slots = 0;         ///< of one side
  double seconds = 0;              ///< from handing it out until its ranks asked for the next
  std::vector<RankShare> ranks{};  ///< that built it together
};

/// How a build was shared out over the ranks of a job.
struct JobReport {
  int ranks = 1;
  std::vector<BuiltPair> pairs{};  ///< that the job has built, in the order of their ends
};

}  // namespace mill
