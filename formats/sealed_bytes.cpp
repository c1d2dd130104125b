#include "formats/sealed_bytes.h"

#include <cstring>

#include "base/checksum.h"
#include "base/file_bytes.h"
#include "base/little_endian.h"
#include "base/text_file.h"

namespace mill {
namespace {

constexpr std::size_t kVersionBytes = 4, kRulesBytes = 16, kSumBytes = 8;
constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 30;

}  // namespace

Result<std::span<const std::uint8_t>> unsealed(const SealedKind& kind, const Variant& variant,
                                               std::span<const std::uint8_t> bytes,
                                               std::string_view source) {
  const auto damaged = [&](std::string_view what) {
    return fail(ErrorCode::kDamagedFile, "{}: {}", source, what);
  };
  if (bytes.size() < kind.letters.size() + kSumBytes ||
      std::memcmp(bytes.data(), kind.letters.data(), kind.letters.size()) != 0)
    return fail(ErrorCode::kDamagedFile, "{}: is no {}", source, kind.name);
  auto content = bytes.first(bytes.size() - kSumBytes);
  if (load_little_endian<std::uint64_t>(bytes.data() + content.size()) != checksum(content))
    return damaged("is not what was written: its checksum differs");
  content = content.subspan(kind.letters.size());
  if (content.size() < kVersionBytes + kRulesBytes) return damaged("is cut off");
  const auto version = load_little_endian<std::uint32_t>(content.data());
  if (version != kind.version)
    return fail(ErrorCode::kUnsupportedVersion, "{}: is of version {}, expected {}", source,
                version, kind.version);
  if (as_hex(content.subspan(kVersionBytes, kRulesBytes)) != variant.digest())
    return fail(ErrorCode::kWrongRules, "{}: was made for other rules than those of '{}'", source,
                variant.name);
  return content.subspan(kVersionBytes + kRulesBytes);
}

Result<std::vector<std::uint8_t>> read_sealed_file(const SealedKind& kind,
                                                   const std::filesystem::path& path) {
  const auto file = MILLSTONE_TRY(FileBytes::open(path, FileAccess::kPositioned));
  if (file->size() > kLargestFile)
    return fail(ErrorCode::kDamagedFile, "{}: is too large for its kind, {}", path.string(),
                kind.name);
  std::vector<std::uint8_t> scratch;
  const auto bytes = MILLSTONE_TRY(file->read(0, file->size(), scratch));
  return std::vector(bytes.begin(), bytes.end());
}

Result<void> write_sealed_file(const std::filesystem::path& path,
                               std::span<const std::uint8_t> bytes) {
  return write_text_file(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::vector<std::uint8_t> sealed(const SealedKind& kind, const Variant& variant,
                                 std::span<const std::uint8_t> content) {
  std::vector<std::uint8_t> bytes(kind.letters.begin(), kind.letters.end());
  append_little_endian(bytes, kind.version);
  const auto digest = digest_bytes(as_bytes(variant.canonical_text()));
  bytes.insert(bytes.end(), digest.begin(), digest.end());
  bytes.insert(bytes.end(), content.begin(), content.end());
  append_little_endian(bytes, checksum(bytes));
  return bytes;
}

}  // namespace mill
