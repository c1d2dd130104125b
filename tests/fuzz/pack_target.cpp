#include "formats/pack_index.h"
#include "tests/fuzz/targets.h"

/// A pack: what is read of its index must lie in it, and be written as it was read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mill;
  const auto pack = FileBytes::in_place({data, size});
  const auto files = read_pack_index(*pack, {"fuzz", "fuzz"});
  if (!files) return 0;
  std::vector<std::uint8_t> scratch;
  for (const PackedFile& file : *files) {
    if (file.part.offset > size || file.part.size > size - file.part.offset) __builtin_trap();
    if (!pack->read(file.part.offset, file.part.size, scratch)) __builtin_trap();
  }
  const std::vector<std::uint8_t> index = encode_pack_index(*files);
  if (!std::equal(index.begin(), index.end(), data)) __builtin_trap();
  return 0;
}
