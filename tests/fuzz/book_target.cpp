#include "base/little_endian.h"
#include "engine/search/opening_book.h"
#include "formats/codecs/zstd_frame.h"
#include "tests/fuzz/targets.h"

namespace {

using namespace mill;

/// A book, however it came about, has turns that are legal where they are found, or none.
void read_book(const Variant& variant, std::span<const std::uint8_t> content) {
  const auto book = OpeningBook::parse(variant, sealed(kBookKind, variant, content), "book");
  if (!book) return;
  (void)book->entries();
  const auto found = book->find(start_position(variant));
  if (!found) return;
  for (const Turn& turn : found->turns)
    if (legal_actions(variant, found->position, turn).empty()) __builtin_trap();
}

}  // namespace

/// The content of a book of Three Men's Morris; and the columns of its first position alone.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Variant variant = find_variant("three-mens-morris").value();
  const std::span<const std::uint8_t> bytes(data, size);
  read_book(variant, bytes);
  const auto frame = compress_frame(bytes, 1);
  std::vector<std::uint8_t> content = {1, 0, 0, 0, 0, 0, 3, 3, 1, 0, 0, 0};
  append_little_endian(content, static_cast<std::uint32_t>(frame.size()));
  content.insert(content.end(), frame.begin(), frame.end());
  read_book(variant, content);
  return 0;
}
