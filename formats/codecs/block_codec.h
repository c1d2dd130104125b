#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "formats/codecs/codec.h"
#include "formats/codecs/context_codec.h"
#include "game/long_distances.h"
#include "game/value.h"

namespace millstone {

/// A file block ready to be written.
struct EncodedBlock {
  std::vector<std::uint8_t> bytes;
  std::uint64_t checksum = 0;               ///< XXH3-64 of `bytes`
  std::vector<std::uint8_t> packed_values;  ///< of the same slots, see packed_values.h
};

/// What all blocks of a file have in common for the codec.
struct BlockFormat {
  Metric metric = Metric::kValue;
  std::shared_ptr<const ContextEncoder> context;  ///< null: the codec is zstd
};

// Levels of zstd. Values gain from effort, distances hardly do (README.md).
inline constexpr int kLowestLevel = 1;
inline constexpr int kHighestLevel = 19;
inline constexpr int kDefaultLevel = 0;  ///< stands for kValueLevel or kDistanceLevel
inline constexpr int kValueLevel = 12;
inline constexpr int kDistanceLevel = 6;

/// Encodes blocks of one file. The result is a pure function of format, level and keys. Owns its
/// compression context: one encoder a thread.
class BlockEncoder {
 public:
  BlockEncoder(const BlockFormat& format, int level);
  ~BlockEncoder();
  BlockEncoder(BlockEncoder&&) noexcept;
  BlockEncoder& operator=(BlockEncoder&&) noexcept;

  /// @param block  number of the block in the file
  /// @param keys   of the block's slots in order, decided: win, draw or loss
  /// @param longs  one for each long key, in order
  EncodedBlock encode(std::uint32_t block, std::span<const Key> keys,
                      std::span<const LongDistance> longs = {});

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

/// Decodes a value block into packed form. False unless `bytes` is exactly such a block of `slots`
/// slots; `packed` has packed_size(slots) bytes and is left with undefined contents then. Any
/// thread.
/// @param context  of the file; null if its codec is zstd
bool decode_value_block(std::span<const std::uint8_t> bytes, std::uint32_t slots,
                        std::span<std::uint8_t> packed, const ContextCodec* context = nullptr);

/// Decodes a distance block, given the values of its slots. False unless `bytes` is exactly such a
/// block of keys.size() slots with these values. Any thread.
/// @param longs  where not null, gets the distances of slots with long keys, numbered from the
///               block's first slot
bool decode_distance_block(std::span<const std::uint8_t> bytes, const std::uint8_t* packed_values,
                           std::span<Key> keys, std::vector<LongDistance>* longs = nullptr);

}  // namespace millstone
