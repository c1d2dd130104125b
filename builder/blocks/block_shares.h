#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "builder/blocks/block_range.h"

namespace mill {

class SolverTeam;

/// The most that one of so many shares holds: an even share, and a sixteenth of it more for the
/// work to be even.
/// @param total  of all shares, in any unit
constexpr std::uint64_t most_of_share(std::uint64_t total, int shares) {
  const auto count = static_cast<unsigned>(shares);
  const std::uint64_t even = (total + count - 1) / count;
  return shares == 1 ? total : even + even / 16;
}

/// How the blocks of a subspace, or some of them, are shared out among the members of a team: in
/// order, with nearly the same work for each as far as most_of_share() lets it.
class BlockShares {
 public:
  /// Shares of nearly as many blocks.
  /// @param blocks  those that are shared out
  /// @param team    null: all blocks belong to this process
  /// @param unit    blocks that stay together, counted from the first
  BlockShares(BlockRange blocks, const SolverTeam* team, std::uint32_t unit = 1)
      : BlockShares(blocks.begin, std::vector<std::uint32_t>(blocks.count(), 1), team, unit) {}

  /// Of all the blocks of a subspace.
  /// @param work  of each block, in any unit
  BlockShares(std::span<const std::uint32_t> work, const SolverTeam* team, std::uint32_t unit)
      : BlockShares(0, work, team, unit) {}

  int size() const { return static_cast<int>(bounds_.size()) - 1; }
  std::uint32_t first() const { return bounds_.front(); }  ///< of all that are shared out
  BlockRange own() const { return of(member_); }
  BlockRange of(int member) const {
    const auto at = static_cast<std::size_t>(member);
    return {bounds_[at], bounds_[at + 1]};
  }

  /// Blocks of the largest share.
  std::uint32_t largest() const;

 private:
  BlockShares(std::uint32_t first, std::span<const std::uint32_t> work, const SolverTeam* team,
              std::uint32_t unit);

  std::vector<std::uint32_t> bounds_;  ///< the first block of each share, and the end of the last
  int member_;
};

}  // namespace mill
