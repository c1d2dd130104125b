#include "game/variant.h"
#include "tests/fuzz/targets.h"

/// A file of rules, with a board of its own or not; what is read has a digest that reads back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mill;
  if (size > 4096) return 0;  // a board of many symmetries takes long, however it was written
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto variant = parse_variant(text, "fuzz");
  if (!variant) return 0;
  const auto again = parse_canonical_text(variant->canonical_text(), variant->name, "fuzz");
  if (!again || again->digest() != variant->digest()) __builtin_trap();
  return 0;
}
