#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "game/subspace_index.h"
#include "game/variant.h"

namespace mill {

// The shape of networks of this version.
inline constexpr int kNetworkWidth = 32;    ///< of the first layer
inline constexpr int kNetworkSecond = 16;   ///< of the second layer
inline constexpr int kNetworkValues = 3;    ///< loss, draw, win
inline constexpr int kActivationShift = 6;  ///< weights and activations are in steps of 1 / 2^6
inline constexpr int kLogitShift = 2 * kActivationShift;  ///< sums and logits of 1 / 2^12
inline constexpr int kMostPatterns = 16;
inline constexpr int kMostPatternPoints = 10;

/// Two small layers, for one part of the game. Weights are in steps of 1/64, biases and sums in
/// steps of 1/4096.
struct NetworkStack {
  /// By four of the first layer, then by what they lead to: what one instruction multiplies.
  std::array<std::array<std::array<std::int8_t, 4>, kNetworkSecond>, kNetworkWidth / 4> second;
  std::array<std::int32_t, kNetworkSecond> second_bias;
  std::array<std::array<std::int8_t, kNetworkSecond>, kNetworkValues> third;
  std::array<std::int32_t, kNetworkValues> third_bias;
};

/// Where in the weights a position stands.
struct NetworkRows {
  int patterns = 0;
  std::array<const std::int8_t*, kMostPatterns + 1> rows;  ///< of the patterns and the subspace
  const NetworkStack* stack = nullptr;
};

/// An evaluation learned from the values of a database: what stands on each of some groups of
/// points (patterns) names a row of weights; these and a row of the subspace are added up and cut
/// off at both ends, and two small layers make of them the logits of loss, draw and win for the
/// side to move. Training and file format: training/README.md. Immutable.
class Network {
 public:
  /// Reads a file. kDamagedFile where the bytes are not what was written, kUnsupportedVersion where
  /// the shape is another, kWrongRules for a network of other rules; `source` names the file.
  static Result<Network> parse(const Variant& variant, std::span<const std::uint8_t> bytes,
                               std::string_view source);

  /// None for a subspace that the network was not made for.
  std::optional<NetworkRows> find(const Position& position, int own_count,
                                  int opponent_count) const;

  /// XXH3-64 of the file.
  std::uint64_t checksum() const { return checksum_; }

 private:
  explicit Network(const Variant& variant) : index_(variant) {}
  class Reader;

  struct SubspaceRow {
    std::int16_t row = -1;  ///< of the weights; -1: none
    std::uint8_t stack = 0;
  };
  using PatternNumbers = std::array<std::uint16_t, kMostPatterns>;

  SubspaceIndex index_;
  std::uint64_t checksum_ = 0;
  int patterns_ = 0;
  // What the stones in a byte of the board add to the numbers of the patterns; twice that for the
  // other side.
  std::array<std::array<PatternNumbers, 256>, kMaxPoints / 8> numbers_{};
  std::array<std::uint32_t, kMostPatterns> starts_{};  // first rows of the patterns' kinds
  std::vector<std::int8_t> rows_, subspace_rows_;
  std::vector<SubspaceRow> subspaces_;  // by index_
  std::vector<NetworkStack> stacks_;
};

}  // namespace mill
