// Runs a fuzz target without libFuzzer: on every file of its corpus, on each with every byte
// changed, and on each cut at every length.
//   replay CORPUS_FOLDER

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

#include "tests/fuzz/targets.h"

namespace {

using Bytes = std::vector<std::uint8_t>;

void run(const Bytes& bytes) { LLVMFuzzerTestOneInput(bytes.data(), bytes.size()); }

Bytes read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::size_t run_all_changes(const Bytes& bytes) {
  run(bytes);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    Bytes changed = bytes;
    changed[i] ^= static_cast<std::uint8_t>(1u << i % 8);
    run(changed);
    run({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(i)});
  }
  return 1 + 2 * bytes.size();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::size_t files = 0, inputs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
    inputs += run_all_changes(read(entry.path()));
    ++files;
  }
  std::printf("%zu inputs made of %zu files\n", inputs, files);
  return files == 0;
}
