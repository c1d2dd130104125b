#include "formats/codecs/triples_codec.h"

#include <algorithm>

#include "base/little_endian.h"
#include "formats/codecs/packed_values.h"
#include "formats/codecs/zstd_codec.h"
#include "formats/codecs/zstd_frame.h"
#include "game/subset_rank.h"

namespace mill {
namespace {

// Packed values are a sequence of bits, two for each value. Of these a byte takes eight; a triple
// is the next six of them in a byte. So 24 bits are three bytes of the ones or four of the others.
constexpr std::size_t kTripleBits = 6;
constexpr std::uint32_t kTripleMask = (1U << kTripleBits) - 1;

constexpr std::size_t kTripleValues = 3;

constexpr std::size_t triples_size(std::size_t values) {
  return (values + kTripleValues - 1) / kTripleValues;
}

/// Takes the bits out of bytes that hold `from` each, and puts them into bytes that hold `to`.
/// False if there is no room for some that are set.
bool regroup(std::span<const std::uint8_t> in, std::size_t from, std::span<std::uint8_t> out,
             std::size_t to) {
  std::uint32_t bits = 0;
  std::size_t held = 0;
  auto next = in.begin();
  for (std::uint8_t& byte : out) {
    for (; held < to && next != in.end(); held += from) bits |= std::uint32_t{*next++} << held;
    byte = static_cast<std::uint8_t>(bits & ((1U << to) - 1));
    bits >>= to;
    held -= std::min(held, to);
  }
  return bits == 0 && std::all_of(next, in.end(), [](std::uint8_t byte) { return byte == 0; });
}

void to_triples(std::span<const std::uint8_t> packed, std::span<std::uint8_t> triples) {
  const std::size_t whole = std::min(packed.size() / 3, triples.size() / 4);
  for (std::size_t i = 0; i < whole; ++i) {
    const std::uint8_t* three = packed.data() + 3 * i;
    const std::uint32_t bits =
        three[0] | std::uint32_t{three[1]} << 8 | std::uint32_t{three[2]} << 16;
    store_little_endian(triples.data() + 4 * i,
                        (bits & kTripleMask) | (bits & kTripleMask << 6) << 2 |
                            (bits & kTripleMask << 12) << 4 | (bits & kTripleMask << 18) << 6);
  }
  regroup(packed.subspan(3 * whole), 8, triples.subspan(4 * whole), kTripleBits);
}

/// False if a byte holds more than a triple, or there are bits behind the last packed one.
bool from_triples(std::span<const std::uint8_t> triples, std::span<std::uint8_t> packed) {
  // Eight at a time give six bytes, as long as there is room for the two that are written behind.
  std::uint64_t all = 0;
  std::size_t done = 0, at = 0;
  for (; done + 8 <= triples.size() && at + 8 <= packed.size(); done += 8, at += 6) {
    auto bits = load_little_endian<std::uint64_t>(triples.data() + done);
    all |= bits;
    bits = (bits & 0x003F'003F'003F'003F) | (bits >> 2 & 0x0FC0'0FC0'0FC0'0FC0);
    bits = (bits & 0x0000'0FFF'0000'0FFF) | (bits >> 4 & 0x00FF'F000'00FF'F000);
    bits = (bits & 0x0000'0000'00FF'FFFF) | (bits >> 8 & 0x0000'FFFF'FF00'0000);
    store_little_endian(packed.data() + at, bits);
  }
  const auto rest = triples.subspan(done);
  for (const std::uint8_t byte : rest) all |= byte;
  return regroup(rest, kTripleBits, packed.subspan(at), 8) &&
         (all & ~(kTripleMask * 0x0101'0101'0101'0101U)) == 0;
}

/// Where the slots of a numbering block stand among triples. Its stripes are the slots whose
/// highest minor stone stands on the same free point: consecutive ones, as many as there are
/// subsets of the points below for the other minor stones. Each begins with a triple of its own.
class StripeLayout {
 public:
  StripeLayout(const Board& board, const Subspace& subspace) {
    const auto [fewer, more] = std::minmax(subspace.own, subspace.opponent);
    const int free_points = board.points() - more;
    if (fewer == 0) add_stripe(1);
    for (int highest = fewer - 1; fewer > 0 && highest < free_points; ++highest)
      add_stripe(static_cast<std::uint32_t>(binomial(highest, fewer - 1)));
  }

  /// Whether so many slots are whole numbering blocks, as below.
  bool fills(std::size_t slots) const { return slots % slots_ == 0; }

  /// Triples of so many slots.
  std::size_t triples(std::size_t slots) const { return slots / slots_ * triples_; }

  /// Calls visit(first slot, slots, first triple) for all stripes of so many slots.
  template <typename Visit>
  void for_each(std::size_t slots, const Visit& visit) const {
    std::size_t triple = 0;
    for (std::size_t slot = 0; slot < slots;)
      for (const std::uint32_t size : sizes_) {
        visit(slot, size, triple);
        slot += size;
        triple += triples_size(size);
      }
  }

 private:
  void add_stripe(std::uint32_t slots) {
    sizes_.push_back(slots);
    slots_ += slots;
    triples_ += triples_size(slots);
  }

  std::vector<std::uint32_t> sizes_;  // slots of the stripes
  std::size_t slots_ = 0, triples_ = 0;
};

/// Triples of packed values, one after the other, or stripe by stripe where there is a layout.
class TriplesEncoder final : public BlockEncoder {
 public:
  TriplesEncoder(const StripeLayout* stripes, int level) : stripes_(stripes), compressor_(level) {}

  Result<std::vector<std::uint8_t>> encode(std::uint32_t, const BlockContent& content) override {
    const std::size_t slots = content.outcomes.size();
    triples_.resize(stripes_ ? stripes_->triples(slots) : triples_size(slots));
    to_triples(stripes_ ? spread(content.packed_values, slots) : content.packed_values, triples_);
    return compressor_.compress(triples_);
  }

 private:
  /// The values with zeros between the stripes.
  std::span<const std::uint8_t> spread(std::span<const std::uint8_t> packed, std::size_t slots) {
    spread_.assign(packed_size(kTripleValues * triples_.size()), 0);
    stripes_->for_each(slots, [&](std::size_t slot, std::size_t count, std::size_t triple) {
      append_values(packed, slot, count, spread_, kTripleValues * triple);
    });
    return spread_;
  }

  const StripeLayout* stripes_;
  FrameCompressor compressor_;
  std::vector<std::uint8_t> triples_, spread_;  // kept, so that they are got once
};

class TriplesFileEncoder final : public FileEncoder {
 public:
  TriplesFileEncoder(std::optional<StripeLayout> stripes, int level)
      : stripes_(std::move(stripes)), level_(level == kDefaultLevel ? kTriplesLevel : level) {}

  std::unique_ptr<BlockEncoder> block_encoder() const override {
    return std::make_unique<TriplesEncoder>(stripes_ ? &*stripes_ : nullptr, level_);
  }

 private:
  std::optional<StripeLayout> stripes_;
  int level_;
};

class TriplesDecoder final : public BlockDecoder {
 public:
  std::uint32_t decode_first_values(const StoredValues& block,
                                    std::span<std::uint8_t> packed) const override {
    thread_local std::vector<std::uint8_t> triples;
    triples.resize(triples_size(block.slots));
    const bool is_block = decompress_frame(block.bytes, triples) && from_triples(triples, packed) &&
                          are_packed_values(packed, block.slots);
    return is_block ? block.slots : 0;
  }
};

class StripesDecoder final : public BlockDecoder {
 public:
  explicit StripesDecoder(StripeLayout stripes) : stripes_(std::move(stripes)) {}

  std::uint32_t decode_first_values(const StoredValues& block,
                                    std::span<std::uint8_t> packed) const override {
    thread_local std::vector<std::uint8_t> triples, spread;
    if (!stripes_.fills(block.slots)) return 0;
    triples.resize(stripes_.triples(block.slots));
    spread.resize(packed_size(kTripleValues * triples.size()));
    const bool is_block = decompress_frame(block.bytes, triples) && from_triples(triples, spread) &&
                          gather(block.slots, spread, packed) &&
                          are_packed_values(packed, block.slots);
    return is_block ? block.slots : 0;
  }

 private:
  /// Takes out what stands between the stripes; false if it is not zeros.
  bool gather(std::size_t slots, std::span<const std::uint8_t> spread,
              std::span<std::uint8_t> packed) const {
    unsigned between = 0;
    stripes_.for_each(slots, [&](std::size_t slot, std::size_t count, std::size_t triple) {
      const std::size_t first = kTripleValues * triple;
      append_values(spread, first, count, packed, slot);
      for (std::size_t i = count; i % kTripleValues != 0; ++i)
        between |= static_cast<unsigned>(value_at(spread.data(), first + i));
    });
    return between == 0;
  }

  StripeLayout stripes_;
};

}  // namespace

CodecEntry triples_codec() {
  CodecEntry entry{};
  entry.codec = Codec::kTriples;
  entry.name = "triples";
  entry.fallback = Codec::kZstd;
  entry.fits = [](const Board&, const Subspace&, std::uint32_t) { return true; };
  entry.open = [](const DecodingTask&) -> Result<std::shared_ptr<const BlockDecoder>> {
    return std::make_shared<const TriplesDecoder>();
  };
  entry.prepare = [](const EncodingTask& task) -> Result<std::shared_ptr<const FileEncoder>> {
    return std::make_shared<const TriplesFileEncoder>(std::nullopt, task.level);
  };
  return entry;
}

CodecEntry stripes_codec() {
  CodecEntry entry{};
  entry.codec = Codec::kStripes;
  entry.name = "stripes";
  entry.fallback = Codec::kTriples;
  entry.fits = holds_numbering_blocks;
  entry.open = [](const DecodingTask& task) -> Result<std::shared_ptr<const BlockDecoder>> {
    const SlotLayout& layout = task.layout;
    if (!holds_numbering_blocks(*task.board, layout.subspace, layout.block_slots))
      return fail(ErrorCode::kDamagedFile, "{}: is damaged: its codec does not fit it", task.file);
    return std::make_shared<const StripesDecoder>(StripeLayout(*task.board, layout.subspace));
  };
  entry.prepare = [](const EncodingTask& task) -> Result<std::shared_ptr<const FileEncoder>> {
    return std::make_shared<const TriplesFileEncoder>(
        StripeLayout(*task.variant.board, task.layout.subspace), task.level);
  };
  return entry;
}

}  // namespace mill
