#include "engine/search/hash_file.h"
#include "tests/fuzz/targets.h"

/// The content of a hash file of Three Men's Morris: what can be read can be written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mill;
  static const Variant variant = find_variant("three-mens-morris").value();
  static const ResultsGround ground{variant, 0};
  const auto results =
      parse_hash_file(sealed(kHashFileKind, variant, {data, size}), ground, "hash");
  if (!results) return 0;
  const auto written = hash_file_bytes(*results, ground);
  if (parse_hash_file(written, ground, "hash")->size() != results->size()) __builtin_trap();
  return 0;
}
