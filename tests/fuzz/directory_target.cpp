#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "prober/prober.h"
#include "tests/fuzz/targets.h"

namespace {

using namespace mill;
namespace fs = std::filesystem;

/// A copy of the small database that comes with the sources, made once for each process.
const fs::path& copied_database() {
  static const fs::path directory = [] {
    fs::path path = fs::temp_directory_path() / fmt::format("millstone-fuzz-{}", ::getpid());
    fs::remove_all(path);
    fs::copy(fs::path(MILLSTONE_SOURCE_DIR) / "data/databases/three-mens-morris", path);
    std::atexit([] { fs::remove_all(copied_database()); });
    return path;
  }();
  return directory;
}

void replace(const fs::path& file, const std::string& contents) {
  fs::remove(file);  // some file systems sync a file that is truncated
  std::ofstream(file, std::ios::binary) << contents;
}

}  // namespace

/// A database one of whose files holds the fuzzed bytes: probing everything near it gives errors or
/// the right value, never another.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Variant variant = find_variant("three-mens-morris").value();
  if (size < 1) return 0;
  const fs::path file = copied_database() / (data[0] % 2 ? "3-3.value" : "3-3.distance");
  static std::map<fs::path, std::string> originals;
  std::string& original = originals[file];
  if (original.empty()) {
    std::ifstream in(file, std::ios::binary);
    original = {std::istreambuf_iterator<char>(in), {}};
  }
  const std::string fuzzed(reinterpret_cast<const char*>(data + 1), size - 1);
  replace(file, fuzzed);
  ProberOptions options;
  options.access = FileAccess::kPositioned;
  options.cache_bytes = 0;
  const auto prober = Prober::open(copied_database(), variant, options);
  if (prober) {
    const Position position{7 << 3, 7, 0, 0, 0};
    const auto outcome = prober->outcome(position);
    // With whole files the answer is known; the checksums let no other file through.
    if (outcome && fuzzed != original) __builtin_trap();
    if (!outcome && fuzzed == original) __builtin_trap();
  }
  replace(file, original);
  return 0;
}
