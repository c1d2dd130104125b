#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/error.h"
#include "builder/blocks/block_geometry.h"
#include "builder/blocks/solver_team.h"

namespace mill {

/// Bytes of messages that may be under way beside a share of a table without taking much memory.
inline std::size_t most_bytes_under_way(const BlockShares& shares, const BlockGeometry& geometry) {
  constexpr std::size_t kLeast = 1 << 19;
  return std::max(std::size_t{shares.largest()} * geometry.stride() / 16, kLeast);
}

/// Bytes of a message that is worth sending, as long as more is to come.
inline constexpr std::size_t kLeastPerMessage = 1 << 18;

/// Messages from every member of a team to every other while a piece of work lasts: sent whenever
/// there is something to send, and taken as they arrive, those of each member in their order. All
/// members make one and call finish(). One thread at a time.
class TeamStream {
 public:
  using Take = std::function<void(int from, std::span<const std::uint8_t> message)>;

  /// @param most_under_way  bytes; with more of them unsent, messages of others are taken first
  TeamStream(SolverTeam& team, std::size_t most_under_way, Take take);

  /// Sends a message, which is not empty, to another member. kInterrupted when a member is gone.
  Result<void> send(int to, SolverTeam::Message message);

  /// Takes what has arrived; whether that was anything.
  Result<bool> take_arrived();

  /// Tells the others that this was all, and takes what they still send.
  Result<void> finish();

 private:
  Result<bool> take_from(int member);

  SolverTeam* team_;
  std::size_t most_under_way_;
  Take take_;
  std::vector<std::uint8_t> ended_;  ///< by member: whether it will send nothing more, 1 or 0
};

}  // namespace mill
