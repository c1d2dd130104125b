#include "builder/blocks/frontier_exchange.h"

#include <bit>
#include <utility>

#include "base/leb128.h"
#include "base/little_endian.h"
#include "base/parallel.h"

namespace mill {
namespace {

// A message is made of pieces, which threads write and read side by side: the length of the piece
// in bytes (32 bits), then its blocks. All other numbers are in LEB128.
// A block is the distance of its number from that of the block before, or from the first of the
// sender's share; what is to come and how much of it; and either ranks, or groups with their 64
// bits, each number as its distance from the one before.

constexpr std::uint32_t kBlocksPerPiece = 256;
constexpr std::uint32_t kPiecesPerStep = 32;  // that are written before any is sent
constexpr std::uint32_t kGroupBytes = 9;      // about what a group takes, and so many ranks do

using Bytes = std::vector<std::uint8_t>;

/// Writes the blocks of one piece, as they are but for where: what comes after the distance.
class BlockWriter {
 public:
  BlockWriter(const Frontier& frontier, const BlockGeometry& geometry)
      : frontier_(frontier),
        geometry_(geometry),
        bytes_(kMostLeb128Bytes *
               (1 + std::max(Frontier::kListed, kGroupBytes * geometry.groups()))) {}

  std::span<const std::uint8_t> write(std::uint32_t block) {
    end_ = bytes_.data();
    last_ = 0;
    const std::uint32_t count = frontier_.count(block);
    if (count <= Frontier::kListed)
      write_list(block, count);
    else
      write_bitmap(block, count);
    return {bytes_.data(), end_};
  }

 private:
  void write_list(std::uint32_t block, std::uint32_t count) {
    end_ = write_leb128(end_, 2 * count);
    const Mask* list = frontier_.list(block);
    for (std::uint32_t i = 0; i < count; ++i) put_next(geometry_.minor().rank(list[i]));
  }

  void write_bitmap(std::uint32_t block, std::uint32_t count) {
    const std::uint64_t* marks = frontier_.marks(block);
    const std::uint64_t* bits = frontier_.bits(block);
    std::uint32_t groups = 0;
    for_each_group(marks, frontier_.words_per_block(), [&](std::uint32_t) { ++groups; });
    const bool as_groups = count > kGroupBytes * groups;
    end_ = write_leb128(end_, 2 * (as_groups ? groups : count) + as_groups);
    for_each_group(marks, frontier_.words_per_block(), [&](std::uint32_t group) {
      if (!as_groups) return put_ranks({group, bits[group]});
      put_next(group);
      store_little_endian(end_, bits[group]);
      end_ += sizeof bits[group];
    });
  }

  void put_ranks(const GroupBits& entry) {
    for (std::uint64_t bits = entry.bits; bits; bits &= bits - 1)
      put_next(entry.group * kGroupSize + static_cast<std::uint32_t>(std::countr_zero(bits)));
  }

  void put_next(std::uint32_t number) {
    end_ = write_leb128(end_, number - last_);
    last_ = number;
  }

  const Frontier& frontier_;
  const BlockGeometry& geometry_;
  Bytes bytes_;
  std::uint8_t* end_ = nullptr;
  std::uint32_t last_ = 0;
};

/// Shows the blocks of one piece.
class BlockReader {
 public:
  BlockReader(std::span<const std::uint8_t> piece, Frontier& frontier)
      : in_(piece), frontier_(frontier) {}

  bool at_end() const { return in_.at_end(); }
  std::uint32_t take_distance() { return in_.take(); }

  void show(std::uint32_t block) {
    const std::uint32_t head = in_.take();
    std::uint32_t left = head / 2;
    std::uint32_t number = 0;
    if (head % 2) {
      entries_.clear();
      for (; left > 0 && !at_end(); --left) {
        number += in_.take();
        entries_.push_back({number, in_.take_word()});
      }
      return frontier_.publish(block, entries_);
    }
    ranks_.clear();
    for (; left > 0 && !at_end(); --left) ranks_.push_back(number += in_.take());
    frontier_.publish_ranks(block, ranks_);
  }

