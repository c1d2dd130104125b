#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "game/variant.h"

namespace mill {

/// A kind of file that goes with rules and is no database: eight letters, `u32` version, the 16
/// bytes of the digest of the rules, what it holds, and XXH3-64 of all that; little-endian.
struct SealedKind {
  std::string_view letters;
  std::uint32_t version;
  std::string_view name;  ///< for messages: "opening book"
};

/// What a file holds. kDamagedFile where the bytes are not what was written, kUnsupportedVersion of
/// another version, kWrongRules for other rules.
/// @param source  names the file
Result<std::span<const std::uint8_t>> unsealed(const SealedKind& kind, const Variant& variant,
                                               std::span<const std::uint8_t> bytes,
                                               std::string_view source);

/// The whole of a file, to be unsealed. kMissingFile or kInputOutput where it cannot be read,
/// kDamagedFile where it is larger than any of these kinds: 1 GiB.
Result<std::vector<std::uint8_t>> read_sealed_file(const SealedKind& kind,
                                                   const std::filesystem::path& path);

/// Writes the bytes of such a file. Errors as write_text_file(), whose manners it has.
Result<void> write_sealed_file(const std::filesystem::path& path,
                               std::span<const std::uint8_t> bytes);

/// The bytes of a file that holds this.
std::vector<std::uint8_t> sealed(const SealedKind& kind, const Variant& variant,
                                 std::span<const std::uint8_t> content);

}  // namespace mill
