#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/error.h"
#include "builder/solver/block_range.h"
#include "game/class_counts.h"

namespace mill {

/// The processes that solve a pair of subspaces together (or a single one). Each holds the blocks
/// of a share of its own, and what crosses between them are messages. All members call the
/// functions that take part in an exchange in the same order. One thread at a time.
class SolverTeam {
 public:
  /// One for each member, by number.
  using Messages = std::vector<std::vector<std::uint8_t>>;

  virtual ~SolverTeam() = default;

  virtual int size() const = 0;
  virtual int member() const = 0;  ///< the number of this one, from 0 on

  /// Sends every member what is for it, and returns at once.
  virtual void start_exchange(Messages messages) = 0;

  /// What the members have sent to this one in the same exchange. kInterrupted when the work is to
  /// be given up.
  virtual Result<Messages> finish_exchange() = 0;
};

/// The blocks of a member: nearly as many as those of any other, in order.
inline BlockRange share_of(std::uint32_t blocks, int member, int size) {
  const auto bound = [&](int index) {
    return static_cast<std::uint32_t>(std::uint64_t{blocks} * static_cast<unsigned>(index) /
                                      static_cast<unsigned>(size));
  };
  return {bound(member), bound(member + 1)};
}

/// Whose share a block is in.
inline int owner_of(std::uint32_t blocks, std::uint32_t block, int size) {
  return static_cast<int>(((std::uint64_t{block} + 1) * static_cast<unsigned>(size) - 1) / blocks);
}

/// The share of this process; all blocks where it has no team.
inline BlockRange own_share(std::uint32_t blocks, const SolverTeam* team) {
  return team ? share_of(blocks, team->member(), team->size()) : BlockRange{0, blocks};
}

/// Sends the same to all members; what they have sent, by number.
Result<SolverTeam::Messages> tell_all(SolverTeam& team, const std::vector<std::uint8_t>& message);

/// The largest of the values that the members give; without a team the one that is given.
Result<std::uint64_t> largest_of(SolverTeam* team, std::uint64_t value);

/// The counts of all shares together; without a team those that are given.
Result<ClassCounts> joined_counts(SolverTeam* team, const ClassCounts& own);

}  // namespace mill