 private:
  Leb128Reader in_;
  Frontier& frontier_;
  std::vector<GroupBits> entries_;
  std::vector<std::uint32_t> ranks_;
};

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
    : team_(&team),
      shares_(shares),
      geometry_(std::move(geometry)),
      share_(shares.own()),
      most_under_way_(most_bytes_under_way(shares, *geometry_)) {}

Result<FrontierExchange> FrontierExchange::make(SolverTeam& team, const BlockShares& shares,
                                                std::shared_ptr<const BlockGeometry> geometry,
                                                const MajorMoves& moves) {
  FrontierExchange exchange(team, shares, std::move(geometry));
  const BlockRange share = exchange.share_;
  std::vector<std::uint8_t> pulled(exchange.geometry_->blocks());
  exchange.pulls_from_others_.resize(share.count());
  for (std::uint32_t block = share.begin; block < share.end; ++block)
    for (const MajorMove& move : moves.quiet(block)) {
      pulled[move.target] = 1;
      if (!share.contains(move.target)) exchange.pulls_from_others_[block - share.begin] = 1;
    }
  exchange.needed_ = MILLSTONE_TRY(ask_for_blocks(team, shares, pulled));
  return exchange;
}

Result<void> FrontierExchange::start(Frontier& frontier) {
  for (std::uint32_t block = 0; block < geometry_->blocks(); ++block)
    if (!share_.contains(block)) frontier.hide(block);
  stream_.emplace(*team_, most_under_way_, [&](int from, std::span<const std::uint8_t> message) {
    show(from, message, frontier);
  });
  const std::uint32_t pieces = (share_.count() + kBlocksPerPiece - 1) / kBlocksPerPiece;
  SolverTeam::Messages messages(needed_.size());
  for (std::uint32_t first = 0; first < pieces; first += kPiecesPerStep) {
    const std::uint32_t count = std::min(kPiecesPerStep, pieces - first);
    std::vector<SolverTeam::Messages> written(count);
    for_each_index(count, [&](std::uint32_t i) { written[i] = write_piece(first + i, frontier); });
    const bool last = first + count == pieces;
    for (std::size_t member = 0; member < messages.size(); ++member)
      MILLSTONE_TRY(send_pieces(member, written, last, messages[member]));
    MILLSTONE_TRY(stream_->take_arrived());
  }
  return {};
}

/// What each member hears of a piece.
SolverTeam::Messages FrontierExchange::write_piece(std::uint32_t piece,
                                                   const Frontier& frontier) const {
  SolverTeam::Messages parts(needed_.size());
  std::vector<std::uint32_t> last(needed_.size(), 0);
  BlockWriter writer(frontier, *geometry_);
  const std::uint32_t end = std::min((piece + 1) * kBlocksPerPiece, share_.count());
  for (std::uint32_t index = piece * kBlocksPerPiece; index < end; ++index) {
    if (frontier.count(share_.begin + index) == 0) continue;
    std::span<const std::uint8_t> block;
    for (std::size_t member = 0; member < needed_.size(); ++member) {
      if (!needed_[member][index]) continue;
      if (block.empty()) block = writer.write(share_.begin + index);
      append_leb128(parts[member], index - last[member]);
      parts[member].insert(parts[member].end(), block.begin(), block.end());
      last[member] = index;
    }
  }
  return parts;
}

/// Adds what has been written for a member to its message, and sends it when it is full.
Result<void> FrontierExchange::send_pieces(std::size_t member,
                                           const std::vector<SolverTeam::Messages>& written,
                                           bool last, SolverTeam::Message& message) {
  for (const SolverTeam::Messages& parts : written) {
    const std::vector<std::uint8_t>& part = parts[member];
    if (part.empty()) continue;
    if (message.empty()) message = team_->spare();
    append_little_endian(message, static_cast<std::uint32_t>(part.size()));
    message.insert(message.end(), part.begin(), part.end());
  }
  if (message.size() >= (last ? 1 : kLeastPerMessage))
    MILLSTONE_TRY(stream_->send(static_cast<int>(member), std::exchange(message, {})));
  return {};
}

void FrontierExchange::show(int from, std::span<const std::uint8_t> message,
                            Frontier& frontier) const {
  const std::uint32_t first = shares_.of(from).begin;
  const auto pieces = pieces_of(message);
  for_each_index(pieces.size(), [&](std::size_t piece) {
    BlockReader in(pieces[piece], frontier);
    for (std::uint32_t block = first; !in.at_end();) {
      block += in.take_distance();
      in.show(block);
    }
  });
}

Result<void> FrontierExchange::take_arrived() {
  MILLSTONE_TRY(stream_->take_arrived());
  return {};
}

Result<void> FrontierExchange::finish() { return stream_->finish(); }

}  // namespace mill
