#include "engine/evaluation/network.h"

#include <algorithm>
#include <cstring>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "formats/codecs/zstd_frame.h"
#include "formats/sealed_bytes.h"

namespace mill {
namespace {

constexpr SealedKind kNetworkKind{"MILLNETW", 1, "network"};
constexpr std::size_t kMostUnpacked = std::size_t{1} << 24;
constexpr int kMostKinds = 16, kMostStacks = 255;

std::uint32_t power_of_three(int exponent) {
  std::uint32_t power = 1;
  while (exponent-- > 0) power *= 3;
  return power;
}

}  // namespace

/// Takes a file apart.
class Network::Reader {
 public:
  Reader(const Variant& variant, std::span<const std::uint8_t> bytes, std::string_view source)
      : variant_(variant), bytes_(bytes), source_(source) {}

  Result<Network> read() {
    MILLSTONE_TRY(unpack());
    MILLSTONE_TRY(read_shape());
    Network network(variant_);
    MILLSTONE_TRY(read_patterns(network));
    MILLSTONE_TRY(read_subspaces(network));
    MILLSTONE_TRY(read_weights(network));
    if (at_ != bytes_.size()) return damaged("there are more bytes than weights");
    return network;
  }

 private:
  tl::unexpected<Error> damaged(std::string_view what) const {
    return fail(ErrorCode::kDamagedFile, "{}: {}", source_, what);
  }

  std::size_t left() const { return bytes_.size() - at_; }
  std::uint8_t take_byte() { return bytes_[at_++]; }
  std::uint16_t take_u16() {
    at_ += 2;
    return load_little_endian<std::uint16_t>(bytes_.data() + at_ - 2);
  }
  std::uint32_t take_u32() {
    at_ += 4;
    return load_little_endian<std::uint32_t>(bytes_.data() + at_ - 4);
  }

  /// Takes what stands in the file.
  Result<void> unpack() {
    const auto frame = MILLSTONE_TRY(unsealed(kNetworkKind, variant_, bytes_, source_));
    const auto size = frame_content_size(frame);
    if (!size || *size > kMostUnpacked) return damaged("does not hold what it should");
    unpacked_.resize(*size);
    if (!decompress_frame(frame, unpacked_)) return damaged("does not hold what it should");
    bytes_ = unpacked_;
    at_ = 0;
    return {};
  }

  Result<void> read_shape() {
    constexpr std::size_t kShapeBytes = 6 * 2 + 4;
    if (left() < kShapeBytes) return damaged("is cut off");
    const int points = take_u16();
    patterns_ = take_u16();
    kinds_ = take_u16();
    const int width = take_u16(), second = take_u16();
    stacks_ = take_u16();
    subspaces_ = take_u32();
    if (width != kNetworkWidth || second != kNetworkSecond)
      return fail(ErrorCode::kUnsupportedVersion, "{}: has layers of {} and {}, expected {} and {}",
                  source_, width, second, kNetworkWidth, kNetworkSecond);
    const bool fits = points == variant_.board->points() && 1 <= patterns_ &&
                      patterns_ <= kMostPatterns && 1 <= kinds_ && kinds_ <= kMostKinds &&
                      1 <= stacks_ && stacks_ <= kMostStacks && subspaces_ < INT16_MAX;
    return fits ? Result<void>() : damaged("has an impossible shape");
  }

  /// Each pattern: its kind, how many points, and which. One kind has one size.
  Result<void> read_patterns(Network& network) {
    network.patterns_ = patterns_;
    std::vector<int> sizes(static_cast<std::size_t>(kinds_));
    std::array<std::size_t, kMostPatterns> kinds{};
    for (int pattern = 0; pattern < patterns_; ++pattern) {
      if (left() < 2) return damaged("is cut off");
      const auto kind = kinds[static_cast<std::size_t>(pattern)] = take_byte();
      const int points = take_byte();
      if (kind >= sizes.size() || points < 1 || points > kMostPatternPoints ||
          left() < static_cast<std::size_t>(points) || (sizes[kind] != 0 && sizes[kind] != points))
        return damaged("has an impossible pattern");
      sizes[kind] = points;
      Mask seen = 0;
      for (int place = 0; place < points; ++place) {
        const int point = take_byte();
        if (point >= variant_.board->points() || seen & bit(point))
          return damaged("has an impossible pattern");
        seen |= bit(point);
        add_point(network, pattern, point, power_of_three(place));
      }
    }
    std::vector<std::uint32_t> starts;
    for (const int size : sizes) {
      starts.push_back(rows_);
      rows_ += size == 0 ? 0 : power_of_three(size);
    }
    for (int pattern = 0; pattern < patterns_; ++pattern) {
      const auto p = static_cast<std::size_t>(pattern);
      network.starts_[p] = starts[kinds[p]];
    }
    return {};
  }

