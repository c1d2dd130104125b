#include "formats/file_header.h"
#include "tests/fuzz/targets.h"

/// The header of a database file, as DatabaseFile reads it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mill;
  static const PlaceText kPlace{"fuzz", "fuzz"};
  const std::span<const std::uint8_t> bytes(data, size);
  if (size < kPreambleSize) return 0;
  const auto header_bytes = header_size(bytes.first<kPreambleSize>(), kPlace);
  if (!header_bytes || *header_bytes > size) return 0;
  const auto header = decode_header(bytes.first(*header_bytes), kPlace);
  if (!header) return 0;
  static const Variant variant = find_variant("nine-mens-morris").value();
  (void)check_header(*header, variant, kPlace);
  (void)parse_canonical_text(header->rules_text, header->variant_name, "fuzz");
  return 0;
}
