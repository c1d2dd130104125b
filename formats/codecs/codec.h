#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "game/subspace.h"

namespace millstone {

/// What a database file stores of each position.
enum class Metric : std::uint8_t {
  kValue = 0,     ///< win, draw or loss
  kDistance = 1,  ///< plies to the end; read together with the value file
};

/// "value" or "distance".
std::string_view metric_name(Metric metric);

/// How blocks are compressed; see FORMAT.md.
enum class Codec : std::uint8_t {
  kZstd = 1,     ///< zstd over packed values or over half distances
  kContext = 2,  ///< values predicted from their neighbours: small, slow to decode; values only
};

/// "zstd" or "context".
std::string_view codec_name(Codec codec);

/// The codec of that name.
std::optional<Codec> find_codec(std::string_view name);

/// The slots of a file and how they are cut into file blocks.
struct SlotLayout {
  Subspace subspace;
  std::uint64_t slots = 0;
  std::uint32_t block_slots = 0;  ///< slots in each file block but the last
  std::uint32_t block_count = 0;

  /// Slots in that block: block_slots, or what is left for the last one.
  std::uint32_t slots_in_block(std::uint32_t block) const {
    const std::uint64_t rest = slots - std::uint64_t{block} * block_slots;
    return rest < block_slots ? static_cast<std::uint32_t>(rest) : block_slots;
  }
};

}  // namespace millstone
