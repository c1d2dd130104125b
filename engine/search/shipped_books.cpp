#include "engine/search/shipped_books.h"

#include "base/embedded_file.h"

extern "C" {
MILLSTONE_EMBED(millstone_book_nine_mens_morris, MILLSTONE_BOOKS, "nine-mens-morris.book");
}

namespace mill {

std::shared_ptr<const OpeningBook> shipped_book(const Variant& variant) {
  static const Variant standard = find_variant(kDefaultVariant).value();
  if (variant.digest() != standard.digest()) return nullptr;
  static const std::shared_ptr<const OpeningBook> book = [] {
    auto read = OpeningBook::parse_in_place(
        standard, {millstone_book_nine_mens_morris, millstone_book_nine_mens_morris_end},
        "the opening book that is compiled in");
    MILLSTONE_CHECK(read.has_value());
    return std::make_shared<const OpeningBook>(*std::move(read));
  }();
  return book;
}

Result<std::shared_ptr<const OpeningBook>> chosen_book(const std::filesystem::path& file,
                                                       const Variant& variant) {
  if (file.empty()) return shipped_book(variant);
  auto book = MILLSTONE_TRY(OpeningBook::open(file, variant));
  return std::make_shared<const OpeningBook>(std::move(book));
}

}  // namespace mill
