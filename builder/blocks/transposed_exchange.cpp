#include "builder/blocks/transposed_exchange.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/little_endian.h"
#include "base/parallel.h"

namespace mill {
namespace {

// A message is made of positions, each the distance of its block from the first of the owner's
// share, and below that the rank, in as many bytes as every share needs. They are read and written
// as whole words, so that what a word is longer than a position stands at the end.
using Word = std::uint64_t;
constexpr std::size_t kPositionsPerTask = 4096;

// Enough for their cache lines to be on their way together.
constexpr std::size_t kPositionsPerTake = 256;

std::size_t bytes_for(int bits) { return static_cast<std::size_t>(std::max(bits, 1) + 7) / 8; }

}  // namespace

/// @param more  bytes that will be used, beyond which a word more may be written
void TransposedExchange::Kept::make_room(std::size_t more) {
  const std::size_t needed = used + more + sizeof(Word);
  if (needed > bytes.size()) bytes.resize(std::max({2 * bytes.size(), needed, kLeastPerMessage}));
}

TransposedExchange::TransposedExchange(SolverTeam& team, const BlockShares& shares,
                                       std::shared_ptr<const BlockGeometry> geometry)
    : team_(&team),
      geometry_(std::move(geometry)),
      share_(shares.own()),
      rank_bits_(std::bit_width(geometry_->size() - 1)),
      position_bytes_(bytes_for(rank_bits_ + std::bit_width(shares.largest() - 1))),
      most_under_way_(most_bytes_under_way(shares, *geometry_)),
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
  for (Kept& of_member : kept) of_member.make_room(count * position_bytes_);
  const auto own = static_cast<std::size_t>(team_->member());
  std::uint32_t stay = 0;
  for (std::uint32_t i = 0; i < count; ++i) {  // without a branch, which nobody could foretell
    const std::uint32_t block = blocks[i], rank = ranks[i];
    const std::size_t owner = owners_[block];
    const bool stays = owner == own;
    Kept& of_owner = kept[owner];
    store_little_endian(of_owner.bytes.data() + of_owner.used,
                        Word{block - first_[owner]} << rank_bits_ | rank);
    of_owner.used += stays ? 0 : position_bytes_;
    blocks[stay] = block;
    ranks[stay] = rank;
    stay += stays;
  }
  return stay;
}

void TransposedExchange::start(Take take) {
  take_ = std::move(take);
  stream_.emplace(*team_, most_under_way_,
                  [this](int, std::span<const std::uint8_t> message) { unpack(message); });
}

Result<void> TransposedExchange::send_and_take() {
  MILLSTONE_TRY(send_kept(kLeastPerMessage));
  MILLSTONE_TRY(stream_->take_arrived());
  return {};
}

Result<void> TransposedExchange::finish() {
  MILLSTONE_TRY(send_kept(1));
  return stream_->finish();
}

Result<void> TransposedExchange::send_kept(std::size_t least) {
  for (std::size_t member = 0; member < first_.size(); ++member) {
    std::size_t length = 0;
    for (const KeptByMember& of_thread : kept_) length += of_thread[member].used;
    if (length >= least)
      MILLSTONE_TRY(stream_->send(static_cast<int>(member), take_message(member, length)));
  }
  return {};
}

SolverTeam::Message TransposedExchange::take_message(std::size_t member, std::size_t length) {
  SolverTeam::Message message = team_->spare();
  message.reserve(length + sizeof(Word));
  for (KeptByMember& of_thread : kept_) {
    Kept& kept = of_thread[member];
    message.insert(message.end(), kept.bytes.begin(),
                   kept.bytes.begin() + static_cast<std::ptrdiff_t>(kept.used));
    kept.used = 0;
  }
  message.resize(length + sizeof(Word) - position_bytes_);
  return message;
}

void TransposedExchange::unpack(std::span<const std::uint8_t> message) const {
  const Word position_mask = ~Word{0} >> (8 * (sizeof(Word) - position_bytes_));
  const Word rank_mask = (Word{1} << rank_bits_) - 1;
  const auto take_some = [&](std::size_t begin, std::size_t end) {
    std::array<std::uint32_t, kPositionsPerTake> blocks, ranks;
    for (std::size_t i = begin; i < end; ++i) {
      const Word position = load_little_endian<Word>(&message[i * position_bytes_]) & position_mask;
      blocks[i - begin] = share_.begin + static_cast<std::uint32_t>(position >> rank_bits_);
      ranks[i - begin] = static_cast<std::uint32_t>(position & rank_mask);
    }
    take_({blocks.data(), end - begin}, {ranks.data(), end - begin});
  };
  const std::size_t positions =
      (message.size() - (sizeof(Word) - position_bytes_)) / position_bytes_;
  for_each_range(positions, kPositionsPerTask, [&](std::size_t begin, std::size_t end) {
    for (; begin < end; begin += std::min(end - begin, kPositionsPerTake))
      take_some(begin, begin + std::min(end - begin, kPositionsPerTake));
  });
}

}  // namespace mill
