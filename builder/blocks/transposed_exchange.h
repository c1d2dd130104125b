#pragma once

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "builder/blocks/block_geometry.h"
#include "builder/blocks/solver_team.h"
#include "builder/blocks/team_stream.h"

namespace mill {

/// Positions of n-n whose transposition (the colours exchanged) is in the share of another member
/// of a team, on their way there: kept by any thread until there are enough for a message, sent,
/// and taken by their owner as they arrive. At every level all members call start() and finish();
/// one thread of each, as send_and_take().
class TransposedExchange {
 public:
  /// Blocks and ranks of positions, as long as each other.
  using Take = std::function<void(std::span<const std::uint32_t> blocks,
                                  std::span<const std::uint32_t> ranks)>;

  TransposedExchange(SolverTeam& team, const BlockShares& shares,
                     std::shared_ptr<const BlockGeometry> geometry);

  /// Begins with a level.
  /// @param take  called with what the others have sent, on all threads of the arena
  void start(Take take);

  /// Keeps those of `count` positions that are for others, and moves the rest to the front. Any
  /// thread.
  /// @return how many they are
  std::uint32_t keep_for_others(std::uint32_t* blocks, std::uint32_t* ranks, std::uint32_t count);

  /// Sends what has been kept for those who have a message full, and takes what has arrived. To be
  /// called often enough for messages to stay small.
  Result<void> send_and_take();

  /// Sends the rest, and takes all that the others send.
  Result<void> finish();

 private:
  /// Packed positions for one member, kept by one thread.
  struct Kept {
    std::vector<std::uint8_t> bytes;
    std::size_t used = 0;
    void make_room(std::size_t more);
  };
  using KeptByMember = std::vector<Kept>;

  /// Sends each member what is kept for it, if that is at least so many bytes.
  Result<void> send_kept(std::size_t least);
  SolverTeam::Message take_message(std::size_t member, std::size_t length);
  void unpack(std::span<const std::uint8_t> message) const;

  SolverTeam* team_;
  std::shared_ptr<const BlockGeometry> geometry_;
  BlockRange share_;
  std::vector<std::uint16_t> owners_;  ///< by block: the member in whose share it is
  std::vector<std::uint32_t> first_;   ///< by member: the first block of its share
  int rank_bits_;                      ///< of a packed position, below its block
  std::size_t position_bytes_;         ///< that a packed position takes
  std::size_t most_under_way_;         ///< bytes
  oneapi::tbb::enumerable_thread_specific<KeptByMember> kept_;
  Take take_;
  std::optional<TeamStream> stream_;  ///< of the level
};

}  // namespace mill
