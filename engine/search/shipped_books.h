#pragma once

#include <memory>

#include "engine/search/opening_book.h"

namespace mill {

/// The opening book that is compiled in for these rules, or null. From any thread.
std::shared_ptr<const OpeningBook> shipped_book(const Variant& variant);

/// The book of a file, or where the name is empty the one that is compiled in, or null. Errors as
/// OpeningBook::open().
Result<std::shared_ptr<const OpeningBook>> chosen_book(const std::filesystem::path& file,
                                                       const Variant& variant);

}  // namespace mill
