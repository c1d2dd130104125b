#pragma once

#include <chrono>

#include "builder/cluster/communicator.h"
#include "builder/cluster/job_locks.h"

namespace mill {

inline constexpr int kFirstRank = 0;  ///< that of the coordinator

/// Between two looks for ranks that have died. The launcher, which stops all ranks when one is
/// gone, lets them live for a second.
inline constexpr std::chrono::milliseconds kDeathWatch{100};

/// What a job is about, for what it says and does when something happens.
struct JobTerms {
  Communicator& communicator;
  const JobLocks& locks;
  const char* after_death;  ///< what there is to do when a rank has died: the end of a sentence
  bool keeps_work;          ///< ranks that are to stop keep what they have begun

  Error death_of(int rank) const {
    return {ErrorCode::kInputOutput,
            fmt::format("{} has died; {}", communicator.name_of(rank), after_death)};
  }
};

}  // namespace mill
