#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "formats/codecs/codec.h"
#include "game/class_counts.h"
#include "game/subspace.h"
#include "game/variant.h"

namespace mill {

/// Name of a file within its directory: "5-4.value", "5-4.distance".
std::string file_name(const Subspace& subspace, Metric metric);

/// How the slots of a subspace are numbered; see game/numbering.h and FORMAT.md. There was a 1.
enum class NumberingScheme : std::uint8_t {
  kMajorBlocks = 2,  ///< of a subspace that is told by its four counts alone
  kWithState = 3,    ///< ... that has more state, or marked points
};

inline constexpr std::uint32_t kFormatVersion = 1;
inline constexpr std::uint32_t kMaxBlockSlots = 1 << 24;

/// The first part of a file, as numbers and text.
struct FileHeader {
  Subspace subspace;
  Metric metric = Metric::kValue;
  NumberingScheme numbering = NumberingScheme::kMajorBlocks;  ///< not asked when it is encoded
  Codec codec = Codec::kZstd;
  ClassCounts counts;
  std::uint32_t block_slots = 0;  ///< slots in each file block but the last
  std::uint32_t block_count = 0;
  std::uint64_t file_size = 0;           ///< bytes
  std::uint64_t index_checksum = 0;      ///< XXH3-64 of the block index
  std::uint64_t data_checksum = 0;       ///< XXH3-64 of all blocks as stored
  std::uint64_t values_checksum = 0;     ///< XXH3-64 of all packed values; equal in both files of a
                                         ///< subspace, whatever their codecs
  std::string variant_name;              ///< for people; does not identify the rules
  std::string rules_text;                ///< Variant::canonical_text()
  std::string digest;                    ///< Variant::digest()
  std::vector<std::uint8_t> codec_data;  ///< tables the codec shares between blocks
  std::vector<std::uint8_t> groups;      ///< Board::rings where they don't follow from the rules
                                         ///< text, otherwise empty; not part of the rules
  std::size_t size = 0;        ///< of the header itself in bytes; set when it is en- or decoded
  std::uint64_t checksum = 0;  ///< XXH3-64 of the header: a fingerprint of the whole file, since
                               ///< the other checksums are part of the header

  SlotLayout layout() const { return {subspace, counts.slots, block_slots, block_count}; }

  /// Slots in that block: block_slots, or what is left for the last one.
  std::uint32_t slots_in_block(std::uint32_t block) const { return layout().slots_in_block(block); }
};

/// The header as it stands in a file, its checksum included. Sets size, digest and checksum.
std::vector<std::uint8_t> encode_header(FileHeader& header);

/// Bytes at the start of a file that every version of the format shares: magic, version, size.
inline constexpr std::size_t kPreambleSize = 16;
inline constexpr std::size_t kMaxHeaderSize = std::size_t{1} << 20;
/// Bytes of a block's entry in the index behind the header: its offset and its checksum.
inline constexpr std::size_t kIndexEntrySize = 16;

/// Size of the header that starts with this preamble, in bytes, between kPreambleSize and
/// kMaxHeaderSize. kDamagedFile if these are not the first bytes of a database file.
/// @param file  how messages name the file
Result<std::size_t> header_size(std::span<const std::uint8_t, kPreambleSize> preamble,
                                const PlaceText& file);

/// Reads a whole header and checks it against itself: checksum first, then version, then every
/// field that can be compared with another. kDamagedFile or kUnsupportedVersion.
Result<FileHeader> decode_header(std::span<const std::uint8_t> bytes, const PlaceText& file);

/// Compares a header that is whole with the rules it must have been made for: kWrongRules naming
/// the first field that differs, kDamagedFile if subspace or counts are impossible under the rules.
Result<void> check_header(const FileHeader& header, const Variant& expected, const PlaceText& file);

}  // namespace mill
