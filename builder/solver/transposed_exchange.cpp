#include "builder/solver/transposed_exchange.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/little_endian.h"
#include "base/parallel.h"

namespace mill {
namespace {

// A message says whether its sender has more, in one byte; then come positions of 40 bits: the
// distance of the block from the first of the owner's share, and below it the rank.
constexpr std::size_t kPositionBytes = 5;
constexpr std::size_t kLeastPerMessage = 1 << 16;
constexpr std::size_t kMessagesPerShare = 64;  // if every slot of a share is sent in one level
constexpr std::size_t kPositionsPerTask = 4096;

// Enough for their cache lines to be on their way together.
constexpr std::size_t kPositionsPerTake = 256;

}  // namespace

void TransposedExchange::Kept::put(std::uint64_t packed) {
  constexpr std::size_t kWritten = sizeof packed;
  if (used + kWritten > bytes.size()) bytes.resize(std::max(2 * bytes.size(), kLeastPerMessage));
  store_little_endian(bytes.data() + used, packed);
  used += kPositionBytes;
}

TransposedExchange::TransposedExchange(SolverTeam& team, const BlockShares& shares,
                                       std::shared_ptr<const BlockGeometry> geometry)
    : team_(&team),
      geometry_(std::move(geometry)),
      share_(shares.own()),
      rank_bits_(std::bit_width(geometry_->size() - 1)),
      full_(std::max(std::size_t{shares.largest()} * geometry_->size() / kMessagesPerShare,
                     kLeastPerMessage)),
      kept_(KeptByMember(static_cast<std::size_t>(team.size()))) {
  for (int member = 0; member < team.size(); ++member) {
    const BlockRange share = shares.of(member);
    first_.push_back(share.begin);
    owners_.insert(owners_.end(), share.count(), static_cast<std::uint16_t>(member));
  }
}

std::uint32_t TransposedExchange::keep_for_others(std::uint32_t* blocks, std::uint32_t* ranks,
                                                  std::uint32_t count) {
  KeptByMember& kept = kept_.local();
  const auto own = static_cast<std::size_t>(team_->member());
  std::uint32_t stay = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t owner = owners_[blocks[i]];
    if (owner != own) {
      kept[owner].put(std::uint64_t{blocks[i] - first_[owner]} << rank_bits_ | ranks[i]);
      continue;
    }
    blocks[stay] = blocks[i];
    ranks[stay++] = ranks[i];
  }
  return stay;
}

std::uint32_t TransposedExchange::blocks_per_step() const {
  return static_cast<std::uint32_t>(std::max<std::size_t>(full_ / 2 / geometry_->size(), 1));
}

bool TransposedExchange::is_full() const {
  std::size_t bytes = 0;
  for (const KeptByMember& of_thread : kept_)
    for (const Kept& kept : of_thread) bytes += kept.used;
  return bytes >= full_ * kPositionBytes;
}

std::vector<std::uint8_t> TransposedExchange::message_for(std::size_t member, bool more) {
  std::size_t length = 1;
  for (const KeptByMember& of_thread : kept_) length += of_thread[member].used;
  std::vector<std::uint8_t> message;
  message.reserve(length);
  message.push_back(more);
  for (KeptByMember& of_thread : kept_) {
    Kept& kept = of_thread[member];
    message.insert(message.end(), kept.bytes.begin(),
                   kept.bytes.begin() + static_cast<std::ptrdiff_t>(kept.used));
    kept.used = 0;
  }
  return message;
}

void TransposedExchange::start(bool more) {
  SolverTeam::Messages messages;
  for (std::size_t member = 0; member < first_.size(); ++member)
    messages.push_back(message_for(member, more));
  team_->start_exchange(std::move(messages));
}

Result<bool> TransposedExchange::finish(const Take& take) {
  bool more = false;
  for (const std::vector<std::uint8_t>& message : MILLSTONE_TRY(team_->finish_exchange())) {
    more = more || message.front() != 0;
    unpack(std::span(message).subspan(1), take);
  }
  return more;
}

void TransposedExchange::unpack(std::span<const std::uint8_t> packed, const Take& take) const {
  const std::uint64_t rank_mask = (std::uint64_t{1} << rank_bits_) - 1;
  const auto take_some = [&](std::size_t begin, std::size_t end) {
    std::array<std::uint32_t, kPositionsPerTake> blocks, ranks;
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint8_t* bytes = &packed[i * kPositionBytes];
      const std::uint64_t position =
          load_little_endian<std::uint32_t>(bytes) | std::uint64_t{bytes[4]} << 32;
      blocks[i - begin] = share_.begin + static_cast<std::uint32_t>(position >> rank_bits_);
      ranks[i - begin] = static_cast<std::uint32_t>(position & rank_mask);
    }
    take({blocks.data(), end - begin}, {ranks.data(), end - begin});
  };
  for_each_range(packed.size() / kPositionBytes, kPositionsPerTask,
                 [&](std::size_t begin, std::size_t end) {
                   for (; begin < end; begin += std::min(end - begin, kPositionsPerTake))
                     take_some(begin, begin + std::min(end - begin, kPositionsPerTake));
                 });
}

}  // namespace mill
