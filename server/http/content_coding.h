#pragma once

#include <string>
#include <string_view>

namespace mill {

/// How the bytes of an answer are packed.
enum class Coding { kIdentity, kGzip, kZstd };

std::string_view coding_name(Coding coding);

/// The coding that a client likes best by its header Accept-Encoding (RFC 9110, 12.5.3): of equal
/// ones zstd, then gzip. None where it names neither.
Coding accepted_coding(std::string_view accept_encoding);

/// The text packed; kIdentity gives it back.
std::string packed(Coding coding, std::string text);

}  // namespace mill
