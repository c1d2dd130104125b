#pragma once

#include <string>
#include <string_view>

namespace mill {

/// How the bytes of an answer are packed.
enum class Coding { kIdentity, kGzip, kZstd };

std::string_view coding_name(Coding coding);

/// The best coding that a client takes by its header Accept-Encoding: zstd, else gzip, else none.
Coding accepted_coding(std::string_view accept_encoding);

/// The text packed; kIdentity gives it back.
std::string packed(Coding coding, std::string text);

}  // namespace mill
