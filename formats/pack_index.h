#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file_bytes.h"

namespace mill {

/// A file in a pack, which holds the files of a database one after another (FORMAT.md, Packs).
struct PackedFile {
  std::string name;
  FilePart part;               ///< of the pack
  std::uint64_t checksum = 0;  ///< XXH3-64 of its bytes
};

/// Where a file may begin in a pack: at multiples of so many bytes.
inline constexpr std::uint64_t kPackUnit = 64;

inline constexpr std::size_t kMostPackedFiles = 65536;

/// Bytes before the first file of a pack of so many.
std::uint64_t pack_index_size(std::size_t files);

/// The first multiple of kPackUnit that is not below `offset`.
constexpr std::uint64_t next_pack_unit(std::uint64_t offset) {
  return (offset + kPackUnit - 1) / kPackUnit * kPackUnit;
}

/// What stands before the files.
/// @param files  1 .. kMostPackedFiles, in the order of their parts, each of which begins at the
///               first unit behind the one before
std::vector<std::uint8_t> encode_pack_index(const std::vector<PackedFile>& files);

/// Whether a file begins as packs do. kInputOutput.
Result<bool> begins_as_pack(const FileBytes& file);

/// The files of a pack, in the order of their parts, which are in `pack` and do not overlap; their
/// names differ and name no other directory. kDamagedFile, kUnsupportedVersion or kInputOutput.
/// @param place  how messages name the pack
Result<std::vector<PackedFile>> read_pack_index(const FileBytes& pack, const PlaceText& place);

}  // namespace mill