  static void add_point(Network& network, int pattern, int point, std::uint32_t place) {
    auto& table = network.numbers_[static_cast<std::size_t>(point) / 8];
    for (std::size_t byte = 0; byte < table.size(); ++byte)
      if (byte >> (point % 8) & 1)
        table[byte][static_cast<std::size_t>(pattern)] += static_cast<std::uint16_t>(place);
  }

  Result<void> read_subspaces(Network& network) {
    constexpr std::size_t kEntryBytes = 5;
    if (left() < kEntryBytes * subspaces_) return damaged("is cut off");
    network.subspaces_.resize(network.index_.size());
    for (std::uint32_t row = 0; row < subspaces_; ++row) {
      const int own = take_byte(), opponent = take_byte();
      const int own_hand = take_byte(), opponent_hand = take_byte();
      const int stack = take_byte();
      if (!network.index_.allows(own + own_hand, opponent + opponent_hand) || stack >= stacks_)
        return damaged("names an impossible subspace");
      network.subspaces_[network.index_.at(own, opponent, own_hand, opponent_hand)] = {
          static_cast<std::int16_t>(row), static_cast<std::uint8_t>(stack)};
    }
    return {};
  }

  void take_weights(std::int8_t* weights, std::size_t count) {
    std::memcpy(weights, bytes_.data() + at_, count);
    at_ += count;
  }

  Result<void> read_weights(Network& network) {
    const std::size_t pattern_bytes = std::size_t{rows_} * kNetworkWidth;
    const std::size_t subspace_bytes = std::size_t{subspaces_} * kNetworkWidth;
    const std::size_t stack_bytes =
        kNetworkSecond * (kNetworkWidth + 4) + kNetworkValues * (kNetworkSecond + 4);
    const auto stacks = static_cast<std::size_t>(stacks_);
    if (left() != pattern_bytes + subspace_bytes + stacks * stack_bytes)
      return damaged("has another number of weights than its shape says");
    network.rows_.resize(pattern_bytes);
    network.subspace_rows_.resize(subspace_bytes);
    network.stacks_.resize(stacks);
    take_weights(network.rows_.data(), pattern_bytes);
    take_weights(network.subspace_rows_.data(), subspace_bytes);
    for (NetworkStack& stack : network.stacks_)
      for (std::size_t o = 0; o < kNetworkSecond; ++o)
        for (auto& four : stack.second) take_weights(four[o].data(), four[o].size());
    for (NetworkStack& stack : network.stacks_)
      for (std::int32_t& bias : stack.second_bias) bias = static_cast<std::int32_t>(take_u32());
    for (NetworkStack& stack : network.stacks_)
      for (auto& row : stack.third) take_weights(row.data(), row.size());
    for (NetworkStack& stack : network.stacks_)
      for (std::int32_t& bias : stack.third_bias) bias = static_cast<std::int32_t>(take_u32());
    return {};
  }

  const Variant& variant_;
  std::span<const std::uint8_t> bytes_;
  std::string_view source_;
  std::vector<std::uint8_t> unpacked_;
  std::size_t at_ = 0;
  int patterns_ = 0, kinds_ = 0, stacks_ = 0;
  std::uint32_t subspaces_ = 0, rows_ = 0;
};

Result<Network> Network::parse(const Variant& variant, std::span<const std::uint8_t> bytes,
                               std::string_view source) {
  auto network = MILLSTONE_TRY(Reader(variant, bytes, source).read());
  network.checksum_ = mill::checksum(bytes);
  return network;
}

std::optional<NetworkRows> Network::find(const Position& position, int own_count,
                                         int opponent_count) const {
  const SubspaceRow subspace =
      subspaces_[index_.at(own_count, opponent_count, position.own_hand, position.opponent_hand)];
  if (subspace.row < 0) return std::nullopt;
  PatternNumbers numbers{};
  for (std::size_t byte = 0; byte < numbers_.size(); ++byte) {
    const PatternNumbers& own = numbers_[byte][position.own >> (8 * byte) & 255];
    const PatternNumbers& opponent = numbers_[byte][position.opponent >> (8 * byte) & 255];
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = static_cast<std::uint16_t>(numbers[i] + own[i] + 2 * opponent[i]);
  }
  NetworkRows found;
  found.patterns = patterns_;
  const auto count = static_cast<std::size_t>(patterns_);
  for (std::size_t i = 0; i < count; ++i)
    found.rows[i] = rows_.data() + std::size_t{starts_[i] + numbers[i]} * kNetworkWidth;
  found.rows[count] =
      subspace_rows_.data() + static_cast<std::size_t>(subspace.row) * kNetworkWidth;
  found.stack = &stacks_[subspace.stack];
  return found;
}

}  // namespace mill
