#include "builder/solver/transposed_exchange.h"

#include <algorithm>

#include "base/little_endian.h"
#include "base/parallel.h"

namespace mill {
namespace {

// A position is the distance of its slot from the first slot of the owner's share, in 40 bits.
constexpr std::size_t kPositionBytes = 5;
constexpr std::uint32_t kSlotsPerRound = 1 << 24;
constexpr std::size_t kPositionsPerTask = 4096;

void put_position(std::vector<std::uint8_t>& out, std::uint64_t slot) {
  const std::size_t at = out.size();
  out.resize(at + kPositionBytes);
  store_little_endian(out.data() + at, static_cast<std::uint32_t>(slot));
  out[at + 4] = static_cast<std::uint8_t>(slot >> 32);
}

std::uint64_t position_at(const std::uint8_t* bytes) {
  return load_little_endian<std::uint32_t>(bytes) | std::uint64_t{bytes[4]} << 32;
}

}  // namespace

TransposedExchange::TransposedExchange(SolverTeam& team, const BlockShares& shares,
                                       std::shared_ptr<const BlockGeometry> geometry)
    : team_(&team),
      shares_(shares),
      geometry_(std::move(geometry)),
      share_(shares.own()),
      messages_(SolverTeam::Messages(static_cast<std::size_t>(team.size()))) {}

void TransposedExchange::add(std::uint32_t block, std::uint32_t rank) {
  const int owner = shares_.owner(block);
  const std::uint32_t first = shares_.of(owner).begin;
  put_position(messages_.local()[static_cast<std::size_t>(owner)],
               std::uint64_t{block - first} * geometry_->size() + rank);
}

Result<void> TransposedExchange::pass_on(
    const std::function<void(std::uint32_t block, std::uint32_t rank)>& take) {
  SolverTeam::Messages messages(static_cast<std::size_t>(team_->size()));
  for (SolverTeam::Messages& of_thread : messages_)
    for (std::size_t member = 0; member < messages.size(); ++member) {
      messages[member].insert(messages[member].end(), of_thread[member].begin(),
                              of_thread[member].end());
      of_thread[member].clear();
    }
  team_->start_exchange(std::move(messages));
  const SolverTeam::Messages found = MILLSTONE_TRY(team_->finish_exchange());
  for (const std::vector<std::uint8_t>& message : found)
    for_each_range(message.size() / kPositionBytes, kPositionsPerTask,
                   [&](std::size_t begin, std::size_t end) {
                     for (std::size_t i = begin; i < end; ++i) {
                       const std::uint64_t slot = position_at(&message[i * kPositionBytes]);
                       take(share_.begin + static_cast<std::uint32_t>(slot / geometry_->size()),
                            static_cast<std::uint32_t>(slot % geometry_->size()));
                     }
                   });
  return {};
}

std::uint32_t TransposedExchange::blocks_per_round() const {
  return std::max(kSlotsPerRound / geometry_->size(), 1u);
}

std::uint32_t TransposedExchange::rounds() const {
  return (shares_.largest() + blocks_per_round() - 1) / blocks_per_round();
}

}  // namespace mill
