#include "builder/blocks/block_shares.h"

#include "builder/blocks/solver_team.h"

namespace mill {
namespace {

/// The work of all units before each one, and of all.
std::vector<std::uint64_t> work_before_units(std::span<const std::uint32_t> work,
                                             std::uint32_t unit) {
  std::vector<std::uint64_t> before{0};
  for (std::size_t block = 0; block < work.size(); ++block) {
    if (block % unit == 0) before.push_back(before.back());
    before.back() += work[block];
  }
  return before;
}

}  // namespace

BlockShares::BlockShares(std::uint32_t first, std::span<const std::uint32_t> work,
                         const SolverTeam* team, std::uint32_t unit)
    : bounds_{first}, member_(team ? team->member() : 0) {
  const std::vector<std::uint64_t> before = work_before_units(work, unit);
  const std::uint64_t units = before.size() - 1;
  const int members = size_of(team);
  const std::uint64_t most = most_of_share(units, members);
  std::uint64_t bound = 0;
  for (int member = 1; member <= members; ++member) {
    const auto others = static_cast<std::uint64_t>(members - member);
    const std::uint64_t share =
        before.back() * static_cast<unsigned>(member) / static_cast<unsigned>(members);
    const auto even = std::ranges::lower_bound(before, share) - before.begin();
    const std::uint64_t least = std::max(bound, units - std::min(units, most * others));
    bound = std::clamp(static_cast<std::uint64_t>(even), least, std::min(bound + most, units));
    const std::uint64_t blocks = std::min<std::uint64_t>(bound * unit, work.size());
    bounds_.push_back(first + static_cast<std::uint32_t>(blocks));
  }
}

std::uint32_t BlockShares::largest() const {
  std::uint32_t most = 0;
  for (int member = 0; member < size(); ++member) most = std::max(most, of(member).count());
  return most;
}

}  // namespace mill
