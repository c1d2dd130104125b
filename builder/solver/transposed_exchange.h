#pragma once

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/error.h"
#include "builder/solver/block_geometry.h"
#include "builder/solver/solver_team.h"

namespace mill {

/// Positions of n-n whose transposition (the colours exchanged) is in the share of another member
/// of a team, on their way there: kept by any thread until there are enough for a message, sent
/// together, and taken by their owner. start() and finish() are called in turn by one thread of
/// every member; more may be kept between the two.
class TransposedExchange {
 public:
  /// Blocks and ranks of positions, as long as each other.
  using Take = std::function<void(std::span<const std::uint32_t> blocks,
                                  std::span<const std::uint32_t> ranks)>;

  TransposedExchange(SolverTeam& team, const BlockShares& shares,
                     std::shared_ptr<const BlockGeometry> geometry);

  /// Keeps those of `count` positions that are for others, and moves the rest to the front. Any
  /// thread.
  /// @return how many they are
  std::uint32_t keep_for_others(std::uint32_t* blocks, std::uint32_t* ranks, std::uint32_t count);

  /// How many blocks to transpose before is_full() is asked again, for messages to stay small.
  std::uint32_t blocks_per_step() const;

  /// Whether what is kept should be sent before more is added.
  bool is_full() const;

  /// Sends what has been kept.
  /// @param more  whether this member will have more to send in this level
  void start(bool more);

  /// Gives `take` what the others have sent, on all threads of the arena.
  /// @return whether some member has more to send
  Result<bool> finish(const Take& take);

 private:
  /// Packed positions for one member, kept by one thread.
  struct Kept {
    std::vector<std::uint8_t> bytes;
    std::size_t used = 0;
    void put(std::uint64_t packed);
  };
  using KeptByMember = std::vector<Kept>;

  std::vector<std::uint8_t> message_for(std::size_t member, bool more);
  void unpack(std::span<const std::uint8_t> packed, const Take& take) const;

  SolverTeam* team_;
  std::shared_ptr<const BlockGeometry> geometry_;
  BlockRange share_;
  std::vector<std::uint16_t> owners_;  ///< by block: the member in whose share it is
  std::vector<std::uint32_t> first_;   ///< by member: the first block of its share
  int rank_bits_;                      ///< of a packed position, below its block
  std::size_t full_;                   ///< positions of a message, about
  oneapi::tbb::enumerable_thread_specific<KeptByMember> kept_;
};

}  // namespace mill
