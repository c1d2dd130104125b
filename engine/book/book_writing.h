#pragma once

#include <cstdint>
#include <vector>

#include "engine/search/opening_book.h"

namespace mill {

/// The bytes of a book with these entries, in any order, each position once and in the image that
/// book_image() gives it. The same entries make the same bytes.
std::vector<std::uint8_t> book_bytes(const Variant& variant, std::vector<BookEntry> entries);

}  // namespace mill
