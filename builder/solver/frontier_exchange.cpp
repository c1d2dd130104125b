#include "builder/solver/frontier_exchange.h"

#include <bit>

#include "base/little_endian.h"
#include "base/parallel.h"

namespace mill {
namespace {

// A message is made of pieces, so that threads write and read it together: the length of the piece
// in bytes (32 bits), then its blocks. All other numbers are of variable length, 7 bits per byte.
// A block is the distance of its number from that of the block before, or from the first of the
// sender's share; what is to come and how much of it; and either ranks, or groups with their 64
// bits, each number as its distance from the one before.

constexpr std::uint32_t kBlocksPerPiece = 256;
constexpr std::uint32_t kGroupBytes = 9;  // about what a group takes, and so many ranks do

using Bytes = std::vector<std::uint8_t>;

void put_number(Bytes& out, std::uint32_t value) {
  for (; value >= 128; value >>= 7) out.push_back(static_cast<std::uint8_t>(value | 128));
  out.push_back(static_cast<std::uint8_t>(value));
}

std::uint32_t take_number(FieldReader& in) {
  std::uint32_t value = 0;
  for (int shift = 0; shift < 35; shift += 7) {
    const auto byte = in.take<std::uint8_t>();
    value |= static_cast<std::uint32_t>(byte & 127) << shift;
    if (byte < 128) break;
  }
  return value;
}

void put_ranks(Bytes& out, std::span<const GroupBits> entries) {
  std::uint32_t last = 0;
  for (const GroupBits& entry : entries)
    for (std::uint64_t bits = entry.bits; bits; bits &= bits - 1) {
      const std::uint32_t rank =
          entry.group * kGroupSize + static_cast<std::uint32_t>(std::countr_zero(bits));
      put_number(out, rank - last);
      last = rank;
    }
}

void put_groups(Bytes& out, std::span<const GroupBits> entries) {
  std::uint32_t last = 0;
  for (const GroupBits& entry : entries) {
    put_number(out, entry.group - last);
    last = entry.group;
    append_little_endian(out, entry.bits);
  }
}

/// @param gap  from the block before
void put_block(Bytes& out, std::uint32_t gap, std::span<const GroupBits> entries) {
  std::uint32_t ranks = 0;
  for (const GroupBits& entry : entries)
    ranks += static_cast<std::uint32_t>(std::popcount(entry.bits));
  const auto groups = static_cast<std::uint32_t>(entries.size());
  const bool as_groups = ranks > kGroupBytes * groups;
  put_number(out, gap);
  put_number(out, 2 * (as_groups ? groups : ranks) + as_groups);
  if (as_groups)
    put_groups(out, entries);
  else
    put_ranks(out, entries);
}

void take_entries(FieldReader& in, std::vector<GroupBits>& entries) {
  entries.clear();
  const std::uint32_t head = take_number(in);
  std::uint32_t number = 0;
  for (std::uint32_t left = head / 2; left > 0 && in.ok(); --left) {
    number += take_number(in);
    if (head % 2) {
      entries.push_back({number, in.take<std::uint64_t>()});
      continue;
    }
    if (entries.empty() || entries.back().group != number / kGroupSize)
      entries.push_back({number / kGroupSize, 0});
    entries.back().bits |= std::uint64_t{1} << number % kGroupSize;
  }
}

std::vector<std::span<const std::uint8_t>> pieces_of(std::span<const std::uint8_t> message) {
  std::vector<std::span<const std::uint8_t>> pieces;
  FieldReader in(message);
  while (in.position() < message.size()) {
    const auto length = in.take<std::uint32_t>();
    pieces.push_back(in.take_bytes(length));
  }
  return pieces;
}

}  // namespace

FrontierExchange::FrontierExchange(SolverTeam& team, const BlockShares& shares,
                                   std::shared_ptr<const BlockGeometry> geometry)
    : team_(&team), shares_(shares), geometry_(std::move(geometry)), share_(shares.own()) {}

Result<FrontierExchange> FrontierExchange::make(SolverTeam& team, const BlockShares& shares,
                                                std::shared_ptr<const BlockGeometry> geometry,
                                                const MajorMoves& moves) {
  FrontierExchange exchange(team, shares, std::move(geometry));
  std::vector<std::uint8_t> pulled(exchange.geometry_->blocks());
  for (std::uint32_t block = exchange.share_.begin; block < exchange.share_.end; ++block)
    for (const MajorMove& move : moves.quiet(block)) pulled[move.target] = 1;
  exchange.needed_ = MILLSTONE_TRY(ask_for_blocks(team, shares, pulled));
  return exchange;
}

void FrontierExchange::start(const Frontier& frontier) {
  const std::uint32_t pieces = (share_.count() + kBlocksPerPiece - 1) / kBlocksPerPiece;
  std::vector<SolverTeam::Messages> written(pieces);
  for_each_index(pieces, [&](std::uint32_t piece) {
    SolverTeam::Messages& parts = written[piece];
    parts.resize(needed_.size());
    std::vector<std::uint32_t> last(needed_.size(), 0);
    std::vector<GroupBits> entries;
    const std::uint32_t end = std::min((piece + 1) * kBlocksPerPiece, share_.count());
    for (std::uint32_t index = piece * kBlocksPerPiece; index < end; ++index) {
      if (frontier.count(share_.begin + index) == 0) continue;
      frontier.collect(share_.begin + index, entries);
      for (std::size_t member = 0; member < needed_.size(); ++member) {
        if (!needed_[member][index]) continue;
        put_block(parts[member], index - last[member], entries);
        last[member] = index;
      }
    }
  });
  SolverTeam::Messages messages(needed_.size());
  for (std::size_t member = 0; member < messages.size(); ++member) {
    FieldWriter out;
    std::size_t length = 0;
    for (const SolverTeam::Messages& parts : written)
      length += sizeof(std::uint32_t) + parts[member].size();
    out.bytes().reserve(length);
    for (SolverTeam::Messages& parts : written) {
      if (parts[member].empty()) continue;
      out.put(static_cast<std::uint32_t>(parts[member].size()));
      out.put_bytes(parts[member]);
      parts[member] = {};
    }
    messages[member] = std::move(out.bytes());
  }
  team_->start_exchange(std::move(messages));
}

Result<void> FrontierExchange::finish(Frontier& frontier) {
  const SolverTeam::Messages messages = MILLSTONE_TRY(team_->finish_exchange());
  for (std::uint32_t block = 0; block < geometry_->blocks(); ++block)
    if (!share_.contains(block)) frontier.hide(block);
  for (std::size_t member = 0; member < messages.size(); ++member) {
    const std::uint32_t first = shares_.of(static_cast<int>(member)).begin;
    const auto pieces = pieces_of(messages[member]);
    for_each_index(pieces.size(), [&](std::size_t piece) {
      FieldReader in(pieces[piece]);
      std::vector<GroupBits> entries;
      for (std::uint32_t block = first; in.position() < pieces[piece].size();) {
        block += take_number(in);
        take_entries(in, entries);
        frontier.publish(block, entries);
      }
    });
  }
  return {};
}

}  // namespace mill
