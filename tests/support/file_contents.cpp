#include "tests/support/file_contents.h"

#include <fstream>
#include <iterator>

#include "base/error.h"

namespace mill {

std::vector<std::uint8_t> read_bytes(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void write_bytes(const std::filesystem::path& path, std::span<const std::uint8_t> bytes) {
  std::filesystem::remove(path);  // some file systems sync a file that is truncated
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  out.close();
  MILLSTONE_CHECK(out.good());
}

}  // namespace mill
