#include "formats/pack_index.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/checksum.h"
#include "base/little_endian.h"

namespace mill {
namespace {

// Of the same make as that of a database file.
constexpr std::array<std::uint8_t, 8> kPackMagic = {0x89, 'M', 'L', 'P', 'K', 13, 10, 26};
constexpr std::uint32_t kPackVersion = 1;
constexpr std::size_t kNameSize = 40;
constexpr std::size_t kEntrySize = 3 * sizeof(std::uint64_t) + kNameSize;
// Magic, version, number of files, size of the pack; then the checksum of this and the entries.
constexpr std::size_t kSummedSize = kPackMagic.size() + 2 * sizeof(std::uint32_t) + 8;
constexpr std::size_t kPackHeaderSize = kSummedSize + sizeof(std::uint64_t);

std::uint64_t index_checksum(std::span<const std::uint8_t> index) {
  RunningChecksum sum;
  sum.add(index.first(kSummedSize));
  sum.add(index.subspan(kPackHeaderSize));
  return sum.value();
}

bool is_name_letter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
         c == '+' || c == '-' || c == '_';
}

/// The name in a field; empty if that holds none.
std::string name_in(std::span<const std::uint8_t> field) {
  const auto end = std::find(field.begin(), field.end(), 0);
  const std::string name(field.begin(), end);
  const bool zeros_behind = std::all_of(end, field.end(), [](std::uint8_t c) { return c == 0; });
  const bool valid =
      zeros_behind && std::ranges::all_of(name, is_name_letter) && !name.starts_with('.');
  return valid ? name : "";
}

std::uint64_t end_of(const FilePart& part) { return part.offset + part.size; }

/// What is wrong with the entries; empty if nothing is.
std::string_view contradiction_in(const std::vector<PackedFile>& files, std::uint64_t pack_size) {
  std::set<std::string_view> names;
  std::uint64_t begin = pack_index_size(files.size());
  for (const PackedFile& file : files) {
    if (file.name.empty()) return "holds a name that is none";
    if (!names.insert(file.name).second) return "holds a name twice";
    if (file.part.offset != begin || file.part.size > pack_size - begin)
      return "does not say where its files are";
    begin = &file == &files.back() ? end_of(file.part) : next_pack_unit(end_of(file.part));
    if (begin > pack_size) return "does not say where its files are";
  }
  return begin == pack_size ? "" : "does not say where its files are";
}

}  // namespace

std::uint64_t pack_index_size(std::size_t files) {
  return next_pack_unit(kPackHeaderSize + files * kEntrySize);
}

std::vector<std::uint8_t> encode_pack_index(const std::vector<PackedFile>& files) {
  MILLSTONE_CHECK(!files.empty() && files.size() <= kMostPackedFiles);
  MILLSTONE_CHECK(contradiction_in(files, end_of(files.back().part)).empty());
  FieldWriter out;
  out.put_bytes(kPackMagic);
  out.put(kPackVersion);
  out.put(static_cast<std::uint32_t>(files.size()));
  out.put(end_of(files.back().part));
  out.put(std::uint64_t{0});  // the checksum, known below
  for (const PackedFile& file : files) {
    MILLSTONE_CHECK(file.name.size() <= kNameSize);
    out.put(file.part.offset);
    out.put(file.part.size);
    out.put(file.checksum);
    out.put_text(file.name);
    out.put_bytes(std::vector<std::uint8_t>(kNameSize - file.name.size()));
  }
  out.pad_to_multiple(kPackUnit);
  std::vector<std::uint8_t> index = std::move(out.bytes());
  store_little_endian(index.data() + kSummedSize, index_checksum(index));
  return index;
}

Result<bool> begins_as_pack(const FileBytes& file) {
  if (file.size() < kPackMagic.size()) return false;
  std::vector<std::uint8_t> scratch;
  const auto begin = MILLSTONE_TRY(file.read(0, kPackMagic.size(), scratch));
  return std::ranges::equal(begin, kPackMagic);
}

Result<std::vector<PackedFile>> read_pack_index(const FileBytes& pack, const PlaceText& place) {
  const auto damaged = [&](std::string_view what) {
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: its index {}", place, what);
  };
  if (!MILLSTONE_TRY(begins_as_pack(pack)))
    return fail(ErrorCode::kDamagedFile, "{}: is not a pack of database files", place);
  if (pack.size() < kPackHeaderSize) return damaged("is cut short");
  std::vector<std::uint8_t> scratch;
  FieldReader header(MILLSTONE_TRY(pack.read(0, kPackHeaderSize, scratch)));
  header.take_bytes(kPackMagic.size());
  const auto version = header.take<std::uint32_t>();
  const auto count = header.take<std::uint32_t>();
  const auto pack_size = header.take<std::uint64_t>();
  const auto sum = header.take<std::uint64_t>();
  if (version != kPackVersion)
    return fail(ErrorCode::kUnsupportedVersion,
                "{}: is a pack of version {}, this program reads version {}", place, version,
                kPackVersion);
  if (count == 0 || count > kMostPackedFiles || pack_index_size(count) > pack.size())
    return damaged("is cut short, or its number of files is wrong");
  const auto index = MILLSTONE_TRY(pack.read(0, pack_index_size(count), scratch));
  if (index_checksum(index) != sum) return damaged("fails its checksum");
  if (pack_size != pack.size())
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: {} bytes were written, {} are there",
                place, pack_size, pack.size());
  FieldReader entries(index.subspan(kPackHeaderSize));
  std::vector<PackedFile> files(count);
  for (PackedFile& file : files) {
    file.part.offset = entries.take<std::uint64_t>();
    file.part.size = entries.take<std::uint64_t>();
    file.checksum = entries.take<std::uint64_t>();
    file.name = name_in(entries.take_bytes(kNameSize));
  }
  if (const auto what = contradiction_in(files, pack_size); !what.empty()) return damaged(what);
  return files;
}

}  // namespace mill
